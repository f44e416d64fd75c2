/** The providers that this simulator stands in for. */
export const WIRES = ['relworx', 'mtn', 'airtel'] as const
export type WireName = (typeof WIRES)[number]

/** One JSON object of a provider's response. */
export type WireRow = Readonly<Record<string, unknown>>

export const VOLUME = { high: 1, medium: 0.7, low: 0.4 } as const
/** NOTE-30: the volume while the account menu is open, and of chat messages for players and staff. */
export const FIXED_VOLUME = 0.7

export const VOLUME = { high: 1, medium: 0.7, low: 0.4 } as const
/** NOTE-30: in the account menu, and of the chat on both sides. */
export const FIXED_VOLUME = 0.7

/** The short id of a live game in minute-only updates: the last eight characters of its id. */
export const shortGameId = (gameId: string): string => gameId.slice(-8)

/** The label of the running clock: `minuteLabel(37)` → "Live 37'" (LIVE-27). */
export const minuteLabel = (minute: number): string => `Live ${minute}'`

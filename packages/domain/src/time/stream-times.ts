/** The interval of heartbeats on every stream. */
export const HEARTBEAT_MS = 1_250

/** While an Aviator round flies, its streams report at this interval how far it has flown. */
export const AVIATOR_TICK_MS = 100

/**
 * A stream without data for this long is closed as dead: two heartbeats are missing. With `REPLACE_WITHIN_MS`, a second
 * is left to open the next one before screens show that they are not live.
 */
export const STREAM_SILENT_MS = 3_000

/** The next stream is opened at a random time within this period, so that clients and tabs do not reconnect at once. */
export const REPLACE_WITHIN_MS = 500

/**
 * After this time without data, screens show that they are not live. No screen shows a wrong figure without this note for
 * more than five seconds, so half a second is left for a busy phone to draw it.
 */
export const NOT_LIVE_AFTER_MS = 4_500

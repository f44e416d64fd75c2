/** The interval of heartbeats on every stream. */
export const HEARTBEAT_MS = 1_250

/** During an Aviator round, streams report its elapsed time at this interval. */
export const AVIATOR_TICK_MS = 100

/**
 * A stream without data for this long has missed two heartbeats and is closed. After `REPLACE_WITHIN_MS`, at least a
 * second remains to open the next stream before screens show that they are not live.
 */
export const STREAM_SILENT_MS = 3_000

/** The next stream is opened at a random time within this period, so that clients and tabs do not reconnect at once. */
export const REPLACE_WITHIN_MS = 500

/**
 * After this time without data, screens show that they are not live. Figures must be at most five seconds old without
 * this note, so half a second remains to draw the note on a busy phone.
 */
export const NOT_LIVE_AFTER_MS = 4_500

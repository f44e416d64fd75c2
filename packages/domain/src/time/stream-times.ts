/** The interval of heartbeats on every stream. */
export const HEARTBEAT_MS = 1_500

/** The interval on Aviator streams, where a multiplier is outdated within two seconds. */
export const AVIATOR_HEARTBEAT_MS = 1_000

/** A multiplier is hidden after this time without confirmation. */
export const UNCONFIRMED_AFTER_MS = 2_000

/**
 * A stream without data for this long is closed as dead: two heartbeats are missing. With `REPLACE_WITHIN_MS`, a second
 * is left to open the next one before screens show that they are not live.
 */
export const STREAM_SILENT_MS = 3_500

/** The next stream is opened at a random time within this period, so that clients and tabs do not do it together. */
export const REPLACE_WITHIN_MS = 500

/** After this time without data, screens show that they are not live. */
export const NOT_LIVE_AFTER_MS = 5_000

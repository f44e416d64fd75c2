/** The interval of heartbeats on every stream. */
export const HEARTBEAT_MS = 2_000

/** The interval on Aviator streams, where a multiplier is outdated within two seconds. */
export const AVIATOR_HEARTBEAT_MS = 1_000

/** A multiplier is hidden after this time without confirmation. */
export const UNCONFIRMED_AFTER_MS = 2_000

/** A stream without data for this long is closed as dead: two heartbeats are missing. */
export const STREAM_SILENT_MS = 4_500

/** After this time without data, screens show that they are not live. */
export const NOT_LIVE_AFTER_MS = 5_000

/** How often the server proves on every stream that it is still there. */
export const HEARTBEAT_MS = 2_000

/** The same for streams of Aviator, where a multiplier is out of date within two seconds. */
export const AVIATOR_HEARTBEAT_MS = 1_000

/** A multiplier that nothing has confirmed for so long is not shown. */
export const UNCONFIRMED_AFTER_MS = 2_000

/** A stream that has been silent for so long is dead, whatever the connection says: two heartbeats are missing. */
export const STREAM_SILENT_MS = 4_500

/** After this time without data, screens show that they are not live. */
export const NOT_LIVE_AFTER_MS = 5_000

/** A bet is retried automatically for this long after it was sent. */
export const AUTOMATIC_RETRY_MS = 2 * 60_000

/**
 * Returns whether a bet without response is retried automatically: only if this page sent it recently, because the
 * player then still waits for it (decision 0014).
 */
export const mayRetryAutomatically = (sentAtMs: number, pageSinceMs: number, nowMs: number): boolean =>
  sentAtMs >= pageSinceMs && nowMs - sentAtMs < AUTOMATIC_RETRY_MS

/** The text below a bet without a response. */
export const unansweredText = (retriesAutomatically: boolean): string =>
  `${retriesAutomatically ? 'We will check as soon as you are connected again.' : 'Tap Check again to find out, or see My Bets.'} Check as often as you like: this bet can be placed only once.`

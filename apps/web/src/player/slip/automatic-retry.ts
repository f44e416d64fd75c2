/** For this long after it was sent, a bet is retried automatically. */
export const AUTOMATIC_RETRY_MS = 2 * 60_000

/** A bet that this page sent, not an earlier visit, and not long ago: its player still waits for it (decision 0014). */
export const mayRetryAutomatically = (sentAtMs: number, pageSinceMs: number, nowMs: number): boolean =>
  sentAtMs >= pageSinceMs && nowMs - sentAtMs < AUTOMATIC_RETRY_MS

/** Under a bet whose answer was lost: promises only what happens. */
export const unansweredText = (retriesAutomatically: boolean): string =>
  `${retriesAutomatically ? 'We will check as soon as you are connected again.' : 'Tap Check again to find out, or see My Bets.'} Check as often as you like: this bet can be placed only once.`

/** A start that a game no longer has, and the moment from which it had the next one. */
export interface EarlierStart {
  readonly startsAt: Date
  readonly until: Date
}

/** Bets taken after `from` (null: whenever) and not after `until`. */
export interface VoidSpan {
  readonly from: Date | null
  readonly until: Date
}

const MOVED_BY_MS = 24 * 3_600_000

/**
 * When the bets were taken whose game has since been moved by a day or more (D20): the start that counts is the one that
 * a bet was taken with. A game that comes forward again does not revive them.
 */
export function voidSpans(earlier: readonly EarlierStart[], startsAt: Date): VoidSpan[] {
  const spans: VoidSpan[] = []
  let latest = startsAt.getTime()
  for (let at = earlier.length - 1; at >= 0; at--) {
    const each = earlier[at]
    if (each === undefined) continue
    const start = each.startsAt.getTime()
    if (latest - start >= MOVED_BY_MS) spans.unshift({ from: earlier[at - 1]?.until ?? null, until: each.until })
    latest = Math.max(latest, start)
  }
  return spans
}

/** What the process with the players is told, and what it tells. */
export type PlayersTask =
  | { readonly kind: 'ours'; readonly url: string; readonly tokens: readonly string[]; readonly rounds: number }
  | { readonly kind: 'naive'; readonly url: string; readonly players: number; readonly rounds: number }

export type PlayersReport = {
  /** From the intended send of each cash-out to its answer, in order of size. */
  readonly latenciesMs: readonly number[]
  readonly refused: number
  readonly lost: number
}

/** Everybody bets within this time of the opening, and cashes out within this span of the flight. */
export const BETS_WITHIN_MS = 3_500
export const CASH_OUT_FROM_MS = 350
export const CASH_OUT_WITHIN_MS = 2_150

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Task and report of the players' process. */
export type PlayersTask =
  | { readonly kind: 'ours'; readonly url: string; readonly tokens: readonly string[]; readonly rounds: number }
  | { readonly kind: 'naive'; readonly url: string; readonly players: number; readonly rounds: number }

export type PlayersReport = {
  /** Latency of each paid cash-out from its intended send, sorted. */
  readonly latenciesMs: readonly number[]
  readonly refused: number
  readonly lost: number
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

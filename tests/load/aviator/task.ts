/** The task of the processes that play and watch, and the report of the playing process. */
export type PlayersTask =
  | { readonly kind: 'ours'; readonly url: string; readonly tokens: readonly string[]; readonly rounds: number }
  | { readonly kind: 'naive'; readonly url: string; readonly players: number; readonly rounds: number }

/** Refused as too late, by the cause of the delay. */
export type LateCashOuts = {
  /** The player intended the cash-out after the crash. */
  readonly byPlayer: number
  /** The player intended the cash-out before the crash, but it was sent by the benchmark's client process after it. */
  readonly byBench: number
  /** Sent before the crash, received after it: network, and the server's queue of connections and requests. */
  readonly byServer: number
  /** How long after the crash the server received those of `byServer`, sorted. */
  readonly serverLateMs: readonly number[]
}

export type PlayersReport = {
  /** Latency of each paid cash-out from its send, sorted. */
  readonly latenciesMs: readonly number[]
  /**
   * How much later than intended the benchmark sent each paid cash-out, sorted. The servers do not cause this delay.
   */
  readonly sendDelaysMs: readonly number[]
  readonly late: LateCashOuts
  /** The number of cash-outs without a response. */
  readonly lost: number
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

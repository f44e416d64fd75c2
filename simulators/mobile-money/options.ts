export type OtherSimulator = { readonly name: string; readonly url: string; readonly about: string }

/** Options of the simulator. Times are in milliseconds of the clock `now`. */
export type MobileMoneyOptions = {
  readonly apiKey: string
  readonly accountNo: string
  readonly webhookKey: string
  /**
   * The callback address of Relworx. The signature covers it exactly as given here, including query and trailing slash.
   * Null: no callbacks until the control endpoint sets an address.
   */
  readonly webhookUrl?: string | null
  /**
   * Origin of the server. Providers other than Relworx send their signed callbacks to
   * `{origin}/api/webhooks/{provider}`.
   */
  readonly callbackOrigin?: string | null
  /** The host that callback addresses at MTN must have; null: any. */
  readonly mtnCallbackHost?: string | null
  readonly host?: string
  /** 0 uses any free port. */
  readonly port?: number
  readonly now?: () => number
  readonly approveAfterMs?: number
  readonly handsetDecidesWithinMs?: number
  /**
   * How long a handset page counts as open after its stream ended, so that a reload of the page does not approve the
   * payment.
   */
  readonly handsetGraceMs?: number
  readonly lateDepositMs?: number
  readonly lateWithdrawalMs?: number
  /** Relworx's limit of 5 requests for one number in 10 minutes; false for load runs. */
  readonly limitRequests?: boolean
  readonly floatUgx?: number
  readonly keepFinished?: number
  readonly maxPending?: number
  readonly callbackRetries?: number
  readonly callbackRetryMs?: number
  readonly callbackTimeoutMs?: number
  /** A file that stores the orders across restarts. Null: a restart forgets them. */
  readonly journal?: string | null
  readonly businessName?: string
  /** Other simulators that the index page links to. */
  readonly otherSimulators?: readonly OtherSimulator[]
  /** Seed of the random faults. */
  readonly seed?: number
}

export const DEFAULTS = {
  webhookUrl: null,
  callbackOrigin: null,
  mtnCallbackHost: null,
  host: '127.0.0.1',
  port: 0,
  now: Date.now,
  approveAfterMs: 3_000,
  handsetDecidesWithinMs: 5 * 60_000,
  handsetGraceMs: 2_000,
  // The product polls a deposit 15 times and a withdrawal 18 times, every 5 s. Late confirmations come after that.
  lateDepositMs: 80_000,
  lateWithdrawalMs: 95_000,
  limitRequests: true,
  floatUgx: 500_000_000,
  keepFinished: 20_000,
  maxPending: 200_000,
  callbackRetries: 10,
  callbackRetryMs: 1_000,
  callbackTimeoutMs: 10_000,
  journal: null,
  businessName: 'MUPIIRA',
  otherSimulators: [],
  seed: 1,
} as const satisfies Partial<MobileMoneyOptions>

export type AllOptions = Required<MobileMoneyOptions>

/** Settings that POST /control can change. A reset restores the initial settings. */
export type Settings = {
  webhookUrl: string | null
  callbackOrigin: string | null
  approveAfterMs: number
  handsetDecidesWithinMs: number
  lateDepositMs: number
  lateWithdrawalMs: number
  limitRequests: boolean
}

export function settingsOf(options: AllOptions): Settings {
  return {
    webhookUrl: options.webhookUrl,
    callbackOrigin: options.callbackOrigin,
    approveAfterMs: options.approveAfterMs,
    handsetDecidesWithinMs: options.handsetDecidesWithinMs,
    lateDepositMs: options.lateDepositMs,
    lateWithdrawalMs: options.lateWithdrawalMs,
    limitRequests: options.limitRequests,
  }
}

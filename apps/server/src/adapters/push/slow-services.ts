/**
 * Push services that keep us waiting. Their addresses come from outside: whoever has some that never answer could have
 * every message of the house wait behind his.
 */
export type SlowServices = {
  /** 0: it may be asked now; else the time until it may. */
  waitMs(hostname: string): number
  asked(hostname: string, outcome: { readonly isAnswered: boolean; readonly tookMs: number }): void
}

type Slow = { times: number; untilMs: number }

const TIMES = 5
const PAUSE_MS = 30_000
const LONGEST_ANSWER_MS = 3_000
const MOST_KEPT = 1_000

/** After five slow answers in a row none is waited for, but one in half a minute. `monotonicMs` is real time. */
export function createSlowServices(monotonicMs: () => number = () => performance.now()): SlowServices {
  const slow = new Map<string, Slow>()

  return {
    waitMs(hostname) {
      const known = slow.get(companyOf(hostname))
      if (known === undefined || known.times < TIMES) return 0
      const leftMs = known.untilMs - monotonicMs()
      // The one that may is the trial; all others wait for what becomes of it.
      if (leftMs <= 0) known.untilMs = monotonicMs() + PAUSE_MS
      return Math.max(0, leftMs)
    },
    asked(hostname, { isAnswered, tookMs }) {
      const company = companyOf(hostname)
      const times = (slow.get(company)?.times ?? 0) + 1
      slow.delete(company)
      if (isAnswered && tookMs <= LONGEST_ANSWER_MS) return
      if (slow.size >= MOST_KEPT) slow.delete(slow.keys().next().value ?? '')
      slow.set(company, { times, untilMs: monotonicMs() + PAUSE_MS })
    },
  }
}

/** A name has as many names below it as its owner likes. `companyOf('a.push.example.com')` → "example.com" */
const companyOf = (hostname: string): string => hostname.split('.').slice(-2).join('.')

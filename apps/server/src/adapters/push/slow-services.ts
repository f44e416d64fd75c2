/**
 * Push services that keep us waiting. Their addresses come from outside: whoever has some that never answer could have
 * every message of the house wait behind his.
 */
export type SlowServices = {
  /** False: as many are under way to it as it has lately answered in time, or three; one of them must end first. */
  hasRoom(hostname: string): boolean
  /** 0: it is asked now, until `asked` tells what became of it; else the time until it may be. */
  waitMs(hostname: string): number
  asked(hostname: string, outcome: { readonly isAnswered: boolean; readonly tookMs: number }): void
}

/** `slow` and `inTime`: its last answers in a row. */
type Service = { slow: number; inTime: number; underWay: number; untilMs: number }

const TIMES = 5
const PAUSE_MS = 30_000
export const LONGEST_ANSWER_MS = 3_000
/** Of a service that has not shown that it answers: each under way may be a slow one. */
const FIRST_AT_ONCE = 3
const MOST_STORED = 1_000

/** After five slow answers in a row none is waited for, but one in half a minute. `monotonicMs` is real time. */
export function createSlowServices(monotonicMs: () => number = () => performance.now()): SlowServices {
  const services = new Map<string, Service>()

  /** Kept are those that were asked last. */
  function serviceOf(hostname: string): Service {
    const company = companyOf(hostname)
    const service = services.get(company) ?? { slow: 0, inTime: 0, underWay: 0, untilMs: 0 }
    services.delete(company)
    if (services.size >= MOST_STORED) services.delete(services.keys().next().value ?? '')
    services.set(company, service)
    return service
  }
  const isFull = ({ underWay, inTime }: Service): boolean => underWay >= Math.max(FIRST_AT_ONCE, inTime)

  return {
    hasRoom: (hostname) => !isFull(serviceOf(hostname)),
    waitMs(hostname) {
      const service = serviceOf(hostname)
      const leftMs = service.slow < TIMES ? 0 : service.untilMs - monotonicMs()
      if (leftMs > 0) return leftMs
      if (isFull(service)) return LONGEST_ANSWER_MS
      // Of a slow one, the one that may is the trial; all others wait for what becomes of it.
      service.untilMs = monotonicMs() + PAUSE_MS
      service.underWay++
      return 0
    },
    asked(hostname, { isAnswered, tookMs }) {
      const service = serviceOf(hostname)
      service.underWay = Math.max(0, service.underWay - 1)
      const isInTime = isAnswered && tookMs <= LONGEST_ANSWER_MS
      service.inTime = isInTime ? service.inTime + 1 : 0
      service.slow = isInTime ? 0 : service.slow + 1
      service.untilMs = monotonicMs() + PAUSE_MS
    },
  }
}

/** A name has as many names below it as its owner likes. `companyOf('a.push.example.com')` → "example.com" */
const companyOf = (hostname: string): string => hostname.split('.').slice(-2).join('.')

/**
 * Limits requests to slow push services. Clients choose the addresses, and services that never answer must not delay
 * the messages to others.
 */
export type SlowServices = {
  /**
   * Whether fewer requests run than the limit allows. The limit is the number of timely answers in a row, at least
   * three.
   */
  hasCapacity(hostname: string): boolean
  /**
   * Returns 0 if the request can start now, and counts it as running until `finished`. Otherwise returns the
   * milliseconds to wait.
   */
  waitMs(hostname: string): number
  finished(hostname: string, outcome: { readonly isAnswered: boolean; readonly tookMs: number }): void
}

/** `slow` and `inTime` count slow and timely answers in a row. */
type Service = { slow: number; inTime: number; running: number; untilMs: number }

const SLOW_IN_A_ROW = 5
const PAUSE_MS = 30_000
export const MAX_ANSWER_MS = 3_000
/** Limit for services that have not answered yet, because each of their running requests may be slow. */
const INITIAL_PARALLEL = 3
const MAX_STORED = 1_000

/** After five slow answers in a row, one request per half minute is sent as a trial. `monotonicMs` is real time. */
export function createSlowServices(monotonicMs: () => number = () => performance.now()): SlowServices {
  const services = new Map<string, Service>()

  /** Stores only the most recently used services. */
  function serviceOf(hostname: string): Service {
    const domain = domainOf(hostname)
    const service = services.get(domain) ?? { slow: 0, inTime: 0, running: 0, untilMs: 0 }
    services.delete(domain)
    if (services.size >= MAX_STORED) services.delete(services.keys().next().value ?? '')
    services.set(domain, service)
    return service
  }
  const isFull = ({ running, inTime }: Service): boolean => running >= Math.max(INITIAL_PARALLEL, inTime)

  return {
    hasCapacity: (hostname) => !isFull(serviceOf(hostname)),
    waitMs(hostname) {
      const service = serviceOf(hostname)
      const leftMs = service.slow < SLOW_IN_A_ROW ? 0 : service.untilMs - monotonicMs()
      if (leftMs > 0) return leftMs
      if (isFull(service)) return MAX_ANSWER_MS
      // For a slow service this request is the trial, and other requests wait for its result.
      service.untilMs = monotonicMs() + PAUSE_MS
      service.running++
      return 0
    },
    finished(hostname, { isAnswered, tookMs }) {
      const service = serviceOf(hostname)
      service.running = Math.max(0, service.running - 1)
      const isInTime = isAnswered && tookMs <= MAX_ANSWER_MS
      service.inTime = isInTime ? service.inTime + 1 : 0
      service.slow = isInTime ? 0 : service.slow + 1
      service.untilMs = monotonicMs() + PAUSE_MS
    },
  }
}

/**
 * The unit of the limits, because one owner can use any number of subdomains. `domainOf('a.push.example.com')` →
 * "example.com"
 */
const domainOf = (hostname: string): string => hostname.split('.').slice(-2).join('.')

import { api } from '../../shared/api/client.ts'

/** One look at the rounds' clock: when we asked and heard by our own clock, and what it said. */
export type Look = { readonly askedMs: number; readonly heardMs: number; readonly saidMs: number }

const LOOKS = 5
let offsetMs = 0

/** Our own clock, which nobody sets back while the page is open. */
const ownMs = (): number => performance.timeOrigin + performance.now()

/** The rounds' time as well as this device knows it. */
export const roundNowMs = (): number => ownMs() + offsetMs

/** The quickest look is wrong by half of its way at most. `delayMs`: what a tap needs to reach the server. */
export function judgeLooks(looks: readonly Look[]): { readonly offsetMs: number; readonly delayMs: number } | null {
  const [best] = [...looks].sort((a, b) => a.heardMs - a.askedMs - (b.heardMs - b.askedMs))
  if (best === undefined) return null
  const halfMs = (best.heardMs - best.askedMs) / 2
  return { offsetMs: best.saidMs - (best.askedMs + halfMs), delayMs: halfMs }
}

/** Measures the offset to the rounds' clock; answers the delay of the way there, or null where nobody answered. */
export async function measureRoundClock(): Promise<number | null> {
  const looks: Look[] = []
  for (let at = 0; at < LOOKS; at++) {
    const askedMs = ownMs()
    try {
      const { now } = await api('GET /api/aviator/clock', {}, { timeoutMs: 4_000, networkRetries: 0 })
      looks.push({ askedMs, heardMs: ownMs(), saidMs: Date.parse(now) })
    } catch {
      break
    }
  }
  const judged = judgeLooks(looks)
  if (judged === null) return null
  offsetMs = judged.offsetMs
  return Math.round(judged.delayMs)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../http/exchange.ts'
import type { WireName } from './wire-format.ts'
import type { SharedState } from './shared-state.ts'

/** A provider's response to one call. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  /** True if the order exists, even if this response is lost. */
  readonly isTaken: boolean
}

export const respond = (status: number, body: unknown): Answer => ({ status, body, isTaken: false })

/** The response to an order that now exists. */
export const acceptedWith = (answer: Answer): Answer => ({ ...answer, isTaken: true })

/** Whole hundredths; null if the value is not a number with at most two decimals. */
export function hundredthsOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const hundredths = Math.round(value * 100)
  return hundredths / 100 === value ? hundredths : null
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** Sends the response to one call, unless a configured fault changes or prevents the response. */
export async function answerUnderFaults(
  shared: SharedState,
  wire: WireName,
  exchange: Exchange,
  replies: {
    readonly unavailable: Answer
    readonly broken: Answer
    readonly answer: () => Promise<Answer>
    readonly present?: (answer: Answer) => unknown
  },
): Promise<void> {
  const { random } = shared
  const faults = shared.faultsOf(wire)
  const reply = (answer: Answer): void => {
    const body = replies.present === undefined ? answer.body : replies.present(answer)
    if (body === null) exchange.send(answer.status, {}, '')
    else exchange.reply(answer.status, body)
  }

  if (faults.outage === 'unavailable') return reply(replies.unavailable)
  if (faults.outage === 'unreachable') return exchange.cut()
  if (random.chance(faults.errorRate)) return reply(replies.broken)
  const answer = await replies.answer()
  const waitMs = faults.latencyMs + random.below(faults.latencyJitterMs)
  if (waitMs > 0) await pause(waitMs)
  if (random.chance(faults.lostReplyRate)) return exchange.cut()
  if (answer.isTaken && random.chance(faults.errorThoughTakenRate)) return reply(replies.broken)
  if (!random.chance(faults.garbledRate)) return reply(answer)
  const text = JSON.stringify(answer.body)
  if (random.chance(0.5)) exchange.send(502, { 'content-type': 'text/html' }, HTML)
  else if (answer.body === null) reply(answer)
  else exchange.send(answer.status, JSON_TYPE, text.slice(0, Math.ceil(text.length / 2)))
}

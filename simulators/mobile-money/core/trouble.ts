import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../http/exchange.ts'
import type { WireName } from './wires.ts'
import type { World } from './world.ts'

type Answer = {
  readonly status: number
  readonly body: unknown
  /** An order now stands, whatever becomes of this answer. */
  readonly isTaken: boolean
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** Answers one call, or does to it what the provider's faults say. */
export async function answerUnderFaults<A extends Answer>(
  world: World,
  wire: WireName,
  exchange: Exchange,
  say: {
    readonly unavailable: A
    readonly broken: A
    readonly evaluate: () => Promise<A>
    readonly present?: (answer: A) => unknown
  },
): Promise<void> {
  const { dice } = world
  const faults = world.faultsOf(wire)
  const reply = (answer: A): void => {
    const body = say.present === undefined ? answer.body : say.present(answer)
    if (body === null) exchange.send(answer.status, {}, '')
    else exchange.reply(answer.status, body)
  }

  if (faults.outage === 'unavailable') return reply(say.unavailable)
  if (faults.outage === 'unreachable') return exchange.cut()
  if (dice.chance(faults.errorRate)) return reply(say.broken)
  const answer = await say.evaluate()
  const waitMs = faults.latencyMs + dice.below(faults.latencyJitterMs)
  if (waitMs > 0) await pause(waitMs)
  if (dice.chance(faults.lostReplyRate)) return exchange.cut()
  if (answer.isTaken && dice.chance(faults.errorThoughTakenRate)) return reply(say.broken)
  if (!dice.chance(faults.garbledRate)) return reply(answer)
  const text = JSON.stringify(answer.body)
  if (dice.chance(0.5)) exchange.send(502, { 'content-type': 'text/html' }, HTML)
  else exchange.send(answer.status, JSON_TYPE, text.slice(0, Math.ceil(text.length / 2)))
}

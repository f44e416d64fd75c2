import { setTimeout as sleep } from 'node:timers/promises'
import type { AviatorBet, AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import type { Client } from './client.ts'
import type { Product } from './product.ts'

type Phase = NonNullable<AviatorState['round']>['state']

const CHECK_EVERY_MS = 40
const MAX_WAIT_MS = 60_000
/** The pause between the end of a round and the next betting phase. */
const PAUSE_MS = 3_000
/** Time for the server to write everything that it received before the end of a round. */
const WRITTEN_AFTER_MS = 1_000

/** Polls the game until the condition holds. */
export async function untilState(
  client: Client,
  what: string,
  isThere: (state: AviatorState) => boolean,
): Promise<AviatorState> {
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const reply = await client.call('GET /api/aviator/state', {}).catch(() => null)
    if (reply?.ok === true && isThere(reply.body)) return reply.body
    if (performance.now() > deadline) throw new Error(`timed out waiting: ${what}`)
    await sleep(CHECK_EVERY_MS)
  }
}

/** Waits for a later round in this phase. */
export async function untilPhase(client: Client, phase: Phase, after = 0): Promise<AviatorState> {
  return untilState(
    client,
    `a round is ${phase}`,
    ({ round }) => round !== null && round.id > after && round.state === phase,
  )
}

type Table = Pick<Product, 'clock'>

/**
 * Waits for the betting phase of a later round. Moves the clock past pauses and empty betting phases, never during a
 * running round.
 */
export async function untilBetting({ clock }: Table, client: Client, after = 0): Promise<AviatorState> {
  for (;;) {
    const state = await untilState(
      client,
      'a round is betting, or over',
      ({ round }) => round?.state === 'betting' || pauses(round, clock.now()),
    )
    const { round } = state
    if (round?.state !== 'betting') await moveOn({ clock }, Date.parse(round?.endedAt ?? '') + PAUSE_MS)
    else if (round.id > after) return state
    else await startRound({ clock }, round)
  }
}

const pauses = (round: AviatorRound | null, now: Date): boolean => {
  const sinceMs = now.getTime() - Date.parse(round?.endedAt ?? '')
  return sinceMs >= WRITTEN_AFTER_MS && sinceMs < PAUSE_MS
}

/** Ends the betting phase by moving the clock. */
export const startRound = (table: Table, round: AviatorRound | null): Promise<void> =>
  moveOn(table, Date.parse(round?.bettingClosesAt ?? ''))

async function moveOn({ clock }: Table, toMs: number): Promise<void> {
  if (toMs > clock.now().getTime()) await clock.moveTo(new Date(toMs))
}

/** Waits until a bet is decided. */
export async function decided(client: Client, betId: string): Promise<AviatorBet> {
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const { items } = await client.must('GET /api/aviator/bets', { query: { limit: 20 } })
    const bet = items.find(({ id }) => id === betId)
    if (bet !== undefined && bet.state !== 'placed') return bet
    if (performance.now() > deadline) throw new Error(`bet ${betId} is not decided`)
    await sleep(CHECK_EVERY_MS)
  }
}

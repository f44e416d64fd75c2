import { setTimeout as sleep } from 'node:timers/promises'
import type { AviatorBet, AviatorState } from '@mupiira/contract/aviator.ts'
import type { Client } from './client.ts'

type Phase = NonNullable<AviatorState['round']>['state']

const LOOK_EVERY_MS = 40
const LONGEST_WAIT_MS = 60_000

/** Asks for the game until what is seen is what is waited for. */
export async function untilState(
  client: Client,
  what: string,
  isThere: (state: AviatorState) => boolean,
): Promise<AviatorState> {
  const deadline = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const reply = await client.call('GET /api/aviator/state', {}).catch(() => null)
    if (reply?.ok === true && isThere(reply.body)) return reply.body
    if (performance.now() > deadline) throw new Error(`it did not come to pass: ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Waits for a round of its own in this phase: one that begins from now on. */
export async function untilPhase(client: Client, phase: Phase, after = 0): Promise<AviatorState> {
  return untilState(
    client,
    `a round is ${phase}`,
    ({ round }) => round !== null && round.id > after && round.state === phase,
  )
}

/** Waits until a bet is decided. */
export async function decided(client: Client, betId: string): Promise<AviatorBet> {
  const deadline = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const { items } = await client.must('GET /api/aviator/bets', { query: { limit: 20 } })
    const bet = items.find(({ id }) => id === betId)
    if (bet !== undefined && bet.state !== 'placed') return bet
    if (performance.now() > deadline) throw new Error(`bet ${betId} is not decided`)
    await sleep(LOOK_EVERY_MS)
  }
}

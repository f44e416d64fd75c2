import { randomUUID } from 'node:crypto'
import { type Cashout, acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { createCashout } from '../../apps/server/src/modules/cashout/index.ts'
import { type House, NOON, openHouse } from '../../apps/server/src/modules/settlement/test-house.ts'

export type Reported = Parameters<House['settlement']['decideResult']>[1]
export type Entry = { readonly kind: string; readonly amount: bigint }

/** A house on a database of its own, with cash-out. */
export type Side = Awaited<ReturnType<typeof openSide>>

async function openSide() {
  const house = await openHouse(5)
  const cashout = createCashout(house.kernel, house.deps)
  await house.set('max_daily_bets', 100_000)
  // Which bet is a first one differs while a wrong void stands; what it may stake is another rule's matter.
  await house.set('first_bet_minimum', 1_000)

  async function ask(endpoint: object, call: object): Promise<Cashout | null> {
    const route = cashout.routes.find((each) => each.endpoint === endpoint)
    if (route?.kind !== 'answer') throw new Error('no such route')
    const asked = { headers: {}, cookies: {}, address: '127.0.0.1', now: house.clock.now(), ...call }
    const outcome = await route.handler(asked as Parameters<typeof route.handler>[0])
    return 'body' in outcome ? (outcome.body as Cashout) : null
  }

  return {
    ...house,

    /** Takes the offer of now; whether there was one. */
    async cashOut(ticket: Ticket): Promise<boolean> {
      const actor = { kind: 'user', userId: ticket.userId, sessionId: 's' }
      const params = { id: ticket.id }
      const { offer } = (await ask(getCashout, { params, actor })) ?? { offer: null }
      if (offer == null) return false
      const slot = {
        userId: ticket.userId,
        key: randomUUID(),
        route: 'POST /api/bets/{id}/cashout',
        requestHash: Buffer.alloc(32),
        encode: (outcome: unknown) => ({ status: 200, body: JSON.stringify(outcome) }),
        answer: null,
      }
      return (await ask(acceptCashout, { params, body: { offer }, slot, actor })) !== null
    },

    async say(gameId: string, entered: Reported): Promise<void> {
      const words = { actorId: randomUUID(), note: 'As the referee wrote it down' }
      const decided = await house.settlement.decideResult(gameId, entered, words)
      if (!decided.ok && decided.error !== 'SAME_RESULT') throw new Error(decided.error)
      await house.settlement.settleNow()
    },

    /** What was posted for a ticket, in order; positive where it came to the player. */
    async entriesOf(ticket: Ticket): Promise<Entry[]> {
      const entries = await house.deps.wallet.entriesOf(ticket.id)
      return entries.map(({ kind, amountUgx }) => ({ kind, amount: amountUgx }))
    },

    counters: (userId: string) =>
      house.kernel.db.query('select placed, standing, placed_on_day from player_betting where user_id = $1', [userId]),

    isLedgerRight: async (): Promise<boolean> => (await house.deps.wallet.checkLedger()).differences.length === 0,
  }
}

export type TwoHouses = {
  /** Where results are told wrong first, and where they are told right at once. */
  readonly wronged: Side
  readonly right: Side
  /** The same game in both, with the same prices at the same moment. */
  readonly game: () => Promise<string>
  readonly at: (minutesLater: number) => void
  readonly both: <T>(work: (side: Side) => Promise<T>) => Promise<readonly [T, T]>
  readonly close: () => Promise<void>
}

export async function openTwoHouses(): Promise<TwoHouses> {
  const [wronged, right] = await Promise.all([openSide(), openSide()])
  return {
    wronged,
    right,
    async game() {
      const [one, other] = [await wronged.game({ knockOut: true }), await right.game({ knockOut: true })]
      // Prices move by the game's id.
      await right.kernel.db.change('update games set id = $2 where id = $1', [other.id, one.id])
      return one.id
    },
    at(minutesLater) {
      for (const { clock } of [wronged, right]) clock.set(new Date(NOON.getTime() + minutesLater * 60_000))
    },
    both: (work) => Promise.all([work(wronged), work(right)]),
    close: async () => void (await Promise.all([wronged.close(), right.close()])),
  }
}

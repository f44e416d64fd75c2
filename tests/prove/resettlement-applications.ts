import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { createTestApp, NOON, type TestApp } from '../../apps/server/src/testing/test-app.ts'

export type Entry = { readonly kind: string; readonly amount: bigint }

/** One application with its own database. */
export type Side = Awaited<ReturnType<typeof openSide>>
export type Result = Parameters<TestApp['enterResult']>[1]

async function openSide() {
  const app = await createTestApp()
  await app.set('max_daily_bets', 100_000)
  // A wrong void changes which bet counts as the first one, and first bets have a separate minimum.
  await app.set('first_bet_minimum', 1_000)

  return {
    ...app,

    /** Accepts the current offer; returns false if there is none. */
    async cashOut({ id, userId }: Ticket): Promise<boolean> {
      const player = app.account(userId)
      const { offer } = (await player.call(getCashout, { params: { id } })).body
      if (offer == null) return false
      return (await player.call(acceptCashout, { params: { id }, body: { offer } })).status < 300
    },

    async enterResult(gameId: string, result: Result): Promise<void> {
      const decided = await app.enterResult(gameId, result)
      if (!decided.ok && decided.error !== 'SAME_RESULT') throw new Error(decided.error)
      await app.settle()
    },

    /** The postings of a ticket in order; positive where the player received them. */
    async entriesOf(ticket: Ticket): Promise<Entry[]> {
      const entries = await app.modules.wallet.ledger.entriesOf(ticket.id)
      return entries.map(({ kind, amountUgx }) => ({ kind, amount: amountUgx }))
    },

    counters: (userId: string) =>
      app.kernel.db.query('select placed, valid_tickets, placed_on_day from player_counters where user_id = $1', [
        userId,
      ]),

    isLedgerRight: async (): Promise<boolean> => (await app.checkLedger()).differences.length === 0,
  }
}

export type TwoApplications = {
  /** Wrong results are entered first and corrected later. */
  readonly corrected: Side
  /** The right results are entered first. */
  readonly right: Side
  /** Creates the same game in both, with the same prices at the same time. */
  readonly game: () => Promise<string>
  readonly at: (minutesLater: number) => void
  readonly both: <T>(work: (side: Side) => Promise<T>) => Promise<readonly [T, T]>
  readonly close: () => Promise<void>
}

export async function openTwoApplications(): Promise<TwoApplications> {
  const [corrected, right] = await Promise.all([openSide(), openSide()])
  return {
    corrected,
    right,
    async game() {
      // Price movements derive from the game's id.
      const { id } = await corrected.game({ knockOut: true })
      await right.game({ id, knockOut: true })
      return id
    },
    at(minutesLater) {
      for (const { clock } of [corrected, right]) clock.set(new Date(NOON.getTime() + minutesLater * 60_000))
    },
    both: (work) => Promise.all([work(corrected), work(right)]),
    close: async () => void (await Promise.all([corrected.close(), right.close()])),
  }
}

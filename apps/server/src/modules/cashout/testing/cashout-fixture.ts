import {
  acceptCashout,
  type Cashout,
  getCashout,
  removeAutomaticCashout,
  setAutomaticCashout,
} from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { settle } from '@mupiira/domain/markets/settle.ts'
import type { MarketId, MatchResult } from '@mupiira/domain/markets/types.ts'
import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { GameRow, MarketControls, StaffResult } from '../../catalogue/index.ts'
import { HOUSE } from '../../wallet/index.ts'

const STAKE = 100_000

export type CashoutResponse =
  | { readonly status: number; readonly cashout: Cashout }
  | { readonly error: string; readonly details: Readonly<Record<string, unknown>> }

type Leg = readonly [gameId: string, market: MarketId, selection: string]

/** The application with short helpers for cash-outs: live matches, offers, acceptances. */
export async function cashoutFixture() {
  const app = await createTestApp()
  // The tests calculate with `cashout_delay` only; tests of the latency set `feed_latency`.
  await app.set('feed_latency', 0)
  const { kernel, clock, modules, changeGame } = app
  const { betting, catalogue, wallet } = modules
  const inTransaction = kernel.db.transaction

  const markFeedSeen = (id: string) =>
    kernel.db.change('update feed_links set feed_reported_at = $2, feed_requested_at = $2 where game_id = $1', [
      id,
      clock.now(),
    ])

  return {
    ...app,
    acceptances: modules.cashout.acceptances,
    automatic: modules.cashout.automatic,
    priceFacts: modules.cashout.priceFacts,
    player: () => app.player({ balanceUgx: 1_000_000 }),
    /** Whether the player's next bet counts as a first bet. */
    async isFirstBet({ id }: { readonly id: string }): Promise<boolean> {
      const rows = await kernel.db.query('select from player_counters where user_id = $1 and valid_tickets > 0', [id])
      return rows.length === 0
    },

    manualGame: (sport: GameRow['sport'] = 'soccer') => app.game({ sport }),
    /** A game whose minute and score come from the feed. */
    async game(sport: GameRow['sport'] = 'soccer'): Promise<GameRow> {
      const game = await app.game({ sport })
      await kernel.db.change(
        `with link as (insert into feed_links (game_id, feed_match_id, updated_at) select id, id::text, $2 from games where id = $1)
         update games set source = 'feed' where id = $1`,
        [game.id, clock.now()],
      )
      await changeGame(game.id, { quotedAt: clock.now(), incidents: 0 })
      return game
    },
    /** Applies steps to a manual match. */
    async step(id: string, ...steps: readonly ManualStep[]): Promise<void> {
      for (const each of steps) {
        const done = await inTransaction((tx) => catalogue.manualGames.step(tx, id, each, clock.now()))
        if (!done.ok) throw new Error(`the step was refused: ${done.error}`)
      }
    },
    control: (id: string, controls: MarketControls) =>
      inTransaction((tx) => catalogue.markets.control(tx, id, () => controls, clock.now())),
    runClock: catalogue.clock.run,

    /** Reports this minute and score as the feed. */
    async play(id: string, minute: number, homeScore = 0, awayScore = 0, more: Partial<GameRow> = {}) {
      await changeGame(id, { status: 'live', minutesPassed: minute, homeScore, awayScore, ...more })
      await markFeedSeen(id)
    },
    /** Advances time; the feed repeats its last report of these games. */
    async wait(seconds: number, ...gameIds: string[]): Promise<void> {
      clock.forward(seconds * 1000)
      for (const id of gameIds) await markFeedSeen(id)
    },

    async place(player: Parameters<typeof app.placeBet>[0], ...legs: readonly Leg[]): Promise<Ticket> {
      const selections = legs.map(([gameId, market, selection]) => ({ gameId, market, selection, odds: 1.01 }))
      return app.placeBet(player, { stake: STAKE, selections })
    },
    /** The cash-out of a ticket as its owner reads it. */
    async cashoutOf({ id, userId }: Ticket): Promise<Cashout> {
      const { status, body, text } = await app.account(userId).call(getCashout, { params: { id } })
      if (status !== 200) throw new Error(text)
      return body
    },
    /** Accepts an offer; with `stake`, for a part of the stake. `stakeLeft`: the stake left that the player saw. */
    async accept(
      { id, userId }: Ticket,
      offer: number,
      key?: string,
      more: { readonly stake?: number; readonly stakeLeft?: number } = {},
    ): Promise<CashoutResponse> {
      const { status, body } = await app.account(userId).call(acceptCashout, {
        params: { id },
        body: { offer, ...more },
        ...(key === undefined ? {} : { key }),
      })
      if (body.code === undefined) return { status, cashout: body }
      return { error: body.code, details: body.details ?? {} }
    },
    acceptPart(ticket: Ticket, offer: number, stake: number, stakeLeft?: number): Promise<CashoutResponse> {
      return this.accept(ticket, offer, undefined, { stake, ...(stakeLeft === undefined ? {} : { stakeLeft }) })
    },

    /** Sets the automatic cash-out of a ticket, as its owner or another account. */
    async setTarget(ticket: Ticket, target: number, percent = 100, as = app.account(ticket.userId)) {
      const { status, body } = await as.call(setAutomaticCashout, {
        params: { id: ticket.id },
        body: { target, percent },
      })
      return body.code === undefined ? { status, cashout: body } : { error: body.code, details: body.details ?? {} }
    },
    async removeTarget(ticket: Ticket, as = app.account(ticket.userId)) {
      const { status, body } = await as.call(removeAutomaticCashout, { params: { id: ticket.id } })
      return body.code === undefined ? { status, cashout: body } : { error: body.code, details: body.details ?? {} }
    },

    /** Enters a result of a game; its tickets are not settled yet. */
    async enterResult(id: string, result: StaffResult): Promise<void> {
      const done = await app.enterResult(id, result)
      if (!done.ok) throw new Error(`the result was refused: ${done.error}`)
    },
    markSettled: (gameId: string, resultVersion: number) =>
      inTransaction((tx) => catalogue.results.markSettled(tx, [{ gameId, resultVersion }], clock)),

    /** Settles the tickets of a live game before its result is published. */
    async settleTickets(id: string, home: number, away: number): Promise<void> {
      const result: MatchResult = { sport: 'soccer', home, away }
      const firstLiveAt = (await catalogue.games.byId(id))?.firstLiveAt ?? null
      const outcomeOf = ({ market, selection }: { market: MarketId; selection: string }) => {
        const outcome = settle(market, selection, result, 'house')
        return outcome === 'undecided' ? null : outcome
      }
      const claims = await betting.decisions.openSelections(kernel.db, [id])
      await betting.decisions.storeOutcomes(
        kernel.db,
        claims.map((claim) => ({ ...claim, version: 1, house: outcomeOf(claim), industry: outcomeOf(claim) })),
      )
      const [tickets] = await betting.decisions.openTickets(kernel.db, [id], 100)
      if (tickets === undefined) return
      await inTransaction(async (tx) => {
        const lock = async (): Promise<Date> => clock.now()
        const games = [{ gameId: id, firstLiveAt, resultVersion: 1 }]
        const settled = await betting.decisions.decide(tx, games, tickets, lock)
        for (const { userId, payout, id: reference } of settled.filter((ticket) => ticket.payout > 0n)) {
          const details = { kind: 'win' as const, reference, description: 'Win' }
          await wallet.transfers.credit(
            tx,
            { account: userId, from: HOUSE.book, amount: payout, ...details },
            clock.now(),
          )
        }
      })
    },

    async credits(ticket: Ticket): Promise<{ kind: string; amount: number }[]> {
      const entries = await wallet.ledger.entriesOf(ticket.id)
      return entries.flatMap(({ kind, amountUgx }) =>
        kind === 'bet' ? [] : [{ kind, amount: Number(amountUgx) / 100 }],
      )
    },
    /** The published outcomes of a ticket's accepted offers: why each was refused, null where it was paid. */
    async outcomes(ticket: Ticket) {
      const events = await app.eventsOf(ticket.userId)
      return events.flatMap(({ type, data }) =>
        type === 'cashout-decided' && data.ticketId === ticket.id
          ? [{ offer: data.offer, refusedBecause: data.refusedBecause, isRunning: data.isRunning }]
          : [],
      )
    },
    isLedgerClean: async (): Promise<boolean> => (await wallet.ledger.check()).ok,
  }
}

export type CashoutFixture = Awaited<ReturnType<typeof cashoutFixture>>

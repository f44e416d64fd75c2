import type { Cashout } from '@mupiira/contract/cashout.ts'
import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import { type BetInput, placeBet, type SelectionInput, type Ticket } from '@mupiira/contract/bets.ts'
import { settle } from '@mupiira/domain/markets/settle.ts'
import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import type { MarketId, MatchResult } from '@mupiira/domain/markets/types.ts'
import { createAnswerOnce } from '../../kernel/http/answer-once.ts'
import { newId } from '../../kernel/ids.ts'
import { actorOf, betOf, openShop, slotOf } from '../betting/test-shop.ts'
import type { GameRow, MarketControls, OperatorsResult } from '../catalogue/index.ts'
import { HOUSE } from '../wallet/index.ts'
import { createCashout } from './index.ts'

export type Answered =
  | { readonly status: number; readonly cashout: Cashout }
  | { readonly error: string; readonly details: Record<string, unknown> }

/** The shop with cash-out, asked as the interface asks. */
export async function openTill() {
  const shop = await openShop()
  const { kernel, clock, betting, change, ask } = shop
  const { catalogue, wallet } = shop.deps
  const cashout = createCashout(kernel, { ...shop.deps, betting })
  const answerOnce = createAnswerOnce(kernel.idempotency, kernel.db)

  const player = () => shop.player(1_000_000)

  const manualGame = (sport: GameRow['sport'] = 'soccer') => shop.game({ sport })

  /** The same of the feed, so that its minute and score are what it says. */
  async function game(sport: GameRow['sport'] = 'soccer'): Promise<GameRow> {
    const made = await manualGame(sport)
    await kernel.db.change(`update games set source = 'feed', feed_match_id = id::text where id = $1`, [made.id])
    return made
  }

  /** What the operator does with a match that he runs. */
  async function step(id: string, ...steps: readonly ManualStep[]): Promise<void> {
    for (const each of steps) {
      const done = await kernel.db.transaction((tx) => catalogue.stepGame(tx, id, each, clock.now()))
      if (!done.ok) throw new Error(`the step was refused: ${done.error}`)
    }
  }

  const control = (id: string, controls: MarketControls) =>
    kernel.db.transaction((tx) => catalogue.controlMarkets(tx, id, () => controls, clock.now()))

  const received = (id: string) =>
    kernel.db.change('update games set feed_seen_at = $2 where id = $1', [id, clock.now()])

  /** The feed says that the game is in this minute, with this score. */
  async function play(id: string, minute: number, homeScore = 0, awayScore = 0, more: Partial<GameRow> = {}) {
    await change(id, { status: 'live', minutesPassed: minute, homeScore, awayScore, ...more })
    await received(id)
  }

  /** The same later: nothing new but the time. */
  async function wait(seconds: number, ...gameIds: string[]): Promise<void> {
    clock.forward(seconds * 1000)
    for (const id of gameIds) await received(id)
  }

  async function place(
    userId: string,
    ...wanted: readonly (readonly [gameId: string, market: MarketId, selection: string])[]
  ): Promise<Ticket> {
    const selections: SelectionInput[] = wanted.map(([gameId, market, selection]) => ({
      gameId,
      market,
      selection,
      odds: 1.01,
    }))
    const body: BetInput = { stake: 100_000, acceptOddsChanges: true, selections }
    const outcome = await ask(betting.routes, placeBet, betOf(userId, body))
    if (!('body' in outcome)) throw new Error(`the bet was refused: ${JSON.stringify(outcome)}`)
    return (outcome.body as { ticket: Ticket }).ticket
  }

  async function look({ id, userId }: Ticket): Promise<Cashout> {
    const outcome = await ask(cashout.routes, getCashout, { params: { id }, actor: actorOf(userId) })
    if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body as Cashout
  }

  async function accept({ id, userId }: Ticket, offer: number, key?: string): Promise<Answered> {
    const asked = { offer }
    const slot = slotOf(userId, 'POST /api/bets/{id}/cashout', asked, key)
    const call = { params: { id }, body: asked, slot, actor: actorOf(userId) }
    const settled = await answerOnce(slot, {}, () => ask(cashout.routes, acceptCashout, call))
    const outcome: unknown = 'answer' in settled ? JSON.parse(settled.answer.body) : settled.outcome
    const { status, body, error, details } = outcome as Record<string, unknown>
    return error === undefined
      ? { status: Number(status), cashout: body as Cashout }
      : { error: String(error), details: (details ?? {}) as Record<string, unknown> }
  }

  /** The operator says how a game has ended; its tickets do not follow yet. */
  async function say(id: string, entered: OperatorsResult): Promise<void> {
    const words = { actorId: newId(), note: 'by the referee' }
    const done = await kernel.db.transaction((tx) => catalogue.decideResult(tx, id, entered, words, clock.now()))
    if (!done.ok) throw new Error(`the result was refused: ${done.error}`)
  }

  /** Settlement is through with all tickets of a game. */
  const isThrough = (gameId: string, resultVersion: number) =>
    kernel.db.transaction((tx) => catalogue.markSettled(tx, [{ gameId, resultVersion }], clock.now()))

  /** Settles a game as settlement does: legs and tickets first, then the accounts of those who are paid. */
  async function settleGame(id: string, home: number, away: number): Promise<void> {
    const result: MatchResult = { sport: 'soccer', home, away }
    const firstLiveAt = (await catalogue.game(id))?.firstLiveAt ?? null
    const outcomeOf = ({ market, selection }: { market: MarketId; selection: string }) => {
      const outcome = settle(market, selection, result, 'house')
      return outcome === 'undecided' ? null : outcome
    }
    const claims = await betting.openClaims(kernel.db, [id])
    await betting.keepOutcomes(
      kernel.db,
      claims.map((claim) => ({ ...claim, version: 1, house: outcomeOf(claim), industry: outcomeOf(claim) })),
    )
    const [tickets] = await betting.openTickets(kernel.db, [id], 100)
    if (tickets === undefined) return
    await kernel.db.transaction(async (tx) => {
      const settled = await betting.decide(tx, [{ gameId: id, firstLiveAt, resultVersion: 1 }], tickets, clock.now())
      for (const { userId, payout, id: reference } of settled.filter((ticket) => ticket.payout > 0n)) {
        const words = { kind: 'win', reference, description: 'Win' }
        await wallet.credit(tx, { account: userId, from: HOUSE.book, amount: payout, ...words }, clock.now())
      }
    })
  }

  async function credits(ticket: Ticket): Promise<{ kind: string; amount: number }[]> {
    const rows = await kernel.db.query<{ kind: string; amount: bigint }>(
      `select kind, amount from posting where reference = $1 and kind <> 'bet' order by id`,
      [ticket.id],
    )
    return rows.map(({ kind, amount }) => ({ kind, amount: Number(amount) / 100 }))
  }

  /** What was told of the checks of a ticket's cash-outs: why each was refused, null where it was paid. */
  async function outcomes(
    ticket: Ticket,
  ): Promise<{ offer: number; refusedBecause: string | null; isRunning: boolean }[]> {
    const rows = await kernel.db.query<{ data: Awaited<ReturnType<typeof outcomes>>[number] }>(
      `select e->'data' as data from outbox, json_array_elements(events) e
        where e->>'type' = 'cashout-decided' and e->'data'->>'ticketId' = $1 order by outbox.id`,
      [ticket.id],
    )
    return rows.map(({ data: { offer, refusedBecause, isRunning } }) => ({ offer, refusedBecause, isRunning }))
  }

  const isLedgerClean = async (): Promise<boolean> => (await wallet.checkLedger()).ok

  const games = { manualGame, game, step, control, play, runClock: catalogue.runClock }
  const acts = { player, wait, place, look, accept, say, isThrough, settleGame, credits, outcomes }
  return { ...shop, ...games, ...acts, cashout, isLedgerClean }
}

export type Till = Awaited<ReturnType<typeof openTill>>

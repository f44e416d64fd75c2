import type { Cashout } from '@mupiira/contract/cashout.ts'
import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import { type BetInput, placeBet, type SelectionInput, type Ticket } from '@mupiira/contract/bets.ts'
import { settle } from '@mupiira/domain/markets/settle.ts'
import type { HandStep } from '@mupiira/domain/match/run-by-hand.ts'
import type { MarketId, MatchResult } from '@mupiira/domain/markets/types.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { createAnswerOnce } from '../../kernel/http/answer-once.ts'
import type { Call, Outcome, Route } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import { createBetting, gamesBetOn } from '../betting/index.ts'
import { createCatalogue, type GameRow, type MarketControls, type OperatorsResult } from '../catalogue/index.ts'
import { createPricing } from '../pricing/index.ts'
import { createProtection } from '../protection/index.ts'
import { createSettings } from '../settings/index.ts'
import { createWallet, HOUSE } from '../wallet/index.ts'
import { createCashout } from './index.ts'

export const NOON = new Date('2026-11-21T12:00:10Z')
const ODDS = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

export type Answered =
  | { readonly status: number; readonly cashout: Cashout }
  | { readonly error: string; readonly details: Record<string, unknown> }

/** Betting and cash-out over a test's own database, asked as the interface asks them. */
export async function openTill() {
  const database = await testDatabase()
  const clock = testClock(NOON)
  const running = testKernel(database.url, { clock })
  const { kernel } = running
  const wallet = createWallet(kernel)
  wallet.registerExplainer('top-up', `select reference, amount from posting where kind = 'top-up'`)
  const settings = createSettings(kernel)
  await settings.ready()
  const catalogue = createCatalogue(kernel, { feed: null })
  const pricing = createPricing(kernel, { catalogue, settings }, { gamesBetOn })
  const betting = createBetting(kernel, {
    catalogue,
    pricing,
    settings,
    wallet,
    protection: createProtection(kernel, { wallet }),
  })
  const cashout = createCashout(kernel, { betting, catalogue, pricing, settings, wallet })
  const answerOnce = createAnswerOnce(kernel.idempotency, kernel.db)

  async function player(): Promise<string> {
    const userId = newId()
    await kernel.db.transaction(async (tx) => {
      await wallet.openAccount(tx, userId, clock.now())
      const words = { kind: 'top-up', reference: newId(), description: 'for the test' }
      const amount = ugxFromShillings(1_000_000)
      await wallet.credit(tx, { account: userId, from: HOUSE.operator, amount, ...words }, clock.now())
    })
    return userId
  }

  /** A game that starts in an hour, run by the operator. */
  function handGame(sport: GameRow['sport'] = 'soccer'): Promise<GameRow> {
    const startTime = new Date(clock.now().getTime() + 60 * MINUTE_MS)
    const teams = { homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', league: 'Premier League', country: 'Uganda' }
    return kernel.db.transaction((tx) => catalogue.createGame(tx, { ...teams, sport, startTime }, ODDS, clock.now()))
  }

  /** The same of the feed, so that its minute and score are what it says. */
  async function game(sport: GameRow['sport'] = 'soccer'): Promise<GameRow> {
    const made = await handGame(sport)
    await kernel.db.change(`update games set source = 'feed', feed_match_id = id::text where id = $1`, [made.id])
    return made
  }

  const change = (id: string, values: Partial<GameRow>) =>
    kernel.db.transaction((tx) => catalogue.changeGame(tx, id, values, clock.now()))

  /** What the operator does with a match that he runs. */
  async function step(id: string, ...steps: readonly HandStep[]): Promise<void> {
    for (const each of steps) {
      const done = await kernel.db.transaction((tx) => catalogue.stepGame(tx, id, each, clock.now()))
      if (!done.ok) throw new Error(`the step was refused: ${done.error}`)
    }
  }

  const control = (id: string, controls: MarketControls) =>
    kernel.db.transaction((tx) => catalogue.controlMarkets(tx, id, () => controls, clock.now()))

  const heard = (id: string) => kernel.db.change('update games set feed_seen_at = $2 where id = $1', [id, clock.now()])

  /** The feed says that the game is in this minute, with this score. */
  async function play(id: string, minute: number, homeScore = 0, awayScore = 0, more: Partial<GameRow> = {}) {
    await change(id, { status: 'live', minutesPassed: minute, homeScore, awayScore, ...more })
    await heard(id)
  }

  /** The same later: nothing new but the time. */
  async function wait(seconds: number, ...gameIds: string[]): Promise<void> {
    clock.forward(seconds * 1000)
    for (const id of gameIds) await heard(id)
  }

  const slotOf = (userId: string, route: string, key: string): IdempotencySlot => ({
    userId,
    key,
    route,
    requestHash: Buffer.alloc(32),
    encode: (outcome) => ({ status: 'status' in outcome ? outcome.status : 422, body: JSON.stringify(outcome) }),
    answer: null,
  })

  const handlerOf = (routes: readonly Route[], endpoint: object) => {
    const found = routes.find((route): route is Route & { kind: 'answer' } => route.endpoint === endpoint)
    if (found === undefined) throw new Error('no such route')
    return (call: object): Promise<Outcome> =>
      found.handler({ headers: {}, cookies: {}, address: '127.0.0.1', now: clock.now(), ...call } as Call)
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
    const slot = slotOf(userId, 'POST /api/bets', newId())
    const actor = { kind: 'user', userId, sessionId: 's' }
    const outcome = await handlerOf(betting.routes, placeBet)({ body, slot, actor })
    if (!('body' in outcome)) throw new Error(`the bet was refused: ${JSON.stringify(outcome)}`)
    return (outcome.body as { ticket: Ticket }).ticket
  }

  const actorOf = (ticket: Ticket) => ({ kind: 'user', userId: ticket.userId, sessionId: 's' })

  async function look(ticket: Ticket): Promise<Cashout> {
    const outcome = await handlerOf(cashout.routes, getCashout)({ params: { id: ticket.id }, actor: actorOf(ticket) })
    if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body as Cashout
  }

  async function accept(ticket: Ticket, offer: number, key = newId()): Promise<Answered> {
    const slot = slotOf(ticket.userId, 'POST /api/bets/{id}/cashout', key)
    const call = { params: { id: ticket.id }, body: { offer }, slot, actor: actorOf(ticket) }
    const settled = await answerOnce(slot, {}, () => handlerOf(cashout.routes, acceptCashout)(call))
    const outcome: unknown = 'answer' in settled ? JSON.parse(settled.answer.body) : settled.outcome
    const { status, body, error, details } = outcome as Record<string, unknown>
    return error === undefined
      ? { status: Number(status), cashout: body as Cashout }
      : { error: String(error), details: (details ?? {}) as Record<string, unknown> }
  }

  /** The operator says how a game has ended; its tickets do not follow yet. */
  async function say(id: string, said: OperatorsResult): Promise<void> {
    const words = { actorId: newId(), note: 'by the referee' }
    const done = await kernel.db.transaction((tx) => catalogue.decideResult(tx, id, said, words, clock.now()))
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

  async function stored(ticket: Ticket): Promise<Ticket> {
    const [found] = await betting.presentTickets([ticket.id])
    if (found === undefined) throw new Error('the ticket is not found')
    return found
  }

  const set = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    kernel.db.transaction(async (tx) => void (await settings.changeAll(tx, [{ key, value }], newId(), clock.now())))

  const balance = async (userId: string): Promise<number> => Number((await wallet.balance(userId)).balance) / 100

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

  async function close(): Promise<void> {
    await running.stop()
    await database.drop()
  }

  const games = { handGame, game, change, step, control, play, runClock: catalogue.runClock }
  const acts = {
    ...games,
    player,
    wait,
    place,
    look,
    accept,
    say,
    isThrough,
    settleGame,
    stored,
    set,
    balance,
    credits,
    outcomes,
  }
  return { kernel, clock, cashout, ...acts, isLedgerClean, close }
}

export type Till = Awaited<ReturnType<typeof openTill>>

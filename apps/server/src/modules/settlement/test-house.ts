import {
  type BetInput,
  getTicket,
  placeBet,
  type SelectionInput,
  type Ticket,
  type TicketDetail,
} from '@mupiira/contract/bets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import type { Call, Route } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import { createBetting, gamesBetOn } from '../betting/index.ts'
import { createCatalogue, type GameRow } from '../catalogue/index.ts'
import { createPricing } from '../pricing/index.ts'
import { createProtection } from '../protection/index.ts'
import { createSettings } from '../settings/index.ts'
import { createWallet, HOUSE } from '../wallet/index.ts'
import { createSettlement } from './index.ts'

export const NOON = new Date('2026-11-21T12:00:10Z')
const ODDS = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

/** Betting and settlement over a test's own database; bets are placed as the interface places them. */
export async function openHouse(ticketsAtOnce = 7) {
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
  const doors = { betting, catalogue, pricing, settings, wallet, ticketsAtOnce, slow: new Map<string, Date>() }
  const settlement = createSettlement(kernel, doors)

  async function player(balanceUgx = 100_000_000): Promise<string> {
    const userId = newId()
    await kernel.db.transaction(async (tx) => {
      await wallet.openAccount(tx, userId, clock.now())
      const deposit = { kind: 'top-up', reference: newId(), description: 'for the test' }
      const amount = ugxFromShillings(balanceUgx)
      await wallet.credit(tx, { account: userId, from: HOUSE.operator, amount, ...deposit }, clock.now())
    })
    return userId
  }

  const game = (change: Partial<GameRow> = {}): Promise<GameRow> =>
    kernel.db.transaction((tx) => {
      const startTime = new Date(clock.now().getTime() + 3_600_000)
      const teams = { homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', league: 'Premier League', country: 'Uganda' }
      return catalogue.createGame(tx, { ...teams, sport: 'soccer', startTime, ...change }, ODDS, clock.now())
    })

  const change = (id: string, values: Partial<GameRow>) =>
    kernel.db.transaction((tx) => catalogue.changeGame(tx, id, values, clock.now()))

  const finish = (id: string, homeScore: number, awayScore: number, more: Partial<GameRow> = {}) =>
    change(id, { status: 'finished', homeScore, awayScore, ...more })

  /** A selection at the price of now; null where it has none. */
  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput | null> {
    const prices = (await pricing.snapshot([gameId], clock.now())).get(gameId)
    const price = prices?.price(market, selection)?.oddsHundredths ?? null
    return price === null ? null : { gameId, market, selection, odds: price / 100 }
  }

  async function picks(...wanted: readonly (readonly [string, MarketId?, string?])[]): Promise<SelectionInput[]> {
    const found = await Promise.all(wanted.map((each) => pick(...each)))
    return found.map((each) => {
      if (each === null) throw new Error('a selection has no price')
      return each
    })
  }

  const handlerOf = (endpoint: object) => {
    const found = betting.routes.find((route): route is Route & { kind: 'answer' } => route.endpoint === endpoint)
    if (found === undefined) throw new Error('no such route')
    return (call: object) =>
      found.handler({ headers: {}, cookies: {}, address: '127.0.0.1', now: clock.now(), ...call } as Call)
  }
  const placing = handlerOf(placeBet)
  const opening = handlerOf(getTicket)

  /** Places a bet; null when it is refused. */
  async function tryPlace(userId: string, slip: Partial<BetInput> & { selections: SelectionInput[] }) {
    const body: BetInput = { stake: 25_000, acceptOddsChanges: true, ...slip }
    const slot: IdempotencySlot = {
      userId,
      key: newId(),
      route: 'POST /api/bets',
      requestHash: Buffer.alloc(32),
      encode: (outcome) => ({ status: 'status' in outcome ? outcome.status : 422, body: JSON.stringify(outcome) }),
      answer: null,
    }
    const outcome = await placing({ body, slot, actor: { kind: 'user', userId, sessionId: 's' } })
    if (!('body' in outcome)) return null
    return (outcome.body as { ticket: Ticket }).ticket
  }

  async function place(userId: string, slip: Partial<BetInput> & { selections: SelectionInput[] }): Promise<Ticket> {
    const ticket = await tryPlace(userId, slip)
    if (ticket === null) throw new Error('the bet was refused')
    return ticket
  }

  /** The ticket as its owner opens it. */
  async function open(ticket: Ticket): Promise<TicketDetail> {
    const actor = { kind: 'user', userId: ticket.userId, sessionId: 's' }
    const outcome = await opening({ params: { id: ticket.id }, actor })
    if (!('body' in outcome)) throw new Error('the ticket is not found')
    return outcome.body as TicketDetail
  }

  /** The ticket as it is stored, without opening it. */
  async function stored(ticket: Ticket): Promise<Ticket> {
    const [found] = await betting.presentTickets([ticket.id])
    if (found === undefined) throw new Error('the ticket is not found')
    return found
  }

  const set = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    kernel.db.transaction(async (tx) => void (await settings.changeAll(tx, [{ key, value }], newId(), clock.now())))

  const balance = async (userId: string): Promise<number> => Number((await wallet.balance(userId)).balance) / 100

  async function close(): Promise<void> {
    await running.stop()
    await database.drop()
  }

  const acts = {
    player,
    game,
    change,
    finish,
    pick,
    picks,
    tryPlace,
    place,
    open,
    stored,
    set,
    balance,
    asOwner: database.asOwner,
    close,
  }
  return { kernel, clock, doors, settlement, ...acts }
}

export type House = Awaited<ReturnType<typeof openHouse>>

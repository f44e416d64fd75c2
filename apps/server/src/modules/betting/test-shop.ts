import { createHash } from 'node:crypto'
import type { BetInput, Ticket } from '@mupiira/contract/bets.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import type { Call, Outcome, Route } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import { type BaseOdds, createCatalogue, type GameRow } from '../catalogue/index.ts'
import { createPricing } from '../pricing/index.ts'
import { createProtection } from '../protection/index.ts'
import { createSettings } from '../settings/index.ts'
import { createWallet, HOUSE } from '../wallet/index.ts'
import { createBetting, gamesBetOn } from './index.ts'

export const NOON = new Date('2026-11-21T12:00:10Z')
export const ODDS: BaseOdds = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

/** The modules that a bet needs over a test's own database, with short words for what tests of bets, settlement and cash-out do. */
export async function openShop() {
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
  const deps = { catalogue, pricing, settings, wallet, protection: createProtection(kernel, { wallet }) }
  const betting = createBetting(kernel, deps)

  async function player(balanceUgx: number): Promise<string> {
    const userId = newId()
    await kernel.db.transaction(async (tx) => {
      await wallet.openAccount(tx, userId, clock.now())
      if (balanceUgx === 0) return
      const deposit = { kind: 'top-up', reference: newId(), description: 'for the test' }
      const amount = ugxFromShillings(balanceUgx)
      await wallet.credit(tx, { account: userId, from: HOUSE.operator, amount, ...deposit }, clock.now())
    })
    return userId
  }

  /** A game that starts in an hour, run by the operator. */
  const game = (change: Partial<GameRow> = {}, odds: BaseOdds | null = ODDS): Promise<GameRow> =>
    kernel.db.transaction((tx) => {
      const startTime = new Date(clock.now().getTime() + 3_600_000)
      const teams = { homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', league: 'Premier League', country: 'Uganda' }
      return catalogue.createGame(tx, { ...teams, sport: 'soccer', startTime, ...change }, odds, clock.now())
    })

  const change = (id: string, values: Partial<GameRow>) =>
    kernel.db.transaction((tx) => catalogue.changeGame(tx, id, values, clock.now()))

  /** Asks an operation as the interface does. */
  function ask(routes: readonly Route[], endpoint: object, call: object): Promise<Outcome> {
    const found = routes.find((route): route is Route & { kind: 'answer' } => route.endpoint === endpoint)
    if (found === undefined) throw new Error('no such route')
    const asked = { headers: {}, cookies: {}, address: '127.0.0.1', now: clock.now(), ...call }
    return Promise.resolve(found.handler(asked as Call))
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

  const { url, asOwner } = database
  return { url, asOwner, kernel, clock, deps, betting, player, game, change, ask, stored, set, balance, close }
}

/** Whoever asks for a player, as routes learn it. */
export const actorOf = (userId: string) => ({ kind: 'user', userId, sessionId: 's' })

/** Where the answer to a request for money is kept. */
export const slotOf = (userId: string, route: string, body: object, key = newId()): IdempotencySlot => ({
  userId,
  key,
  route,
  requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
  encode: (outcome) => ({ status: statusOf(outcome), body: JSON.stringify(outcome) }),
  answer: null,
})

/** A bet of the body, as `ask` hands it over. */
export const betOf = (userId: string, body: BetInput) => ({
  body,
  slot: slotOf(userId, 'POST /api/bets', body),
  actor: actorOf(userId),
})

function statusOf(outcome: Outcome): number {
  if ('error' in outcome) return ERRORS[outcome.error].status
  return 'status' in outcome ? outcome.status : 200
}

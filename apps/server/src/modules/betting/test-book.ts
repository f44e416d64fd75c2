import { createHash } from 'node:crypto'
import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { ugxFromNumber, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import { type BaseOdds, createCatalogue, type GameRow } from '../catalogue/index.ts'
import { createPricing } from '../pricing/index.ts'
import { createProtection } from '../protection/index.ts'
import { createSettings } from '../settings/index.ts'
import { createWallet, HOUSE } from '../wallet/index.ts'
import { createBetting, gamesBetOn } from './index.ts'
import { placeBets, type PlaceOutcome, type PlaceRequest } from './place-bets.ts'

export const NOON = new Date('2026-11-21T12:00:10Z')

export type Slip = Partial<BetInput> & { readonly selections: SelectionInput[] }

/** The modules that a bet needs over a test's own database, with short words for what tests do. */
export async function openBook() {
  const database = await testDatabase()
  const clock = testClock(NOON)
  const running = testKernel(database.url, { clock })
  const { kernel } = running
  const wallet = createWallet(kernel)
  const settings = createSettings(kernel)
  await settings.ready()
  const catalogue = createCatalogue(kernel, { feed: null })
  const pricing = createPricing(kernel, { catalogue, settings }, { gamesBetOn })
  const doors = { catalogue, pricing, settings, wallet, protection: createProtection(kernel, { wallet }) }
  const betting = createBetting(kernel, doors)

  /** A player with money; `standing` says that he has bet before. */
  async function player(balanceUgx = 1_000_000, standing = true): Promise<string> {
    const userId = newId()
    await kernel.db.transaction(async (tx) => {
      await wallet.openAccount(tx, userId, clock.now())
      if (balanceUgx > 0) {
        const deposit = { kind: 'top-up', reference: newId(), description: 'for the test' }
        const amount = ugxFromShillings(balanceUgx)
        await wallet.credit(tx, { account: userId, from: HOUSE.operator, amount, ...deposit }, clock.now())
      }
      if (!standing) return
      await tx.change(
        `insert into player_betting (user_id, placed, standing, day, placed_on_day) values ($1, 1, 1, '2026-01-01', 1)`,
        [userId],
      )
    })
    return userId
  }

  const game = (change: Partial<GameRow> = {}, odds: BaseOdds | null = ODDS): Promise<GameRow> =>
    kernel.db.transaction((tx) =>
      catalogue.createGame(
        tx,
        {
          homeTeam: 'Vipers SC',
          awayTeam: 'KCCA FC',
          league: 'Premier League',
          country: 'Uganda',
          sport: 'soccer',
          startTime: new Date(clock.now().getTime() + 3_600_000),
          ...change,
        },
        odds,
        clock.now(),
      ),
    )

  const change = (id: string, values: Partial<GameRow>) =>
    kernel.db.transaction((tx) => catalogue.changeGame(tx, id, values, clock.now()))

  /** What the server asks for a selection now. */
  async function odds(gameId: string, market: MarketId, selection: string): Promise<number> {
    const prices = (await pricing.snapshot([gameId], clock.now())).get(gameId)
    const price = prices?.price(market, selection)?.oddsHundredths
    if (price === undefined || price === null) throw new Error(`${market} ${selection} has no price`)
    return price / 100
  }

  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput> {
    return { gameId, market, selection, odds: await odds(gameId, market, selection) }
  }

  function request(userId: string, slip: Slip, key: string = newId()): PlaceRequest {
    const body: BetInput = { stake: 10_000, ...slip }
    const stake = ugxFromNumber(body.stake)
    if (!stake.ok) throw new Error(stake.error)
    return {
      userId,
      stakeUgx: stake.value,
      slip: body,
      client: 'test',
      address: '127.0.0.1',
      slot: slotOf(userId, key, body),
    }
  }

  const place = async (userId: string, slip: Slip, key?: string): Promise<PlaceOutcome> =>
    (await placeTogether([request(userId, slip, key)]))[0] as PlaceOutcome

  const placeTogether = (batch: readonly PlaceRequest[]) => placeBets(kernel, doors, batch)

  /** Places and hands back the ticket; fails the test when it is refused. */
  async function placed(userId: string, slip: Slip) {
    const outcome = await place(userId, slip)
    if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body.ticket
  }

  const set = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    kernel.db.transaction(async (tx) => void (await settings.changeAll(tx, [{ key, value }], newId(), clock.now())))

  async function balance(userId: string): Promise<number> {
    return Number((await wallet.balance(userId)).balance) / 100
  }

  /** The ledger against tickets, whatever else the tests did. */
  async function ledger() {
    wallet.registerExplainer('top-up', `select reference, amount from posting where kind = 'top-up'`)
    return wallet.checkLedger()
  }

  async function close(): Promise<void> {
    await running.stop()
    await database.drop()
  }

  return {
    url: database.url,
    kernel,
    clock,
    doors,
    betting,
    player,
    game,
    change,
    odds,
    pick,
    request,
    place,
    placed,
    placeTogether,
    set,
    balance,
    ledger,
    close,
  }
}

export type Book = Awaited<ReturnType<typeof openBook>>

export const ODDS: BaseOdds = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

function slotOf(userId: string, key: string, body: BetInput): IdempotencySlot {
  return {
    userId,
    key,
    route: 'POST /api/bets',
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
    encode: (outcome) => ({ status: statusOf(outcome), body: JSON.stringify(outcome) }),
    answer: null,
  }
}

function statusOf(outcome: Outcome): number {
  if ('error' in outcome) return ERRORS[outcome.error].status
  return 'status' in outcome ? outcome.status : 200
}

/** The code of a refusal, or the status of a success. */
export function codeOf(outcome: PlaceOutcome | undefined): string {
  if (outcome === undefined) return 'nothing'
  if ('error' in outcome) return outcome.error
  return 'again' in outcome ? `again ${outcome.again.status}` : 'placed'
}

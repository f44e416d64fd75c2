import {
  type BetInput,
  getTicket,
  placeBet,
  type SelectionInput,
  type Ticket,
  type TicketDetail,
} from '@mupiira/contract/bets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { actorOf, betOf, openShop } from '../betting/test-shop.ts'
import type { GameRow } from '../catalogue/index.ts'
import { createSettlement } from './index.ts'

export { NOON } from '../betting/test-shop.ts'

type Slip = Partial<BetInput> & { readonly selections: SelectionInput[] }

/** The shop with settlement; bets are placed as the interface places them. */
export async function openHouse(ticketsAtOnce = 7) {
  const shop = await openShop()
  const { kernel, clock, betting, change, ask } = shop
  const deps = { ...shop.deps, betting, ticketsAtOnce, slow: new Map<string, Date>() }
  const settlement = createSettlement(kernel, deps)

  const player = (balanceUgx = 100_000_000) => shop.player(balanceUgx)

  const finish = (id: string, homeScore: number, awayScore: number, more: Partial<GameRow> = {}) =>
    change(id, { status: 'finished', homeScore, awayScore, ...more })

  /** A selection at the price of now; null where it has none. */
  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput | null> {
    const prices = (await deps.pricing.snapshot([gameId], clock.now())).get(gameId)
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

  /** Places a bet; null when it is refused. */
  async function tryPlace(userId: string, slip: Slip): Promise<Ticket | null> {
    const body: BetInput = { stake: 25_000, acceptOddsChanges: true, ...slip }
    const outcome = await ask(betting.routes, placeBet, betOf(userId, body))
    return 'body' in outcome ? (outcome.body as { ticket: Ticket }).ticket : null
  }

  async function place(userId: string, slip: Slip): Promise<Ticket> {
    const ticket = await tryPlace(userId, slip)
    if (ticket === null) throw new Error('the bet was refused')
    return ticket
  }

  /** The ticket as its owner opens it. */
  async function open({ id, userId }: Ticket): Promise<TicketDetail> {
    const outcome = await ask(betting.routes, getTicket, { params: { id }, actor: actorOf(userId) })
    if (!('body' in outcome)) throw new Error('the ticket is not found')
    return outcome.body as TicketDetail
  }

  return { ...shop, deps, settlement, player, finish, pick, picks, tryPlace, place, open }
}

export type House = Awaited<ReturnType<typeof openHouse>>

import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { placeBets, type PlaceOutcome, type PlaceRequest } from './place-bets.ts'
import { openShop, slotOf } from './test-shop.ts'

export type Slip = Partial<BetInput> & { readonly selections: SelectionInput[] }

/** The shop whose bets are placed by the function behind the interface. */
export async function openBook() {
  const shop = await openShop()
  const { kernel, clock, deps } = shop

  /** A player with money; `standing` says that he has bet before. */
  async function player(balanceUgx = 1_000_000, standing = true): Promise<string> {
    const userId = await shop.player(balanceUgx)
    if (standing) {
      await kernel.db.change(
        `insert into player_betting (user_id, placed, standing, day, placed_on_day) values ($1, 1, 1, '2026-01-01', 1)`,
        [userId],
      )
    }
    return userId
  }

  /** What the server asks for a selection now. */
  async function odds(gameId: string, market: MarketId, selection: string): Promise<number> {
    const prices = (await deps.pricing.snapshot([gameId], clock.now())).get(gameId)
    const price = prices?.price(market, selection)?.oddsHundredths
    if (price === undefined || price === null) throw new Error(`${market} ${selection} has no price`)
    return price / 100
  }

  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput> {
    return { gameId, market, selection, odds: await odds(gameId, market, selection) }
  }

  function request(userId: string, slip: Slip, key?: string): PlaceRequest {
    const body: BetInput = { stake: 10_000, ...slip }
    const stake = ugxFromNumber(body.stake)
    if (!stake.ok) throw new Error(stake.error)
    const slot = slotOf(userId, 'POST /api/bets', body, key)
    return { userId, stakeUgx: stake.value, slip: body, client: 'test', address: '127.0.0.1', slot }
  }

  const place = async (userId: string, slip: Slip, key?: string): Promise<PlaceOutcome> =>
    (await placeTogether([request(userId, slip, key)]))[0] as PlaceOutcome

  const placeTogether = (batch: readonly PlaceRequest[]) => placeBets(kernel, deps, batch)

  /** Places and hands back the ticket; fails the test when it is refused. */
  async function placed(userId: string, slip: Slip) {
    const outcome = await place(userId, slip)
    if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body.ticket
  }

  return { ...shop, player, odds, pick, request, place, placed, placeTogether }
}

export type Book = Awaited<ReturnType<typeof openBook>>

/** The code of a refusal, or the status of a success. */
export function codeOf(outcome: PlaceOutcome | undefined): string {
  if (outcome === undefined) return 'nothing'
  if ('error' in outcome) return outcome.error
  return 'again' in outcome ? `again ${outcome.again.status}` : 'placed'
}

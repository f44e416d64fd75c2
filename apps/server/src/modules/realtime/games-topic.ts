import { Buffer } from 'node:buffer'
import type { GameChange, StreamEvent } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { writeMarketMoves, writeMove } from '@mupiira/domain/match/published-prices.ts'
import type { Pricing } from '../pricing/index.ts'

/** A change of a game, encoded once for all streams. */
export type WrittenChange = { readonly gameId: string; readonly bytes: Buffer }
/** The bytes around the changes of a frame. */
export type Frame = { readonly begin: Buffer; readonly end: Buffer }

const END = Buffer.from(']\n\n')
/**
 * The fields of a game that change. Complete in itself, so a client that missed earlier changes is correct after this
 * one.
 */
export function changeOf(game: Game): GameChange {
  const { shortId: _shortId, name: _name, homeTeam: _home, awayTeam: _away, league: _league, ...rest } = game
  const { country: _country, sport: _sport, ...change } = rest
  if (game.open) return change
  const { prices: _prices, closing: _closing, trends: _trends, moreMarkets: _more, priced: _priced, ...closed } = change
  return closed
}

export const writeChange = (change: GameChange): WrittenChange => ({
  gameId: change.id,
  bytes: Buffer.from(JSON.stringify({ type: 'game', game: change })),
})

export const writeMinute = (gameId: string, minute: number): WrittenChange => ({
  gameId,
  bytes: Buffer.from(`"${shortGameId(gameId)}":${minute}`),
})

export const writePrices = (game: Game): WrittenChange => ({
  gameId: game.id,
  bytes: Buffer.from(`"${shortGameId(game.id)}":${JSON.stringify(writeMove(game))}`),
})

/** The minute of a live game whose clock shows only the minute; null for other games. */
export function plainMinute({ status, clock }: Game): number | null {
  return status === 'live' && clock !== null && clock.label === minuteLabel(clock.minute) ? clock.minute : null
}

/** The prices of all markets of these games. Complete in itself, like a game's change. */
export async function marketEvents(
  gameIds: readonly string[],
  pricing: Pick<Pricing, 'markets'>,
  now: Date,
): Promise<Extract<StreamEvent, { readonly type: 'markets' }>[]> {
  const found = await Promise.all(gameIds.map((id) => pricing.markets(id, now)))
  return found.flatMap((each) =>
    each === null ? [] : [{ type: 'markets', gameId: each.game.id, markets: writeMarketMoves(each.items) }],
  )
}

/** A frame of changes that were encoded before. */
export const frameOfChanges = (id: string): Frame => ({ begin: Buffer.from(`id: ${id}\ndata: [`), end: END })

/** Closes a frame with one event that maps short game ids to values. */
const END_OF_MAP = Buffer.from('}}]\n\n')

export const frameOfPrices = (id: string): Frame => ({
  begin: Buffer.from(`id: ${id}\ndata: [{"type":"prices","prices":{`),
  end: END_OF_MAP,
})

/** Minutes have no event id: clients do not resume from them. */
export const FRAME_OF_MINUTES: Frame = {
  begin: Buffer.from('data: [{"type":"minutes","minutes":{'),
  end: END_OF_MAP,
}

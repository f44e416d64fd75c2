import { Buffer } from 'node:buffer'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { writeMove } from '@mupiira/domain/match/published-prices.ts'

/** Something about a game, written once for all who hear of it. */
export type WrittenChange = { readonly gameId: string; readonly bytes: Buffer }
/** What stands before and after that which a client is told. */
export type Frame = { readonly begin: Buffer; readonly end: Buffer }

const END = Buffer.from(']\n\n')
/** What moves of a game. It holds on its own: whoever missed an earlier change is right again with the next one. */
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

/** The minute of a game in play whose clock says nothing more; null for every other. */
export function plainMinute({ status, clock }: Game): number | null {
  return status === 'live' && clock !== null && clock.label === minuteLabel(clock.minute) ? clock.minute : null
}

/** The frame of several changes: each was written once, and is only copied. */
export const frameOfChanges = (id: string): Frame => ({ begin: Buffer.from(`id: ${id}\ndata: [`), end: END })

/** A map of one event by the ends of ids. */
const END_OF_MAP = Buffer.from('}}]\n\n')

export const frameOfPrices = (id: string): Frame => ({
  begin: Buffer.from(`id: ${id}\ndata: [{"type":"prices","prices":{`),
  end: END_OF_MAP,
})

/** Minutes are a picture of the moment: nobody resumes from them. */
export const FRAME_OF_MINUTES: Frame = {
  begin: Buffer.from('data: [{"type":"minutes","minutes":{'),
  end: END_OF_MAP,
}

import { Buffer } from 'node:buffer'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/told-minute.ts'

/** Something about a game, written once for all who hear of it. */
export type WrittenChange = { readonly gameId: string; readonly bytes: Buffer }
/** Puts what a client is told into one frame. */
export type Frame = (told: readonly Buffer[]) => Buffer

const COMMA = 0x2c
const END = Buffer.from(']\n\n')
const MINUTES = Buffer.from('data: [{"type":"minutes","minutes":{')
const END_OF_MINUTES = Buffer.from('}}]\n\n')

/** What moves of a game. It holds on its own: whoever missed an earlier change is right again with the next one. */
export function changeOf(game: Game): GameChange {
  const { shortId: _shortId, name: _name, homeTeam: _home, awayTeam: _away, league: _league, ...rest } = game
  const { country: _country, sport: _sport, ...change } = rest
  if (game.open) return change
  const { prices: _prices, trends: _trends, moreMarkets: _more, priced: _priced, ...closed } = change
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

/** The minute of a game in play whose clock says nothing more; null for every other. */
export function plainMinute({ status, clock }: Game): number | null {
  return status === 'live' && clock !== null && clock.label === minuteLabel(clock.minute) ? clock.minute : null
}

/** One frame of several changes: what was written once is only copied. */
export const frameOfChanges = (id: string): Frame => {
  const begin = Buffer.from(`id: ${id}\ndata: [`)
  return (changes) => framed(begin, changes, END)
}

/** Minutes are a picture of the moment: nobody resumes from them. */
export const frameOfMinutes: Frame = (minutes) => framed(MINUTES, minutes, END_OF_MINUTES)

function framed(begin: Buffer, told: readonly Buffer[], end: Buffer): Buffer {
  // For every client and tick: sized and filled by hand, since a list of parts for each costs as much again.
  let length = begin.length + end.length + told.length - 1
  for (const bytes of told) length += bytes.length
  const frame = Buffer.allocUnsafe(length)
  frame.set(begin)
  let at = begin.length
  for (const bytes of told) {
    if (at > begin.length) frame[at++] = COMMA
    frame.set(bytes, at)
    at += bytes.length
  }
  frame.set(end, at)
  return frame
}

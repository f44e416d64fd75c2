import { useEffect, useState } from 'react'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { serverNow } from './clock.ts'
import { isLive, isOver } from './format/game-texts.ts'

export const IN_PLAY = 'bets close at kick-off'
/** A live game takes no bets for a short time. Screens add why (`suspensionText`). */
export const SUSPENDED = 'Suspended'
const OVER = 'this game is over'
const NOT_PLAYED = 'this game cannot be bet on now'

/** A timer is set when kick-off is this near. Earlier, the regular updates of `now` are accurate enough. */
const SOON_MS = 120_000

/**
 * Returns why a game is closed for betting, or null if it is open. The text explains the lock icon. A game locks at its
 * start time even if no stream event arrives or the data comes from the cache.
 */
export function closedReason(game: Game, now: Date): string | null {
  if (isLive(game)) return !game.inPlay ? IN_PLAY : game.open ? null : SUSPENDED
  if (isOver(game)) return OVER
  // The game's status appears beside this text: cancelled, postponed, abandoned, awaiting its result.
  if (game.status !== 'upcoming') return NOT_PLAYED
  if (Date.parse(game.startTime) <= now.getTime()) return IN_PLAY
  if (!game.priced) return 'no odds yet'
  if (!game.open) return game.delayed ? 'no data for this game right now' : 'no bets on this game right now'
  return null
}

const SHORT: Readonly<Record<string, string>> = {
  [IN_PLAY]: 'Bets closed',
  [OVER]: 'Full time',
  [NOT_PLAYED]: 'Closed',
}

/** The reason in one or two words. */
export const closedText = (reason: string): string => SHORT[reason] ?? 'Suspended'

type Priced = Pick<Market, 'id'> & { readonly selections: readonly Pick<Market['selections'][number], 'odds'>[] }

/** Returns why a selection of an open game has no odds (MKT-37 to MKT-39, MKT-45). */
export function missingOddsReason(market: Priced, selection: string): string {
  // No price at all means that staff suspended or closed the market.
  if (market.selections.every(({ odds }) => odds === null)) return 'no bets on this market right now'
  if (market.id === '1x2' && selection === 'X') return 'a draw is not offered for this game'
  // The odds would be too low or too high to offer. A suspension closes the whole market.
  return 'not offered at these odds'
}

/** Like `closedReason`, but also changes exactly at kick-off, between two updates of `now`. */
export function useClosedReason(game: Game, now: Date): string | null {
  const [startedAt, updateStarted] = useState<Date | null>(null)
  const startsMs = Date.parse(game.startTime)
  const isSoon = startsMs > now.getTime() && startsMs - now.getTime() <= SOON_MS
  useEffect(() => {
    if (!isSoon) return
    const timer = setTimeout(() => updateStarted(new Date(startsMs)), startsMs - serverNow().getTime())
    return () => clearTimeout(timer)
  }, [isSoon, startsMs])
  return closedReason(game, startedAt !== null && startedAt > now ? startedAt : now)
}

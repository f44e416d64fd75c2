import { useEffect, useState } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { serverNow } from './clock.ts'
import { isLive, isOver } from './format/game-texts.ts'

export const IN_PLAY = 'bets close at kick-off'
export const NO_DRAW = 'a draw is not offered for this game'
/** The reason for a market without a price: staff suspended or closed it. */
export const NOT_OFFERED = 'no bets on this market right now'

/** A timer is set this long before kick-off. Before that, the steps of `now` are accurate enough. */
const SOON_MS = 120_000

/**
 * Returns why a game is closed for betting, or null if it is open. A lock icon alone would not explain it. A game
 * locks at its start time even without a stream event, or with cached data.
 */
export function closedReason(game: Game, now: Date): string | null {
  if (isLive(game)) return IN_PLAY
  if (isOver(game)) return 'this game is over'
  // The game's status appears beside this text: cancelled, postponed, abandoned, awaiting its result.
  if (game.status !== 'upcoming') return 'this game cannot be bet on now'
  if (Date.parse(game.startTime) <= now.getTime()) return IN_PLAY
  if (!game.priced) return 'no odds yet'
  if (!game.open) return game.delayed ? 'no data for this game right now' : 'no bets on this game right now'
  return null
}

/** Like `closedReason`, but changes exactly at kick-off between the steps of `now`. */
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

import type { Game } from '@mupiira/contract/games.ts'
import { startText } from './times.ts'

type Timed = Pick<Game, 'status' | 'clock' | 'period' | 'startTime'> & Partial<Pick<Game, 'delayed'>>

const OVER: ReadonlySet<Game['status']> = new Set(['finished', 'completed', 'settled'])
const STOPPED: Partial<Record<Game['status'], string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  abandoned: 'Abandoned',
  held: 'Being decided',
}

export const isOver = (game: Pick<Game, 'status'>): boolean => OVER.has(game.status)
export const isLive = (game: Pick<Game, 'status'>): boolean => game.status === 'live'

/** Where a game has a score to show (HOME-18): while it is played, and once it is over. */
export const hasScore = (game: Pick<Game, 'status'>): boolean => isLive(game) || isOver(game)

/** `sportName('soccer')` → "Soccer" */
export const sportName = (sport: string): string => sport.charAt(0).toUpperCase() + sport.slice(1)

/** "Uganda · Premier League", also where the league's own name begins with its country. */
export function leagueName(league: string, country: string | null): string {
  if (country === null) return league
  return `${country} · ${league.startsWith(`${country} `) ? league.slice(country.length + 1) : league}`
}

/** "Live 67'" of the match clock as a list says it: "67'". */
export const minuteText = (label: string): string => label.replace(/^Live /, '')

/** The start time of a game, or its state (HOME-16). */
export function timeText(game: Timed, now: Date): string {
  if (isLive(game)) return minuteText(game.clock?.label ?? game.period ?? 'Live') + (game.delayed ? ' · delayed' : '')
  if (isOver(game)) return 'Full Time'
  return STOPPED[game.status] ?? startText(game.startTime, now)
}

/** Where the markets of a game are (HOME-21). */
export function marketsHref(
  game: Pick<Game, 'id' | 'homeTeam' | 'awayTeam' | 'league' | 'startTime' | 'status'>,
): string {
  const query = new URLSearchParams({
    homeTeam: game.homeTeam,
    awayTeam: game.awayTeam,
    gameTime: isLive(game) ? 'Live' : game.startTime,
    league: game.league,
    gameId: game.id,
  })
  return `/betting-options?${query.toString()}`
}

import type { Game } from '@mupiira/contract/games.ts'
import { startText } from './times.ts'

type Timed = Pick<Game, 'status' | 'clock' | 'period' | 'startTime'> & Partial<Pick<Game, 'delayed'>>

const OVER: ReadonlySet<Game['status']> = new Set(['finished', 'completed', 'settled'])
const STOPPED: Partial<Record<Game['status'], string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  abandoned: 'Abandoned',
  held: 'Under review',
}

export const isOver = (game: Pick<Game, 'status'>): boolean => OVER.has(game.status)
export const isLive = (game: Pick<Game, 'status'>): boolean => game.status === 'live'

/** Returns whether a game has a score to show (HOME-18): live or finished. */
export const hasScore = (game: Pick<Game, 'status'>): boolean => isLive(game) || isOver(game)

/** `sportName('soccer')` → "Soccer" */
export const sportName = (sport: string): string => sport.charAt(0).toUpperCase() + sport.slice(1)

type League = { readonly sport: string; readonly country: string | null; readonly name: string }

/** A league's key. Leagues of several countries and sports share names. */
export const leagueKey = ({ sport, country, name }: League): string => `${sport}|${country ?? ''}|${name}`

/** "Uganda Premier League" of Uganda → "Premier League" */
export const shortLeagueName = (name: string, country: string | null): string =>
  country !== null && name.startsWith(`${country} `) ? name.slice(country.length + 1) : name

/** "Uganda · Premier League". The country is not repeated if the league's name begins with it. */
export const leagueName = (name: string, country: string | null): string =>
  country === null ? name : `${country} · ${shortLeagueName(name, country)}`

/** Shortens "Live 67'" to "67'" for lists. */
export const minuteText = (label: string): string => label.replace(/^Live /, '')

/** The start time of a game, or its state (HOME-16). */
export function timeText(game: Timed, now: Date): string {
  if (isLive(game)) return minuteText(game.clock?.label ?? game.period ?? 'Live') + (game.delayed ? ' · delayed' : '')
  if (isOver(game)) return 'Full Time'
  return STOPPED[game.status] ?? startText(game.startTime, now)
}

/** The address of a game's markets (HOME-21). */
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

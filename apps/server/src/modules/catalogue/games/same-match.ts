import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { type BaseOdds, baseOddsOf } from './base-odds.ts'
import type { GameRow } from './game-row.ts'

const MAX_CACHED = 10_000
const cached = new Map<string, string>()

/** Normalises a team name: "Vipers SC" equals "VIPERS", "Malmö FF" equals "Malmo". */
export function normalisedTeam(team: string): string {
  const known = cached.get(team)
  if (known !== undefined) return known
  const spelled = team
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(afc|cf|club|fc|ff|fk|ac|as|sc|sk|the)\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(team, spelled)
  return spelled
}

type Match = Pick<GameRow, 'id' | 'sport' | 'homeTeam' | 'awayTeam' | 'startTime'>

/** No team plays again within this time. */
const SAME_TEAM_WITHIN_MS = 3 * HOUR_MS

const teamsOf = ({ homeTeam, awayTeam }: Match): readonly string[] => [
  normalisedTeam(homeTeam),
  normalisedTeam(awayTeam),
]

/**
 * Whether two games are one match under two ids (BETX-08): the same teams within a day, or one team twice at the same
 * time. Their outcomes depend on each other, so they must not multiply on one ticket.
 */
export function isSameMatch(one: Match, other: Match): boolean {
  if (one.id === other.id || one.sport !== other.sport) return false
  const apartMs = Math.abs(one.startTime.getTime() - other.startTime.getTime())
  if (apartMs >= DAY_MS) return false
  const [teams, others] = [teamsOf(one), teamsOf(other)]
  const shared = teams.filter((team) => team !== '' && others.includes(team)).length
  return shared === 2 || (shared === 1 && apartMs < SAME_TEAM_WITHIN_MS)
}

/** The base odds of the same match under another id, as odds of this match's home and away side. */
export function oddsOfSameMatch(match: Match, others: readonly GameRow[]): BaseOdds | null {
  const same = others.find(({ model, hidden, ...other }) => {
    const teams = teamsOf(other)
    return (
      model !== null && !hidden && isSameMatch(match, other) && teamsOf(match).every((team) => teams.includes(team))
    )
  })
  if (same === undefined) return null
  const odds = baseOddsOf(same)
  const isReversed = normalisedTeam(same.homeTeam) !== normalisedTeam(match.homeTeam)
  return isReversed ? { ...odds, homeOdds: odds.awayOdds, awayOdds: odds.homeOdds } : odds
}

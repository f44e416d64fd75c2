import { roundRobinPair } from '@mupiira/domain/match/round-robin.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import { seededChance } from '../chance.ts'
import { BASKETBALL_LEAGUES } from './basketball.ts'
import type { PlannedGame, DemoLeague } from './league.ts'
import { TENNIS_TOURS } from './tennis.ts'

/** A game of the demo's calendar, which depends on the date only. */
export type Fixture = {
  readonly league: DemoLeague
  readonly homeTeam: string
  readonly awayTeam: string
  readonly startTime: Date
  /** The probability that the home team wins. */
  readonly homeWins: number
  readonly plan: () => PlannedGame
}

const START_EVERY = 5

export const DEMO_LEAGUES: readonly DemoLeague[] = [...BASKETBALL_LEAGUES, ...TENNIS_TOURS]

/**
 * The fixtures that start from `from` until before `to`, by start time. A day in Kampala has one round of every league,
 * at its usual hours, in which each team plays once.
 */
export function fixturesBetween(from: Date, to: Date): Fixture[] {
  const fixtures: Fixture[] = []
  for (let day = startOfDay(from); day < to; day = new Date(day.getTime() + DAY_MS))
    fixtures.push(...DEMO_LEAGUES.flatMap((league) => roundOfDay(league, day)))
  return fixtures
    .filter(({ startTime }) => startTime >= from && startTime < to)
    .toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime())
}

function roundOfDay(league: DemoLeague, midnight: Date): Fixture[] {
  const { teams, starts } = league
  const tables = teams.length / 2
  const round = Math.round(midnight.getTime() / DAY_MS)
  return Array.from({ length: tables }, (_, table) => {
    const [home, away] = roundRobinPair(teams.length, round, table)
    const minute = starts[0] + ((starts[1] - starts[0]) * table) / (tables - 1)
    const startTime = new Date(midnight.getTime() + Math.round(minute / START_EVERY) * START_EVERY * MINUTE_MS)
    const [homeTeam = '', awayTeam = ''] = [teams[home], teams[away]]
    // The strength falls from 1 to -1 along the list.
    const strengthLead = (2 * (away - home)) / (teams.length - 1)
    const chance = seededChance(`${league.name} ${homeTeam} ${awayTeam} ${startTime.toISOString()}`)
    return {
      league,
      homeTeam,
      awayTeam,
      startTime,
      homeWins: league.homeWins(strengthLead),
      plan: () => league.play(strengthLead, chance),
    }
  })
}

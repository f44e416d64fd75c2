import type { Quotes, Score } from './match.ts'
import { randomCount, type Draw } from './random.ts'

/** Average goals of each side. */
export interface ExpectedGoals {
  readonly home: number
  readonly away: number
}

const HOME_EDGE = 0.12
const STRENGTH_WEIGHT = 0.55
const FIRST_HALF_SHARE = 0.45
const MARGIN = 0.055
const MAX_GOALS = 14
const LINES = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
const HANDICAPS = [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3]
const MIN_ODDS = 1.01
const MAX_ODDS = 51

/** The expected goals of both sides, from a league's average and two ratings (about -0.6 to 0.6). */
export const expectedGoals = (leagueGoals: number, homeRating: number, awayRating: number): ExpectedGoals => {
  const strengthDifference = HOME_EDGE + (homeRating - awayRating) * STRENGTH_WEIGHT
  return {
    home: (leagueGoals / 2) * Math.exp(strengthDifference),
    away: (leagueGoals / 2) * Math.exp(-strengthDifference),
  }
}

/**
 * Draws a half-time and a full-time score. Each half is drawn separately, and the total follows the model of the
 * prices.
 */
export const randomScore = (draw: Draw, expected: ExpectedGoals): { halfTime: Score; fullTime: Score } => {
  const goals = (mean: number): number => randomCount(draw, mean)
  const halfTime = { home: goals(expected.home * FIRST_HALF_SHARE), away: goals(expected.away * FIRST_HALF_SHARE) }
  const rest = 1 - FIRST_HALF_SHARE
  return {
    halfTime,
    fullTime: { home: halfTime.home + goals(expected.home * rest), away: halfTime.away + goals(expected.away * rest) },
  }
}

/** Prices of a match with a usual margin, by the columns of get_odds. */
export const quotesFor = (expected: ExpectedGoals): Quotes => {
  const { total, lead, bothScore } = chancesOf(expected)
  const quotes: Record<string, number> = {
    odd_1: priced(lead((by) => by > 0)),
    odd_x: priced(lead((by) => by === 0)),
    odd_2: priced(lead((by) => by < 0)),
    odd_1x: priced(lead((by) => by >= 0)),
    odd_12: priced(lead((by) => by !== 0)),
    odd_x2: priced(lead((by) => by <= 0)),
    bts_yes: priced(bothScore),
    bts_no: priced(1 - bothScore),
  }
  for (const line of LINES) {
    quotes[`o+${line}`] = priced(total((goals) => goals > line))
    quotes[`u+${line}`] = priced(total((goals) => goals < line))
  }
  for (const line of HANDICAPS) {
    const homeWins = lead((by) => by + line > 0)
    const awayWins = lead((by) => by + line < 0)
    // A tie after the handicap returns the stake, so only wins and losses count.
    quotes[`${handicapColumn(line)}_1`] = priced(homeWins / (homeWins + awayWins))
    quotes[`${handicapColumn(line)}_2`] = priced(awayWins / (homeWins + awayWins))
  }
  return quotes
}

/** -1.5 -> "ah-1.5", 0 -> "ah0", 2 -> "ah+2". */
export const handicapColumn = (line: number): string => `ah${line > 0 ? '+' : ''}${line}`

const priced = (probability: number): number => {
  const odds = 1 / (Math.max(probability, 1e-6) * (1 + MARGIN))
  return Math.round(Math.min(MAX_ODDS, Math.max(MIN_ODDS, odds)) * 100) / 100
}

type ChanceOf = (test: (value: number) => boolean) => number

/** Probabilities of total goals, of the home side's lead, and of both sides scoring. */
const chancesOf = (expected: ExpectedGoals): { total: ChanceOf; lead: ChanceOf; bothScore: number } => {
  const home = goalChances(expected.home)
  const away = goalChances(expected.away)
  const totals = new Map<number, number>()
  const leads = new Map<number, number>()
  home.forEach((homeChance, homeGoals) => {
    away.forEach((awayChance, awayGoals) => {
      const chance = homeChance * awayChance
      totals.set(homeGoals + awayGoals, (totals.get(homeGoals + awayGoals) ?? 0) + chance)
      leads.set(homeGoals - awayGoals, (leads.get(homeGoals - awayGoals) ?? 0) + chance)
    })
  })
  return {
    total: chanceIn(totals),
    lead: chanceIn(leads),
    bothScore: (1 - (home[0] ?? 0)) * (1 - (away[0] ?? 0)),
  }
}

const chanceIn =
  (chances: ReadonlyMap<number, number>): ChanceOf =>
  (test) => {
    let sum = 0
    for (const [value, chance] of chances) if (test(value)) sum += chance
    return sum
  }

const goalChances = (mean: number): number[] => {
  const chanceOf = [Math.exp(-mean)]
  for (let goals = 1; goals <= MAX_GOALS; goals += 1) chanceOf.push(((chanceOf[goals - 1] ?? 0) * mean) / goals)
  return chanceOf
}

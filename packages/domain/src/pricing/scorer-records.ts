import type { Player, Scoring, Side } from '../markets/types.ts'
import { chanceOfShare, goalsOf, MAX_LINE_UP_SHARE, withScoring } from './scorers.ts'
import type { ModelParams } from './types.ts'

export const POSITIONS = ['goalkeeper', 'defender', 'midfielder', 'forward'] as const
export type Position = (typeof POSITIONS)[number]

/** Matches played and goals scored by a player in the current season, as a feed reports them. */
export interface ScorerRecord {
  readonly playerId: string
  readonly position: Position
  readonly matches: number
  readonly goals: number
}

/** The records of all players of a team; null while unknown. */
export type SideRecords = { readonly [side in Side]: readonly ScorerRecord[] | null }

/** A starter's usual share of the team's goals, by position, in top leagues. */
const USUAL_SHARE: Readonly<Record<Position, number>> = {
  goalkeeper: 0,
  defender: 0.035,
  midfielder: 0.1,
  forward: 0.22,
}
/**
 * The strength of the prior: it counts as the matches in which the position usually scores this many goals, about 10
 * for a forward, 22 for a midfielder and 63 for a defender. This corresponds to true rates that differ within a
 * position by 58 % (standard deviation ÷ mean).
 */
const PRIOR_GOALS = 3
/** A player with fewer matches has no price. */
const MIN_MATCHES = 5
/** An incomplete line-up gets no prices, because its players cannot share all goals of the side. */
const STARTERS = 11
/** A short team record is mixed with five matches of 1.35 goals each, the usual number. */
const USUAL_GOALS = 1.35
const USUAL_MATCHES = 5
/**
 * The upper bound lies this many standard deviations above the mean: 99 % of the players with such a record score less.
 */
const UPPER_BOUND = 2.326

/**
 * The line-ups with each player's share of the side's goals by the records (decision 0026). A player's rate is the mean
 * of a gamma posterior (empirical Bayes): the goals of the record plus those of the prior, per match. The rates of a
 * line-up divide the goals that the score model expects of the side, so their sum never exceeds those goals. The
 * highest price is that of the upper bound of the rate. Goalkeepers, players with fewer than five matches and
 * incomplete line-ups have no share.
 */
export function withRecords(
  players: readonly Player[],
  records: SideRecords,
  params: ModelParams | null,
): readonly Player[] {
  const known = new Map<string, Scoring>()
  for (const side of ['home', 'away'] as const) {
    const starters = players.filter((player) => player.side === side)
    const team = records[side]
    if (team === null || params?.kind !== 'score' || !isLineUp(starters) || !team.every(isPlausible)) continue
    const goals = goalsOf(side, params)
    const byPlayer = new Map(team.map((record) => [record.playerId, record]))
    const teamGoals = goalsPerMatch(team)
    const rates = starters.map(({ id }) => rateOf(byPlayer.get(id), teamGoals))
    const total = rates.reduce((sum, { mean }) => sum + mean, 0)
    for (const [at, { id }] of starters.entries()) {
      const rate = rates[at]
      if (rate === undefined || !rate.isKnown || !(total > 0)) continue
      const share = (MAX_LINE_UP_SHARE * rate.mean) / total
      const most = Math.min(MAX_LINE_UP_SHARE, share * (rate.upper / rate.mean))
      known.set(id, { share, quotedHundredths: Math.floor(100 / chanceOfShare(most, goals)) })
    }
  }
  return withScoring(players, [], null).map((player) => {
    const scoring = known.get(player.id)
    return scoring === undefined ? player : { ...player, scoring }
  })
}

/** A line-up has eleven different players. A wrong list would change every player's share. */
const isLineUp = (starters: readonly Player[]): boolean =>
  starters.length === STARTERS && new Set(starters.map(({ id }) => id)).size === STARTERS

/** No player averages more than two goals per match; a wrong record would lengthen the prices of all others. */
const isPlausible = ({ matches, goals }: ScorerRecord): boolean => goals <= Math.max(4, 2 * matches)

/** A team's goals per match by the records of its players. Own goals are in no record. */
function goalsPerMatch(team: readonly ScorerRecord[]): number {
  const goals = team.reduce((sum, record) => sum + record.goals, 0)
  const matches = Math.max(0, ...team.map((record) => record.matches))
  return (goals + USUAL_GOALS * USUAL_MATCHES) / (matches + USUAL_MATCHES)
}

/** Goals per match. `isKnown`: the record is long enough for a price. */
type Rate = { readonly mean: number; readonly upper: number; readonly isKnown: boolean }

/** An unknown player counts as a midfielder among the rates of the line-up. */
function rateOf(record: ScorerRecord | undefined, teamGoals: number): Rate {
  const { position, matches, goals } = record ?? { position: 'midfielder', matches: 0, goals: 0 }
  const usual = USUAL_SHARE[position] * teamGoals
  if (usual === 0) return { mean: 0, upper: 0, isKnown: false }
  const shape = goals + PRIOR_GOALS
  const mean = shape / (matches + PRIOR_GOALS / usual)
  return { mean, upper: mean * upperFactor(shape), isKnown: matches >= MIN_MATCHES }
}

/** The upper bound of a gamma distribution as a multiple of its mean (Wilson and Hilferty, 1931). */
const upperFactor = (shape: number): number => (1 - 1 / (9 * shape) + UPPER_BOUND / (3 * Math.sqrt(shape))) ** 3

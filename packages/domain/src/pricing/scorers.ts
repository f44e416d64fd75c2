import { isScorerMarket } from '../markets/catalogue.ts'
import type { Player, Scoring, Side } from '../markets/types.ts'
import { OWN_GOAL_SHARE } from './calibration.ts'
import { AWAY_GOALS, CELLS, GRID_SIDE, HOME_GOALS, scoresOf } from './score-grid.ts'
import type { ModelParams, Pick, ScoreParams, ScorerQuote } from './types.ts'

/**
 * The highest share of a side's expected goals that the model gives to its starters: all except own goals. In fact
 * substitutes score about 16 % of the goals, so the starters' prices are lower than fair.
 */
export const MAX_LINE_UP_SHARE = 1 - OWN_GOAL_SHARE
/** Quotes that expect more than this multiple of the side's goals belong to another match or line-up. */
const MAX_EXCESS = 2
const ROUNDS = 50

/** The side of a player with the player's share of its goals; null without odds or a record. */
export function scoringOf(playerId: string, players: readonly Player[]): (Scoring & { readonly side: Side }) | null {
  const player = players.find(({ id }) => id === playerId)
  return player?.scoring === undefined ? null : { side: player.side, ...player.scoring }
}

/**
 * The highest price of a goalscorer: the feed's own odds, because the margin of a single quote is unknown, or the odds
 * at the upper bound of the scoring rate of a record. Infinity for other selections.
 */
export const highestHundredths = ({ market, selectionId }: Pick, players: readonly Player[] = []): number =>
  isScorerMarket(market) ? (scoringOf(selectionId, players)?.quotedHundredths ?? 0) : Infinity

/**
 * The line-ups with each quoted player's share of the side's goals. With this share, the model gives the player the
 * scoring probability of the feed's odds without their margin. Odds contain a margin if they imply more goals of a
 * line-up than its side is expected to score; the power method removes it. A side whose quotes contradict the goals
 * model, and a player without an unambiguous quote, have no share.
 */
export function withScoring(
  players: readonly Player[],
  quotes: readonly ScorerQuote[],
  params: ModelParams | null,
): readonly Player[] {
  const quoted = params?.kind === 'score' ? quotedPlayers(players, quotes) : new Map<string, number>()
  const known = new Map<string, Scoring>()
  for (const side of ['home', 'away'] as const) {
    const ids = players.flatMap((player) => (player.side === side && quoted.has(player.id) ? [player.id] : []))
    if (params?.kind !== 'score' || ids.length === 0) continue
    const odds = ids.map((id) => quoted.get(id) ?? Infinity)
    const shares = fittedShares(
      odds.map((each) => 1 / each),
      goalsOf(side, params),
    )
    shares?.forEach((share, at) => {
      known.set(ids[at] ?? '', { share, quotedHundredths: Math.floor((odds[at] ?? 0) * 100 + 1e-9) })
    })
  }
  return players.map(({ id, name, side }) => {
    const scoring = known.get(id)
    return scoring === undefined ? { id, name, side } : { id, name, side, scoring }
  })
}

/** The shares behind the implied probabilities of a line-up; null if they contradict the goals. */
function fittedShares(implied: readonly number[], goals: readonly number[]): readonly number[] | null {
  const sharesAt = (power: number): readonly number[] => implied.map((p) => shareFor(p ** power, goals))
  const raw = sharesAt(1)
  const excess = sumOf(raw) / MAX_LINE_UP_SHARE
  if (excess <= 1) return raw
  if (excess > MAX_EXCESS) return null
  let low = 1
  let high = 2
  while (sumOf(sharesAt(high)) > MAX_LINE_UP_SHARE) high *= 2
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2
    if (sumOf(sharesAt(middle)) > MAX_LINE_UP_SHARE) low = middle
    else high = middle
  }
  return sharesAt(high)
}

/** The share of a side's goals that gives a player this probability of scoring. */
function shareFor(probability: number, goals: readonly number[]): number {
  let low = 0
  let high = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2
    if (chanceOfShare(middle, goals) < probability) low = middle
    else high = middle
  }
  return high
}

/** The probability that a player with this share of the side's goals scores. */
export const chanceOfShare = (share: number, goals: readonly number[]): number =>
  1 - goals.reduceRight((sum, chance) => chance + sum * (1 - share), 0)

/** The probabilities of 0, 1, 2 … goals of a side. */
export function goalsOf(side: Side, params: ScoreParams): readonly number[] {
  const scores = scoresOf(params)
  const goalsIn = side === 'home' ? HOME_GOALS : AWAY_GOALS
  const goals = Array<number>(GRID_SIDE).fill(0)
  for (let cell = 0; cell < CELLS; cell += 1) {
    const count = goalsIn[cell] as number
    goals[count] = (goals[count] as number) + (scores[cell] as number)
  }
  return goals
}

/**
 * The odds by player id. Line-ups shorten given names ("B. Saka"), so a quote matches a player with the same family
 * name and initial. A quote that matches two players is ignored. The lowest of several quotes for a player counts.
 */
function quotedPlayers(players: readonly Player[], quotes: readonly ScorerQuote[]): Map<string, number> {
  const quoted = new Map<string, number>()
  for (const { name, odds } of quotes) {
    const exact = players.filter((player) => nameParts(player.name).join(' ') === nameParts(name).join(' '))
    const [player, ...others] = exact.length > 0 ? exact : players.filter((each) => isSamePlayer(each.name, name))
    if (player === undefined || others.length > 0 || !(odds > 1)) continue
    quoted.set(player.id, Math.min(odds, quoted.get(player.id) ?? Infinity))
  }
  return quoted
}

const nameParts = (name: string): readonly string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

function isSamePlayer(listed: string, quoted: string): boolean {
  const [one, other] = [nameParts(listed), nameParts(quoted)]
  return one.length > 1 && other.length > 1 && one.at(-1) === other.at(-1) && one[0]?.[0] === other[0]?.[0]
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

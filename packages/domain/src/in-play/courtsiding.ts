import type { MarketId, Rulebook } from '../markets/types.ts'
import { sameScore, type Score } from '../match/goals.ts'
import { type InPlayState, inPlayExpectation } from '../pricing/in-play.ts'
import type { PricingContext, ScoreParams } from '../pricing/types.ts'
import type { Settings } from '../settings/types.ts'

/** A goal or card within this time after the acceptance of a bet was perhaps known to the player (INP-12). */
export const MOVE_AFTER_MS = 30_000

/** In the player's favour (1), against the player (-1), or neither (0). */
export type Move = -1 | 0 | 1

/** A selection that was accepted while its game was live, and its game now. */
export interface AcceptedSelection {
  readonly market: MarketId
  readonly selection: string
  /** The odds at acceptance. */
  readonly odds: number
  readonly score: Score
  readonly redCards: Score
}

interface GameNow {
  readonly params: ScoreParams
  readonly rulebook: Rulebook
  readonly context: PricingContext
  readonly score: Score
  readonly redCards: Score
  /** Null if the state is unknown, as after the end. */
  readonly state: InPlayState | null
}

// Differences below this are rounding.
const PRECISION = 1e-9

/**
 * How goals and red cards since acceptance have moved the fair odds of a selection. Both states have the current
 * minute, because time alone lowers the odds of some selections and raises others. Null if the model cannot price a
 * state.
 */
export function moveOf(accepted: AcceptedSelection, game: GameNow): Move | null {
  const { market, selection: selectionId, score, redCards } = accepted
  if (sameScore(score, game.score) && sameScore(redCards, game.redCards)) return 0
  const { params, rulebook, context, state } = game
  if (state === null) return null
  const valueIn = (each: InPlayState): number | null => {
    const mean = inPlayExpectation(params, [{ market, selectionId }], rulebook, each, context)
    return mean === null ? null : accepted.odds * mean([true]) + mean([false])
  }
  const [before, now] = [valueIn({ ...state, score, redCards }), valueIn(state)]
  if (before === null || now === null) return null
  return Math.abs(now - before) < PRECISION ? 0 : now > before ? 1 : -1
}

/** The measured selections of a player on one selection of one market. */
export interface MoveGroup {
  readonly userId: string
  readonly market: string
  readonly selection: string
  readonly selections: number
  readonly favourable: number
}

export interface PlayerMoves {
  readonly userId: string
  readonly selections: number
  readonly favourable: number
  /** The favourable moves of the same selections at the average of the other players. */
  readonly expected: number
  /** Chance alone gives so many favourable moves to one player in this many. */
  readonly oneIn: number
}

/** The weight of the average over all selections, in selections, where other players have few. */
const PRIOR_SELECTIONS = 50
export const MOST_ONE_IN = 1_000_000_000

/**
 * Compares each player with the other players on the same selections, because a goal favours every player who bets on
 * goals. The number of favourable moves that chance gives is nearly Poisson distributed, so a few bets accuse no
 * player.
 */
export function compareMoves(groups: readonly MoveGroup[]): readonly PlayerMoves[] {
  const keyOf = ({ market, selection }: MoveGroup): string => `${market} ${selection}`
  const all = sumOf(groups)
  const ofSelection = new Map([...Map.groupBy(groups, keyOf)].map(([key, each]) => [key, sumOf(each)]))
  const players = [...Map.groupBy(groups, ({ userId }) => userId)]
  return players.map(([userId, own]) => {
    const total = sumOf(own)
    const general = rate(less(all, total), { selections: 2, favourable: 1 })
    const prior = { selections: PRIOR_SELECTIONS, favourable: PRIOR_SELECTIONS * general }
    const expected = own.reduce((sum, group) => {
      const others = less(ofSelection.get(keyOf(group)) ?? group, group)
      return sum + group.selections * rate(others, prior)
    }, 0)
    const oneIn = Math.min(MOST_ONE_IN, Math.floor(1 / chanceOfAtLeast(total.favourable, expected)))
    return { userId, ...total, expected, oneIn }
  })
}

type Counts = Pick<MoveGroup, 'selections' | 'favourable'>

const sumOf = (groups: readonly Counts[]): Counts => ({
  selections: groups.reduce((sum, { selections }) => sum + selections, 0),
  favourable: groups.reduce((sum, { favourable }) => sum + favourable, 0),
})
const less = (all: Counts, own: Counts): Counts => ({
  selections: all.selections - own.selections,
  favourable: all.favourable - own.favourable,
})
const rate = (counts: Counts, prior: Counts): number =>
  (counts.favourable + prior.favourable) / (counts.selections + prior.selections)

/** The chance of at least `count` events if `expected` happen on average. `chanceOfAtLeast(0, 5)` → 1 */
export function chanceOfAtLeast(count: number, expected: number): number {
  if (count <= expected) return 1
  let logTerm = -expected
  for (let k = 1; k <= count; k += 1) logTerm += Math.log(expected / k)
  let term = Math.exp(logTerm)
  let sum = term
  for (let k = count + 1; term > sum * Number.EPSILON; k += 1) {
    term *= expected / k
    sum += term
  }
  return Math.min(1, sum)
}

/** Whether staff may restrict the player's bets on live games. */
export const isAboveThreshold = (
  { selections, oneIn }: Pick<PlayerMoves, 'selections' | 'oneIn'>,
  settings: Pick<Settings, 'courtsiding_selections' | 'courtsiding_threshold'>,
): boolean => selections >= settings.courtsiding_selections && oneIn >= settings.courtsiding_threshold

import { marketDefinition } from '../markets/catalogue.ts'
import type { Rulebook } from '../markets/types.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { oddsFromProbability, offeredOdds } from './offered.ts'
import { expectation, type Distribution, distributionFor } from './distribution.ts'
import { probabilityOf, sharesFor } from './probability.ts'
import { highestHundredths } from './scorers.ts'
import type { Shares } from './shares.ts'
import type { ModelParams, Pick, PricingContext } from './types.ts'

/** A same-game combination has at most 6 selections (D52). */
export const MAX_SAME_GAME_SELECTIONS = 6

export type JointError = 'TOO_MANY_SELECTIONS' | 'SAME_CATEGORY' | 'MARKET_UNAVAILABLE' | 'IMPOSSIBLE_COMBINATION'

export interface JointOptions extends PricingContext {
  readonly rulebook: Rulebook
  /** The setting `overround.same_game`. */
  readonly overroundPercent: number
}

/** A selection with its single odds. */
export interface PickWithOdds extends Pick {
  readonly oddsHundredths?: OddsHundredths
}

/**
 * The joint odds of several selections of one game, instead of the product of their odds (SLIP-05, D27), at most
 * 1,000.00 (D52). They are never below the single odds of a leg that cannot be void, but this rule never raises them
 * above fair odds (decision 0026). Refusals in order: too many selections, the same category twice, no price (or
 * joint odds below 1.01), impossible combination.
 */
export function jointOdds(
  params: ModelParams,
  picks: readonly PickWithOdds[],
  options: JointOptions,
): Result<OddsHundredths, JointError> {
  if (picks.length > MAX_SAME_GAME_SELECTIONS) return err('TOO_MANY_SELECTIONS')
  const categories = new Set(picks.map(({ market }) => marketDefinition(market).category))
  if (categories.size < picks.length) return err('SAME_CATEGORY')
  const probability = jointProbability(params, picks, options.rulebook, options)
  if (probability === null) return err('MARKET_UNAVAILABLE')
  if (probability === 0) return err('IMPOSSIBLE_COMBINATION')
  const priced = Math.min(1, probability * scorerShortening(params, picks, options))
  const joint = offeredOdds('same_game', '', priced, options.overroundPercent)
  if (joint === null) return err('MARKET_UNAVAILABLE')
  const single = Math.min(highestSingleOdds(picks, options), oddsFromProbability(probability, 0))
  return ok(Math.max(joint, single) as OddsHundredths)
}

/** The factor by which the highest allowed price shortens a goalscorer's single odds. It shortens joint odds too. */
function scorerShortening(params: ModelParams, picks: readonly Pick[], options: JointOptions): number {
  return picks.reduce((factor, pick) => {
    const maxHundredths = highestHundredths(pick, options.players)
    const probability =
      maxHundredths === Infinity
        ? null
        : probabilityOf(params, pick.market, pick.selectionId, options.rulebook, options)
    if (probability === null) return factor
    return factor * Math.max(1, 100 / (maxHundredths * probability * (1 + options.overroundPercent / 100)))
  }, 1)
}

/**
 * The highest single odds of legs that cannot be void. Other legs are left out: a single bet on such a leg returns its
 * stake, but in a combination the other legs keep their odds.
 */
function highestSingleOdds(picks: readonly PickWithOdds[], { rulebook, ...context }: JointOptions): number {
  const certain = picks.filter((pick) => sharesFor(pick, rulebook, context)?.returned === null)
  return Math.max(0, ...certain.map(({ oddsHundredths }) => oddsHundredths ?? 0))
}

/**
 * 1 ÷ the fair joint odds; 0 for an impossible combination, null if a selection has no price. If a selection can be
 * void, the fair odds include the new price of the remaining legs.
 */
export function jointProbability(
  params: ModelParams,
  picks: readonly Pick[],
  rulebook: Rulebook,
  context: PricingContext = {},
): number | null {
  if (params.kind !== 'score') return null
  const legs = picks.map((pick) => sharesFor(pick, rulebook, context))
  if (!legs.every((leg) => leg !== null)) return null
  const fair = fairOdds(distributionFor(params, legs), legs)
  return fair === null ? 0 : Math.min(1, 1 / fair)
}

/** A leg of a combination with the single odds at placement. */
export interface PricedPick extends Pick {
  readonly oddsHundredths: OddsHundredths
}

/**
 * The odds of the remaining legs if other legs are void (SETL-41): the single odds of one leg, or joint odds of
 * several. Nearly certain legs have no joint odds; the highest single odds are used, still below fair. Throws if a leg
 * has no price, because such a leg cannot be placed.
 */
export function remainingOdds(params: ModelParams, legs: readonly PricedPick[], options: JointOptions): OddsHundredths {
  const singleOdds = legs.map(({ oddsHundredths }) => oddsHundredths)
  const highest = Math.max(...singleOdds) as OddsHundredths
  if (legs.length === 1) return highest
  const joint = jointOdds(params, legs, options)
  if (joint.ok) return joint.value
  if (jointProbability(params, legs, options.rulebook, options)) return highest
  throw new Error(`the remaining selections of the combination have no price: ${joint.error}`)
}

/** The odds at which all legs together are fair, given that void legs leave the remaining legs at their own odds. */
function fairOdds(distribution: Distribution, legs: readonly Shares[]): number | null {
  if (legs.length === 0) return 1
  const allWin = expectation(
    distribution,
    legs,
    legs.map(() => true),
  )
  if (allWin <= 0) return null
  let returned = 0
  for (let subset = 0; subset < 2 ** legs.length - 1; subset += 1) {
    const wins = legs.map((_, position) => (subset >> position) % 2 === 1)
    if (legs.some((leg, position) => wins[position] !== true && leg.returned === null)) continue
    const share = expectation(distribution, legs, wins)
    if (share <= 0) continue
    const rest = fairOdds(
      distribution,
      legs.filter((_, position) => wins[position] === true),
    )
    returned += share * (rest ?? 0)
  }
  return (1 - returned) / allWin
}

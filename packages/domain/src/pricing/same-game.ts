import { marketDefinition } from '../markets/catalogue.ts'
import type { Rulebook } from '../markets/types.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { formulaHundredths, offeredOdds } from './offered.ts'
import { expectation, type Points, pointsFor } from './points.ts'
import { sharesFor } from './probability.ts'
import type { Shares } from './shares.ts'
import type { ModelParams, Pick, PricingContext } from './types.ts'

/** A same-game combination has at most 6 selections (D52). */
export const MAX_SAME_GAME_SELECTIONS = 6

export type JointError = 'TOO_MANY_SELECTIONS' | 'SAME_CATEGORY' | 'MARKET_UNAVAILABLE' | 'IMPOSSIBLE_COMBINATION'

export interface JointOptions extends PricingContext {
  readonly rulebook: Rulebook
  /** `settings.overround.same_game` */
  readonly overroundPercent: number
}

/** A selection, with the odds at which it can be had alone. */
export interface OwnPricedPick extends Pick {
  readonly oddsHundredths?: OddsHundredths
}

/**
 * The joint odds of several selections of one game, which replace the product of their odds (SLIP-05, D27), at most
 * 1,000.00 (D52): never below those of one of them alone, where that cannot be void, nor for that above the fair ones
 * (decision 0026). Refusals in this order: too many, two of one category, one that the model cannot price (or a joint
 * price under 1.01), and a combination that cannot happen.
 */
export function jointOdds(
  params: ModelParams,
  picks: readonly OwnPricedPick[],
  options: JointOptions,
): Result<OddsHundredths, JointError> {
  if (picks.length > MAX_SAME_GAME_SELECTIONS) return err('TOO_MANY_SELECTIONS')
  const categories = new Set(picks.map(({ market }) => marketDefinition(market).category))
  if (categories.size < picks.length) return err('SAME_CATEGORY')
  const probability = jointProbability(params, picks, options.rulebook, options)
  if (probability === null) return err('MARKET_UNAVAILABLE')
  if (probability === 0) return err('IMPOSSIBLE_COMBINATION')
  const joint = offeredOdds('same_game', '', probability, options.overroundPercent)
  if (joint === null) return err('MARKET_UNAVAILABLE')
  const alone = Math.min(longestAlone(picks, options), formulaHundredths(probability, 0))
  return ok(Math.max(joint, alone) as OddsHundredths)
}

/** One that may be void gives its stake back alone, and leaves the others at their odds here: the two do not compare. */
function longestAlone(picks: readonly OwnPricedPick[], { rulebook, ...context }: JointOptions): number {
  const certain = picks.filter((pick) => sharesFor(pick, rulebook, context)?.back === null)
  return Math.max(0, ...certain.map(({ oddsHundredths }) => oddsHundredths ?? 0))
}

/**
 * 1 ÷ the fair joint odds; 0 for a combination that cannot happen, null where a selection cannot be priced. Where some
 * selections can be void the rest is priced again, which the fair odds allow for.
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
  const fair = fairOdds(pointsFor(params, legs), legs)
  return fair === null ? 0 : Math.min(1, 1 / fair)
}

/** A leg of a combination with its own odds, which it was taken at. */
export interface PricedPick extends Pick {
  readonly oddsHundredths: OddsHundredths
}

/**
 * Odds of the remaining legs of a combination when other legs are void (SETL-41): the leg's own odds for one leg, joint odds
 * for several. Nearly certain legs have no joint odds; the longest single odds are used, which is still below fair.
 * Throws when a leg has no price, because such a leg is never placed.
 */
export function remainingOdds(params: ModelParams, legs: readonly PricedPick[], options: JointOptions): OddsHundredths {
  const own = legs.map(({ oddsHundredths }) => oddsHundredths)
  const longest = Math.max(...own) as OddsHundredths
  if (legs.length === 1) return longest
  const joint = jointOdds(params, legs, options)
  if (joint.ok) return joint.value
  if (jointProbability(params, legs, options.rulebook, options)) return longest
  throw new Error(`what is left of a combination has no price: ${joint.error}`)
}

/** Odds at which all legs together are worth their stake, given that a part which is void leaves the rest at its own. */
function fairOdds(points: Points, legs: readonly Shares[]): number | null {
  if (legs.length === 0) return 1
  const allWin = expectation(
    points,
    legs,
    legs.map(() => true),
  )
  if (allWin <= 0) return null
  let returned = 0
  for (let kept = 0; kept < 2 ** legs.length - 1; kept += 1) {
    const wins = legs.map((_, position) => (kept >> position) % 2 === 1)
    if (legs.some((leg, position) => wins[position] !== true && leg.back === null)) continue
    const share = expectation(points, legs, wins)
    if (share <= 0) continue
    const rest = fairOdds(
      points,
      legs.filter((_, position) => wins[position] === true),
    )
    returned += share * (rest ?? 0)
  }
  return (1 - returned) / allWin
}

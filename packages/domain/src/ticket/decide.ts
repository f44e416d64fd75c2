import { STAKE_SPLITS } from '../markets/stake-split.ts'
import type { Outcome, Settlement } from '../markets/types.ts'
import { floorRatio, minUgx, subtractUgx, ZERO } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { bonusPercentFor, countQualifying, grossPayout } from './totals.ts'
import { ofStakeLeft, type StakeParts, stakeLeft } from './stake-left.ts'
import type { BonusRule } from './totals.ts'

/** A game of a ticket: one leg, or several legs priced together. */
export interface TicketGame {
  /** The accepted odds of the leg, or the accepted joint odds. */
  readonly oddsHundredths: OddsHundredths
  /** One outcome per leg; `undecided` until the game is settled. */
  readonly outcomes: readonly Settlement[]
  /**
   * Returns the odds of some of the legs, by position: single odds for one leg, joint odds for several. Called only if
   * one of several legs is void, half won or half lost. Throws if a group has no odds.
   */
  readonly repriced?: (positions: readonly number[]) => OddsHundredths
}

/** The terms at placement. */
export interface TicketTerms extends StakeParts {
  readonly bonus: BonusRule
  /** The promised percentage. A void can only lower it (SETL-43). */
  readonly bonusPercent: number
  readonly maxPayoutUgx: Ugx
}

export interface TicketDecision {
  readonly status: 'pending' | 'won' | 'lost' | 'void'
  readonly payoutUgx: Ugx
  /** The total odds of the payout, with void legs at 1.00; zero for a pending or lost ticket. */
  readonly totalOddsHundredths: bigint
  readonly bonusPercent: number
  /** The bonus in the payout. */
  readonly bonusUgx: Ugx
}

const NOTHING = { payoutUgx: ZERO, totalOddsHundredths: 0n, bonusUgx: ZERO } as const

/**
 * Decides a ticket from the outcomes of its legs (SETL-04, 07..10, 41..43, D42). Lost: one leg has lost. Pending: a
 * leg is undecided. Void: all legs are void, and the stake is returned. Otherwise won: stake × total odds, void legs
 * at 1.00, with the bonus recomputed after a void, capped at the maximum payout. After partial cashouts, payout and
 * bonus are those of the stake left (COUT-06). Throws on a ticket without legs.
 */
export function decideTicket(games: readonly TicketGame[], terms: TicketTerms): TicketDecision {
  const outcomes = games.flatMap((game) => game.outcomes)
  if (outcomes.length === 0) throw new Error('a ticket has at least one leg')
  if (outcomes.includes('lost')) return { ...NOTHING, status: 'lost', bonusPercent: 0 }
  if (outcomes.includes('undecided')) {
    return { ...NOTHING, status: 'pending', bonusPercent: terms.bonusPercent }
  }
  if (outcomes.every((outcome) => outcome === 'void')) {
    return { ...NOTHING, status: 'void', payoutUgx: stakeLeft(terms), totalOddsHundredths: 100n, bonusPercent: 0 }
  }
  return decideWon(games, terms)
}

function decideWon(games: readonly TicketGame[], terms: TicketTerms): TicketDecision {
  let numerator = 100n
  let denominator = 1n
  for (const game of games) {
    const factor = payoutFactor(game)
    numerator *= factor.numerator
    denominator *= factor.denominator
  }
  const totalOddsHundredths = floorRatio(numerator, denominator)
  const bonusPercent = remainingBonus(games, terms)
  const paidWith = (percent: number): Ugx =>
    minUgx(grossPayout(terms.stakeUgx, totalOddsHundredths, percent), terms.maxPayoutUgx)
  const wholePayoutUgx = paidWith(bonusPercent)
  const payoutUgx = ofStakeLeft(wholePayoutUgx, terms)
  const bonusUgx = ofStakeLeft(subtractUgx(wholePayoutUgx, paidWith(0)), terms)
  return { status: 'won', payoutUgx, totalOddsHundredths, bonusPercent, bonusUgx }
}

/**
 * The settlement factor of one unit on a game with all outcomes. Each leg splits the stake into a part at its odds and
 * a part at 1.00, so the factor is the sum over all sets of playing legs of their share times their joint odds.
 * `payoutFactor({ oddsHundredths: odds(185), outcomes: ['half-lost'] })` → 100n ÷ 200n
 */
export function payoutFactor(game: TicketGame): { readonly numerator: bigint; readonly denominator: bigint } {
  const shares = game.outcomes.map((outcome) => STAKE_SPLITS[outcome as Outcome])
  let numerator = 0n
  for (let subset = 0; subset < 2 ** shares.length; subset += 1) {
    const positions: number[] = []
    let share = 1n
    shares.forEach(({ win, returned }, position) => {
      const playsOn = (subset >> position) % 2 === 1
      if (playsOn) positions.push(position)
      share *= BigInt(playsOn ? win : returned)
    })
    if (share > 0n) numerator += share * BigInt(oddsOfPart(game, positions))
  }
  return { numerator, denominator: 2n ** BigInt(shares.length) * 100n }
}

/** The odds of the legs at these positions. Some of the legs never pay more than all of them. */
function oddsOfPart(game: TicketGame, positions: readonly number[]): number {
  if (positions.length === 0) return 100
  if (positions.length === game.outcomes.length) return game.oddsHundredths
  if (game.repriced === undefined) throw new Error('the joint odds without the void leg are missing')
  return Math.min(game.repriced(positions), game.oddsHundredths)
}

function remainingBonus(games: readonly TicketGame[], terms: TicketTerms): number {
  if (!games.some((game) => game.outcomes.includes('void'))) return terms.bonusPercent
  // A void game has odds of 1.00, which never qualify.
  const remaining = games.map((game) => oddsOfPart(game, livePositions(game)))
  return Math.min(terms.bonusPercent, bonusPercentFor(countQualifying(remaining, terms.bonus)))
}

const livePositions = (game: TicketGame): readonly number[] =>
  game.outcomes.flatMap((outcome, position) => (outcome === 'void' ? [] : [position]))

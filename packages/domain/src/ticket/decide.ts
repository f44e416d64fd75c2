import { STAKE_SPLITS } from '../markets/stake-split.ts'
import type { Outcome, Settlement } from '../markets/types.ts'
import { floorRatio, minUgx, subtractUgx, ZERO } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { bonusPercentFor, countQualifying, grossPayout } from './totals.ts'
import type { BonusRule } from './totals.ts'

/** One game of a ticket: a single leg, or several legs priced together. */
export interface TicketGame {
  /** The game's odds as placed: the leg's, or the joint odds. */
  readonly oddsHundredths: OddsHundredths
  /** One per leg; `undecided` while the game is not finished. */
  readonly outcomes: readonly Settlement[]
  /**
   * Odds of a part of the legs, by their positions: the leg's own odds for one, joint odds for more. Asked only where a
   * leg of several is void or half void; throws when a group needs it and has none.
   */
  readonly repriced?: (positions: readonly number[]) => OddsHundredths
}

/** The terms at placement. */
export interface TicketTerms {
  readonly stakeUgx: Ugx
  readonly bonus: BonusRule
  /** The percentage promised; a void can only lower it (SETL-43). */
  readonly bonusPercent: number
  readonly maxPayoutUgx: Ugx
}

export interface TicketDecision {
  readonly status: 'pending' | 'won' | 'lost' | 'void'
  readonly payoutUgx: Ugx
  /** The total odds that the payout was computed from; those of the won part alone after a void. */
  readonly totalOddsHundredths: bigint
  readonly bonusPercent: number
  /** The part of the payout that is the bonus. */
  readonly bonusUgx: Ugx
}

const NOTHING = { payoutUgx: ZERO, totalOddsHundredths: 0n, bonusUgx: ZERO } as const

/**
 * Decides a ticket from the outcomes of its legs (SETL-04, 07..10, 41..43, D42): lost as soon as one leg has lost, pending
 * while any is undecided, void with its stake back when all are void, else won: stake × total odds, void legs at 1.00, with
 * the bonus taken again after a void, cut to the maximum payout. Throws on a ticket without legs.
 */
export function decideTicket(games: readonly TicketGame[], terms: TicketTerms): TicketDecision {
  const outcomes = games.flatMap((game) => game.outcomes)
  if (outcomes.length === 0) throw new Error('a ticket has at least one leg')
  if (outcomes.includes('lost')) return { ...NOTHING, status: 'lost', bonusPercent: 0 }
  if (outcomes.includes('undecided')) {
    return { ...NOTHING, status: 'pending', bonusPercent: terms.bonusPercent }
  }
  if (outcomes.every((outcome) => outcome === 'void')) {
    return { ...NOTHING, status: 'void', payoutUgx: terms.stakeUgx, totalOddsHundredths: 100n, bonusPercent: 0 }
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
  const payoutUgx = paidWith(bonusPercent)
  const bonusUgx = subtractUgx(payoutUgx, paidWith(0))
  return { status: 'won', payoutUgx, totalOddsHundredths, bonusPercent, bonusUgx }
}

/**
 * The value of one unit on a game when every leg has an outcome. Every leg splits the stake into a part that plays and a
 * part that is carried over, so the factor is the sum, over the sets of playing legs, of their share times their joint
 * odds. `payoutFactor({ oddsHundredths: odds(185), outcomes: ['half-lost'] })` → 100n ÷ 200n
 */
export function payoutFactor(game: TicketGame): { readonly numerator: bigint; readonly denominator: bigint } {
  const shares = game.outcomes.map((outcome) => STAKE_SPLITS[outcome as Outcome])
  let numerator = 0n
  for (let subset = 0; subset < 2 ** shares.length; subset += 1) {
    const positions: number[] = []
    let share = 1n
    shares.forEach(({ win, back }, position) => {
      const playsOn = (subset >> position) % 2 === 1
      if (playsOn) positions.push(position)
      share *= BigInt(playsOn ? win : back)
    })
    if (share > 0n) numerator += share * BigInt(oddsOfPart(game, positions))
  }
  return { numerator, denominator: 2n ** BigInt(shares.length) * 100n }
}

/** Odds in hundredths of the legs at these positions; a part never pays more than the whole. */
function oddsOfPart(game: TicketGame, positions: readonly number[]): number {
  if (positions.length === 0) return 100
  if (positions.length === game.outcomes.length) return game.oddsHundredths
  if (game.repriced === undefined) throw new Error('legs of one game need their odds without the void leg')
  return Math.min(game.repriced(positions), game.oddsHundredths)
}

function remainingBonus(games: readonly TicketGame[], terms: TicketTerms): number {
  if (!games.some((game) => game.outcomes.includes('void'))) return terms.bonusPercent
  const remaining = games
    .filter((game) => game.outcomes.some((outcome) => outcome !== 'void'))
    .map((game) => oddsOfPart(game, livePositions(game)))
  return Math.min(terms.bonusPercent, bonusPercentFor(countQualifying(remaining, terms.bonus)))
}

const livePositions = (game: TicketGame): readonly number[] =>
  game.outcomes.flatMap((outcome, position) => (outcome === 'void' ? [] : [position]))

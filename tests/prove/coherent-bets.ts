import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import type { Outcome, Rulebook } from '@mupiira/domain/markets/types.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { movementStep } from '@mupiira/domain/pricing/movement.ts'
import { priceGame, priceSelection } from '@mupiira/domain/pricing/price-game.ts'
import { jointOdds, remainingOdds } from '@mupiira/domain/pricing/same-game.ts'
import type { Pick, ScoreParams } from '@mupiira/domain/pricing/types.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { decideTicket } from '@mupiira/domain/ticket/decide.ts'
import type { TicketGame } from '@mupiira/domain/ticket/decide.ts'
import { bonusPercentFor, bonusRule, countQualifying } from '@mupiira/domain/ticket/totals.ts'
import fc from 'fast-check'
import { EVERY_PICK, gameOf, jointOutcomes } from './coherent-game.ts'

// Bets for the coherence tests, at offered odds, with payouts by the product's rules.

const { overround, bonus_min_odds } = DEFAULT_SETTINGS
export const bonus = bonusRule(bonus_min_odds)
const STAKE = ugxFromShillings(1_000_000_000)
const NO_CUT = ugxFromShillings(1_000_000_000_000_000)

/** One game of a ticket: its odds and selections. */
export interface Bet {
  readonly picks: readonly Pick[]
  readonly oddsHundredths: OddsHundredths
  readonly repriced?: NonNullable<TicketGame['repriced']>
}

/** A bet with the possible outcomes of its legs. */
export interface BackedBet extends Bet {
  readonly outcomeCases: readonly { readonly outcomes: readonly Outcome[]; readonly probability: number }[]
}

/** The payout of a ticket of these games per shilling staked for these outcomes, win bonus included. */
export function paidFor(bets: readonly Bet[], outcomes: readonly (readonly Outcome[])[]): number {
  const qualifying = countQualifying(
    bets.map(({ oddsHundredths }) => oddsHundredths),
    bonus,
  )
  const { payoutUgx } = decideTicket(
    bets.map(({ oddsHundredths, repriced }, at) => ({
      oddsHundredths,
      outcomes: outcomes[at] ?? [],
      ...(repriced && { repriced }),
    })),
    { stakeUgx: STAKE, bonus, bonusPercent: bonusPercentFor(qualifying), maxPayoutUgx: NO_CUT },
  )
  return Number(payoutUgx) / Number(STAKE)
}

/** The expected return of a ticket per shilling staked. */
export function returnOf(backed: readonly BackedBet[]): number {
  const from = (at: number, chosen: readonly (readonly Outcome[])[], probability: number): number => {
    const game = backed[at]
    if (game === undefined) return probability * paidFor(backed, chosen)
    // A lost game returns nothing, whatever the other games do.
    return game.outcomeCases
      .filter(({ outcomes }) => !outcomes.includes('lost'))
      .reduce(
        (sum, outcomeCase) =>
          sum + from(at + 1, [...chosen, outcomeCase.outcomes], probability * outcomeCase.probability),
        0,
      )
  }
  return from(0, [], 1)
}

/** Every single bet on a game at odds of one point in time. */
export function singlesOf(params: ScoreParams, rulebook: Rulebook, keyed: Uint8Array): readonly Bet[] {
  const markets = priceGame(params, gameOf(params), { rulebook, overround, movement: movementStep(keyed) })
  return markets.flatMap(({ id: market, selections }) =>
    selections.flatMap(({ id: selectionId, oddsHundredths }) =>
      oddsHundredths === null ? [] : [{ picks: [{ market, selectionId }], oddsHundredths }],
    ),
  )
}

const categoryOf = new Map(MARKETS.map(({ id, category }) => [id, category]))

/** Selections of one game that can be combined on one ticket. */
export const combination = fc.uniqueArray(fc.constantFrom(...EVERY_PICK), {
  minLength: 2,
  maxLength: 6,
  selector: ({ market }) => categoryOf.get(market),
})

/** A same-game combination at its joint odds; null if refused. */
export function combined(
  params: ScoreParams,
  picks: readonly Pick[],
  rulebook: Rulebook,
  keyed: Uint8Array,
): Bet | null {
  const game = gameOf(params)
  const movement = movementStep(keyed)
  const options = { rulebook, overroundPercent: overround.same_game, players: game.players ?? [] }
  const alone = picks.map(
    ({ market, selectionId }): OddsHundredths | null =>
      priceSelection(params, game, market, selectionId, { rulebook, overround, movement })?.oddsHundredths ?? null,
  )
  // A locked or unavailable selection cannot be on a slip.
  if (alone.includes(null)) return null
  const own = picks.map((pick, at) => ({ ...pick, oddsHundredths: alone[at] as OddsHundredths }))
  const joint = jointOdds(params, own, options)
  if (!joint.ok) return null
  return {
    picks,
    oddsHundredths: joint.value,
    repriced: (positions) =>
      remainingOdds(
        params,
        positions.map((position) => ({
          ...(picks[position] as Pick),
          oddsHundredths: alone[position] as OddsHundredths,
        })),
        options,
      ),
  }
}

export const withOutcomes = (bet: Bet, rulebook: Rulebook, weights: Float64Array): BackedBet => ({
  ...bet,
  outcomeCases: jointOutcomes(bet.picks, rulebook, weights),
})

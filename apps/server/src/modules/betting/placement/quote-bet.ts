import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import type { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { MAX_SELECTIONS, minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import { ugx, ugxFromNumber, ugxFromShillings, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { bonusRule, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import {
  type CombinationRefusal,
  type EvaluatedSelection,
  type BetGame,
  type SlipLeg,
  evaluateGames,
  evaluateSelection,
  jointOddsOf,
  type SlipContext,
} from './evaluate-slip.ts'

type Quote = AnswerOf<typeof quoteBet>
export type QuoteRefusal =
  | { readonly code: 'NO_SELECTIONS' | 'AMOUNT_TOO_PRECISE' }
  | { readonly code: 'TOO_MANY_SELECTIONS'; readonly maximum: number }
  | { readonly code: Exclude<CombinationRefusal, 'MARKET_UNAVAILABLE'> }

/**
 * Prices a slip as it would be placed now, without money (SLIP-22 to SLIP-29, SLIP-70). Selections that cannot be
 * bet on are named and left out of the totals.
 */
export function quoteSlip(
  slip: BetInput,
  isFirstBet: boolean | 'unknown',
  context: SlipContext,
): Result<Quote, QuoteRefusal> {
  const { settings } = context
  if (slip.selections.length === 0) return err({ code: 'NO_SELECTIONS' })
  if (slip.selections.length > MAX_SELECTIONS) return err({ code: 'TOO_MANY_SELECTIONS', maximum: MAX_SELECTIONS })
  const stake = ugxFromNumber(slip.stake)
  if (!stake.ok) return err({ code: 'AMOUNT_TOO_PRECISE' })
  const evaluated = slip.selections.map((input, at) => ({
    input,
    selection: evaluateSelection(input, at, context),
  }))
  const games: BetGame[] = []
  const withoutJointPrice = new Set<string>()
  for (const [gameId, legs] of Map.groupBy(
    evaluated.flatMap(({ selection }) => (selection.ok ? [selection.value] : [])),
    idOfGame,
  )) {
    const priced = evaluateGames(legs, context)
    if (priced.ok) games.push(...priced.value)
    else if (priced.error === 'MARKET_UNAVAILABLE') withoutJointPrice.add(gameId)
    else return err({ code: priced.error })
  }
  const maxPayout = ugxFromShillings(settings.max_payout)
  const totals = slipTotals(
    stake.value < 0n ? ugx(0n) : stake.value,
    games.map((game) => game.oddsHundredths),
    bonusRule(settings.bonus_min_odds),
    maxPayout,
  )
  return ok({
    totalOdds: totalOddsToNumber(totals.totalOddsHundredths),
    jointOdds: jointOddsOf(games),
    bonusPercentage: totals.bonusPercent,
    bonus: ugxToNumber(totals.bonusUgx),
    potentialWin: ugxToNumber(totals.potentialWinUgx),
    payout: ugxToNumber(totals.payoutUgx),
    minStake: ugxToNumber(minimumStake(isFirstBet, settings)),
    maxStake: settings.max_bet_amount,
    maxPayout: ugxToNumber(maxPayout),
    selections: evaluated.map((each) => presentSelection(each, withoutJointPrice)),
  })
}

const idOfGame = (leg: SlipLeg): string => leg.game.id

function presentSelection(
  { input, selection }: { readonly input: SelectionInput; readonly selection: EvaluatedSelection },
  withoutJointPrice: ReadonlySet<string>,
) {
  if (!selection.ok) {
    const named = { gameId: input.gameId ?? 'unknown', market: input.market ?? '', selection: input.selection }
    return { ...named, odds: null, problem: selection.error }
  }
  const leg = selection.value
  const problem = withoutJointPrice.has(leg.game.id) ? ('MARKET_UNAVAILABLE' as const) : null
  const named = { gameId: leg.game.id, market: leg.market, selection: leg.selectionId }
  return { ...named, odds: problem === null ? oddsToNumber(leg.oddsHundredths) : null, problem }
}

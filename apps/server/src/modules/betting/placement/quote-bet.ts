import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import { liabilityLimits, MAX_SELECTIONS, minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import { type Ugx, ugx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { BetRestrictions } from '@mupiira/domain/risk/restrictions.ts'
import { mostStakeByFactor } from '@mupiira/domain/risk/stake-factor.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { BetGame, SlipLeg } from './bet-game.ts'
import {
  type CombinationRefusal,
  type EvaluatedSelection,
  evaluateGames,
  evaluateSelection,
  gameIdsOf,
  type SlipContext,
} from './evaluate-slip.ts'
import { betDelayOf, betMaximums, hasLiveGame } from './in-play.ts'
import { bonusOf } from './player-terms.ts'

/** A selection with its current odds, or why it cannot be bet on. */
export type QuotedSelection = {
  readonly gameId: string
  readonly market: string
  readonly selection: string
  readonly oddsHundredths: OddsHundredths | null
  readonly problem: 'GAME_MISSING' | 'GAME_CLOSED' | 'MARKET_UNAVAILABLE' | null
}
export type Quote = {
  /** The games that can be bet on. */
  readonly games: readonly BetGame[]
  readonly totals: SlipTotals
  /** False if the player gets no win bonus. */
  readonly hasWinBonus: boolean
  readonly minStakeUgx: Ugx
  readonly maxStakeUgx: Ugx
  readonly maxPayoutUgx: Ugx
  /** How long the bet waits before it is accepted. */
  readonly delaySeconds: number
  readonly selections: readonly QuotedSelection[]
}
/** What a quote depends on besides the slip. */
export type QuotedPlayer = BetRestrictions & {
  readonly isFirstBet: boolean | 'unknown'
}
export type QuoteRefusal =
  | { readonly code: 'NO_SELECTIONS' | 'AMOUNT_TOO_PRECISE' | 'IN_PLAY_EXCLUDED' }
  | { readonly code: 'TOO_MANY_SELECTIONS'; readonly maximum: number }
  | { readonly code: Exclude<CombinationRefusal, 'MARKET_UNAVAILABLE'> }

/**
 * Prices a slip as it would be placed now, without money (SLIP-22 to SLIP-29, SLIP-70). Selections that cannot be
 * bet on are named and left out of the totals.
 */
export function quoteSlip(
  slip: BetInput,
  { isFirstBet, ...restrictions }: QuotedPlayer,
  context: SlipContext,
): Result<Quote, QuoteRefusal> {
  const { settings } = context
  const { hasPromotions, inPlayDelay, isInPlayExcluded, stakeFactor } = restrictions
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
  // A suspended live game is not priced, but the bet has the exclusion, the maximums and the delay of live bets.
  const gamesOfSlip = gameIdsOf(slip.selections).flatMap((gameId) => {
    const prices = context.games.get(gameId)
    return prices === undefined ? [] : { legs: [{ prices }] }
  })
  if (isInPlayExcluded && hasLiveGame(gamesOfSlip)) return err({ code: 'IN_PLAY_EXCLUDED' })
  const maximums = betMaximums(gamesOfSlip, settings)
  const odds = games.map((game) => game.oddsHundredths)
  const totals = slipTotals(
    stake.value < 0n ? ugx(0n) : stake.value,
    odds,
    bonusOf(restrictions, settings),
    maximums.payoutUgx,
  )
  return ok({
    games,
    totals,
    hasWinBonus: hasPromotions,
    minStakeUgx: minimumStake(isFirstBet, settings),
    maxStakeUgx: mostStakeByFactor(stakeFactor, {
      maximumUgx: maximums.stakeUgx,
      odds,
      limits: liabilityLimits(settings),
    }),
    maxPayoutUgx: maximums.payoutUgx,
    delaySeconds: betDelayOf(gamesOfSlip, settings, inPlayDelay),
    selections: evaluated.map((each) => quotedSelection(each, withoutJointPrice)),
  })
}

const idOfGame = (leg: SlipLeg): string => leg.game.id

function quotedSelection(
  { input, selection }: { readonly input: SelectionInput; readonly selection: EvaluatedSelection },
  withoutJointPrice: ReadonlySet<string>,
): QuotedSelection {
  if (!selection.ok) {
    const named = { gameId: input.gameId ?? 'unknown', market: input.market ?? '', selection: input.selection }
    return { ...named, oddsHundredths: null, problem: selection.error }
  }
  const leg = selection.value
  const named = { gameId: leg.game.id, market: leg.market, selection: leg.selectionId }
  return withoutJointPrice.has(leg.game.id)
    ? { ...named, oddsHundredths: null, problem: 'MARKET_UNAVAILABLE' }
    : { ...named, oddsHundredths: leg.oddsHundredths, problem: null }
}

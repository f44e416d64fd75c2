import type { ErrorDetails } from '@mupiira/contract/errors.ts'
import { formatAmount, formatPlain, formatUgx, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { MAX_SAME_GAME_SELECTIONS } from '@mupiira/domain/pricing/same-game.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import { presentProtectionRefusal } from '../../protection/index.ts'
import type { BetGame } from './bet-game.ts'
import { totalOddsOf } from './evaluate-slip.ts'
import type { PlaceRefusal } from './place-bets.ts'
import { presentJointOdds } from './present-quote.ts'
import type { QuoteRefusal } from './quote-bet.ts'

/** The HTTP error of a refused bet or quote: the error of the same name, with the fields that the player may see. */
export const presentBetRefusal = <R extends PlaceRefusal | QuoteRefusal>(refusal: R): Refusal<R['code']> =>
  present(refusal) as Refusal<R['code']>

function present(refusal: PlaceRefusal | QuoteRefusal): Refusal<(PlaceRefusal | QuoteRefusal)['code']> {
  switch (refusal.code) {
    case 'ODDS_CHANGED':
      return { error: refusal.code, details: presentOdds(refusal.games) }
    case 'COMBINATION_TOO_LARGE':
      return { error: refusal.code, details: { maximum: MAX_SAME_GAME_SELECTIONS, odds: '1,000.00' } }
    case 'LIMIT_REACHED':
    case 'EXCLUDED':
      return presentProtectionRefusal(refusal)
    case 'STAKE_NOT_POSITIVE':
    case 'STAKE_BELOW_MINIMUM':
      return { error: refusal.code, details: amountOf('minimum', refusal.minimumUgx) }
    case 'INVALID_STAKE': {
      const { code: error, minimumUgx, ownMinimumUgx } = refusal
      return { error, details: { ...amountOf('minimum', minimumUgx), ...amountOf('ownMinimum', ownMinimumUgx) } }
    }
    case 'STAKE_ABOVE_MAXIMUM':
    case 'STAKE_ABOVE_LIABILITY':
      return { error: refusal.code, details: amountOf('maximum', refusal.maximumUgx) }
    case 'NEGATIVE_BALANCE':
      return { error: refusal.code, details: amountOf('balance', refusal.balanceUgx, formatAmount) }
    case 'INSUFFICIENT_BALANCE': {
      const { code: error, balanceUgx, requiredUgx } = refusal
      const required = amountOf('required', requiredUgx, formatUgx)
      return { error, details: { ...amountOf('balance', balanceUgx, formatUgx), ...required } }
    }
    case 'TOO_MANY_SELECTIONS':
      return { error: refusal.code, details: { maximum: refusal.maximum } }
    case 'DAILY_BET_LIMIT':
      return { error: refusal.code, details: { limit: refusal.limit } }
    case 'GAME_MISSING':
    case 'GAME_CLOSED':
    case 'MARKET_UNAVAILABLE':
      // A combination without a joint price names no selection.
      return 'selection' in refusal
        ? { error: refusal.code, details: { selection: refusal.selection } }
        : { error: refusal.code }
    case 'ACCOUNT_SUSPENDED':
    case 'AMOUNT_TOO_PRECISE':
    case 'BETTING_DISABLED':
    case 'IMPOSSIBLE_COMBINATION':
    case 'IN_PLAY_EXCLUDED':
    case 'LIABILITY_REACHED':
    case 'LIVE_COMBINATION':
    case 'MAINTENANCE':
    case 'MISSING_BOOKING_CODE':
    case 'NO_SELECTIONS':
    case 'PROFILE_ERROR':
    case 'PROFILE_NOT_FOUND':
    case 'SAME_CATEGORY':
    case 'SAME_MATCH':
      return { error: refusal.code }
    default:
      return exhaustive(refusal)
  }
}

/**
 * An amount as text and as a number: `{ minimum: '10,000', minimumUgx: 10000 }`. Limits are shown without decimals,
 * balances with them.
 */
const amountOf = (name: string, amount: Ugx, format = formatPlain): ErrorDetails => ({
  [name]: format(amount),
  [`${name}Ugx`]: ugxToNumber(amount),
})

/** The current odds of a slip whose odds have changed. */
function presentOdds(games: readonly BetGame[]) {
  const legs = games.flatMap((game) => game.legs).toSorted((a, b) => a.at - b.at)
  return {
    totalOdds: totalOddsToNumber(totalOddsOf(games)),
    selections: legs.map((leg) => ({
      gameId: leg.game.id,
      market: leg.market,
      selection: leg.selectionId,
      odds: oddsToNumber(leg.oddsHundredths),
    })),
    jointOdds: presentJointOdds(games),
  }
}

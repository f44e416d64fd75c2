import { formatAmount, formatPlain, type Ugx } from '../money/ugx.ts'
import { exhaustive } from '../result.ts'
import type { StakeRefusal } from './stake-rules.ts'

export const MAINTENANCE_TEXT = 'The platform is under maintenance. Please try again later.'

/** The text for a player whose balance is negative (D21). */
export const negativeBalanceText = (balanceUgx: Ugx): string =>
  `Your balance is UGX ${formatAmount(balanceUgx)} because a result was corrected. Deposits and winnings will cover it.`

/** The text that the slip shows for a refusal (SLIP-30..40). */
export function stakeRefusalText(refusal: StakeRefusal): string {
  switch (refusal.code) {
    case 'MAINTENANCE':
      return MAINTENANCE_TEXT
    case 'BETTING_DISABLED':
      return 'Betting is currently disabled. Please try again later.'
    case 'NO_SELECTIONS':
      return 'Please select at least one bet.'
    case 'TOO_MANY_SELECTIONS':
      return `A betslip holds at most ${refusal.maximum} selections.`
    case 'STAKE_NOT_POSITIVE':
      return 'Please enter a valid stake amount'
    case 'INVALID_STAKE':
      return `Please enter a valid stake amount of at least UGX ${formatPlain(refusal.minimumUgx)}. Your minimum is UGX ${formatPlain(refusal.ownMinimumUgx)}.`
    case 'STAKE_BELOW_MINIMUM':
      return `Minimum stake amount is UGX ${formatPlain(refusal.minimumUgx)}`
    case 'STAKE_ABOVE_MAXIMUM':
      return `Maximum stake amount is UGX ${formatPlain(refusal.maximumUgx)}`
    case 'DAILY_BET_LIMIT':
      return `You have reached the limit of ${refusal.limit} bets for today`
    case 'NEGATIVE_BALANCE':
      return negativeBalanceText(refusal.balanceUgx)
    case 'INSUFFICIENT_BALANCE':
      return 'Insufficient balance. Please add funds to your account.'
    default:
      return exhaustive(refusal)
  }
}

import type { cashOutAviatorBet, placeAviatorBet } from '@mupiira/contract/aviator.ts'
import { type AviatorBetRefusal, MOST_BETS_OF_ROUND, multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import type { CashOutRefusal } from '@mupiira/domain/aviator/outcome.ts'
import { formatAmount, formatPlain, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Refusal } from '../../kernel/http/route.ts'

export type PlaceRefusal = Refusal<(typeof placeAviatorBet)['errors'][number] | 'IDEMPOTENCY_KEY_REUSED'>
export type CashOutAnswerRefusal = Refusal<(typeof cashOutAviatorBet)['errors'][number] | 'IDEMPOTENCY_KEY_REUSED'>

/** The refusal that the interface gives for one of the domain's. */
export function betRefusal(refusal: AviatorBetRefusal): PlaceRefusal {
  switch (refusal.code) {
    case 'MAINTENANCE':
    case 'BETTING_DISABLED':
      return { error: refusal.code }
    case 'AUTO_BET_OFF':
      return { error: 'AVIATOR_AUTO_BET_OFF' }
    case 'BELOW_MINIMUM':
      return { error: 'AVIATOR_MINIMUM', details: { minimum: formatPlain(refusal.minimumUgx) } }
    case 'ABOVE_MAXIMUM':
      return {
        error: 'STAKE_ABOVE_MAXIMUM',
        details: { maximum: formatPlain(refusal.maximumUgx), maximumUgx: ugxToNumber(refusal.maximumUgx) },
      }
    case 'TWO_BETS':
      return { error: 'AVIATOR_TWO_BETS', details: { maximum: MOST_BETS_OF_ROUND } }
    case 'NEGATIVE_BALANCE':
      return {
        error: refusal.code,
        details: {
          balance: formatAmount(refusal.balanceUgx),
          balanceUgx: ugxToNumber(refusal.balanceUgx),
        },
      }
    case 'INSUFFICIENT_BALANCE':
      return { error: 'AVIATOR_BALANCE' }
    case 'MAX_WIN':
      return {
        error: 'AVIATOR_MAX_WIN',
        details: { win: formatPlain(refusal.winUgx), maximum: formatPlain(refusal.maximumUgx) },
      }
    case 'PLAYER_SHARE':
      return { error: 'AVIATOR_SHARE', details: { maximum: formatPlain(refusal.maximumUgx) } }
    case 'ROUND_FULL':
      return { error: 'AVIATOR_ROUND_FULL', details: { maximum: formatPlain(refusal.maximumUgx) } }
    default:
      return exhaustive(refusal)
  }
}

/** `crash` is told only where the round is over: a cash-out is never too late before. */
export function cashOutRefusal(refusal: CashOutRefusal, crash: number): CashOutAnswerRefusal {
  switch (refusal.code) {
    case 'NOT_FLYING':
      return { error: 'AVIATOR_NOT_FLYING' }
    case 'TOO_EARLY':
      return { error: 'AVIATOR_TOO_EARLY' }
    case 'TOO_LATE':
      return { error: 'AVIATOR_TOO_LATE', details: { crash: multiplierText(crash), lateMs: refusal.lateMs } }
    default:
      return exhaustive(refusal)
  }
}

import type { Limit } from '@mupiira/contract/protection.ts'
import { LATER_DEPOSIT_MINIMUM } from '@mupiira/domain/limits/payment-rules.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { moneyText, plainText } from '../../shared/format/amounts.ts'

export const KIND_TEXTS = {
  deposit: { title: 'Deposits', text: 'What you deposit. Pending deposits count too.' },
  stake: { title: 'Stakes', text: 'All bets and Aviator bets that you place, won or lost.' },
  loss: {
    title: 'Net losses',
    text: 'Your stakes minus wins, refunds and cashouts. Open bets count in full.',
  },
} as const

const VERBS = { deposit: 'deposit', stake: 'stake', loss: 'lose' } as const
/** A limit below the minimum deposit is probably a typing error, and it applies for at least a day. */
const LOW_SHILLINGS = ugxToNumber(LATER_DEPOSIT_MINIMUM)

/** The effect of a very low limit, which the player must confirm (PLAY-01); null for other limits. */
export function lowLimitText({ kind, period }: Pick<Limit, 'kind' | 'period'>, amount: number): string | null {
  if (amount >= LOW_SHILLINGS) return null
  const limitText = `You will be able to ${VERBS[kind]} at most UGX ${plainText(amount)} a ${period}.`
  const nothing =
    kind === 'deposit'
      ? ` That means no deposits at all, because the minimum deposit is UGX ${plainText(LOW_SHILLINGS)}.`
      : ''
  return `${limitText}${nothing} To increase it later, wait 24 hours and then confirm.`
}

/**
 * The amount used of a limit. Stakes of open bets can be returned, so the text does not call them lost. Unconfirmed
 * deposits can fail, so the text does not call them deposited (decision 0035).
 */
export function limitUsageText({ kind, used, unconfirmed }: Pick<Limit, 'kind' | 'used' | 'unconfirmed'>): string {
  if (unconfirmed > 0)
    return `${limitUsageText({ kind, used: used - unconfirmed, unconfirmed: 0 })} and ${moneyText(unconfirmed)} not confirmed yet`
  const words = { deposit: 'deposited', stake: 'staked', loss: used < 0 ? 'won' : 'lost or in open bets' }[kind]
  return `${moneyText(Math.abs(used))} ${words} so far`
}

export const PERIOD_NAMES = { day: 'A day', week: 'A week', month: 'A month' } as const

const PERIOD_WORDS = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/** `limitName({kind: 'stake', period: 'day'})` → "daily stake limit" */
export const limitName = ({ kind, period }: Pick<Limit, 'kind' | 'period'>): string =>
  `${PERIOD_WORDS[period]} ${kind} limit`

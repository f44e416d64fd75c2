import type { Cashout } from '@mupiira/contract/cashout.ts'
import type { PartRules } from '@mupiira/domain/cashout/part.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import type { CashoutRow } from './cashouts.repository.ts'
import type { OfferNow } from './offer-now.ts'
import type { CashoutRule } from './rules.repository.ts'

type CashoutView = {
  readonly placed: Pick<PlacedTicket, 'ticket'>
  /** The last acceptance. */
  readonly latest: CashoutRow | null
  /** The current offer; null in the response to an acceptance. */
  readonly offer: OfferNow['offer'] | null
  /** The automatic cash-out of the ticket. */
  readonly rule: CashoutRule | null
  /** The limits of a part. */
  readonly parts: PartRules
  readonly settings: Pick<Settings, 'cashout_step'>
  readonly now: Date
}

/** The cash-out of a ticket as its owner sees it. After a paid part, the ticket has an offer again. */
export function presentCashout({
  placed: { ticket },
  latest,
  offer,
  rule,
  parts,
  settings,
  now,
}: CashoutView): Cashout {
  const base = {
    ticketId: ticket.id,
    reason: null,
    decidesAt: null,
    refused: null,
    stake: null,
    stakeLeft: ugxToNumber(stakeLeft(stakePartsOf(ticket))),
    parts: {
      minimum: ugxToNumber(parts.leastPaidUgx),
      minimumLeft: ugxToNumber(parts.leastLeftUgx),
      stepPercent: settings.cashout_step,
    },
    automatic: rule === null || ticket.status !== 'pending' ? null : presentRule(rule),
    updatedAt: now.toISOString(),
  }
  const isShown =
    latest?.state === 'checking' || (latest?.state === 'paid' && (offer === null || latest.stake === null))
  if (latest !== null && isShown) {
    const { state, stake, stakeLeft: left, decidesAt } = latest
    return {
      ...base,
      ...(state === 'checking' ? { state, decidesAt: decidesAt.toISOString() } : { state: 'paid' as const }),
      ...(state === 'paid' && { stakeLeft: ugxToNumber(left ?? ZERO) }),
      offer: ugxToNumber(latest.paid ?? latest.offer),
      stake: amountOrNull(stake),
    }
  }
  const refused = latest?.state === 'refused' ? refusalOf(latest) : null
  if (offer?.ok === true) return { ...base, state: 'offered', offer: ugxToNumber(offer.value), refused }
  return { ...base, state: 'unavailable', offer: null, reason: offer?.error ?? 'NOT_PENDING', refused }
}

const presentRule = ({ target, percent, createdAt }: CashoutRule): Cashout['automatic'] => ({
  target: ugxToNumber(target),
  percent,
  createdAt: createdAt.toISOString(),
})

const amountOrNull = (amount: Ugx | null): number | null => (amount === null ? null : ugxToNumber(amount))

const refusalOf = ({ offer, refusedBecause, decidedAt, createdAt }: CashoutRow): Cashout['refused'] => ({
  offer: ugxToNumber(offer),
  why: refusedBecause ?? 'OFFER_CHANGED',
  at: (decidedAt ?? createdAt).toISOString(),
})

import type { Cashout } from '@mupiira/contract/cashout.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { PlacedTicket } from '../betting/index.ts'
import type { CashoutRow } from './cashouts.repository.ts'
import type { OfferNow } from './offer-now.ts'

/** The cash-out of a ticket as its owner sees it: `latest` is the last acceptance, `offer` the current offer. */
export function presentCashout(
  { ticket }: Pick<PlacedTicket, 'ticket'>,
  latest: CashoutRow | null,
  offer: OfferNow['offer'] | null,
  now: Date,
): Cashout {
  const base = { ticketId: ticket.id, reason: null, decidesAt: null, refused: null, updatedAt: now.toISOString() }
  if (latest !== null && latest.state !== 'refused') {
    const decidesAt = latest.state === 'checking' ? latest.decidesAt.toISOString() : null
    return { ...base, state: latest.state, offer: ugxToNumber(latest.paid ?? latest.offer), decidesAt }
  }
  const refused = latest === null ? null : refusalOf(latest)
  if (offer?.ok === true) return { ...base, state: 'offered', offer: ugxToNumber(offer.value), refused }
  return { ...base, state: 'unavailable', offer: null, reason: offer?.error ?? 'NOT_PENDING', refused }
}

const refusalOf = ({ offer, refusedBecause, decidedAt, createdAt }: CashoutRow): Cashout['refused'] => ({
  offer: ugxToNumber(offer),
  why: refusedBecause ?? 'OFFER_CHANGED',
  at: (decidedAt ?? createdAt).toISOString(),
})

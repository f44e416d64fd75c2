import { BETS, CASHOUTS, type History } from './in-play-history.ts'
import { fairReturn, type ModelTicket, outcomeOf, stakeLeftOf } from './in-play-tickets.ts'

/** A cashout as the product stored it. Amounts are hundredths of a shilling. */
export type StoredCashout = {
  readonly id: string
  readonly ticketId: string
  readonly offer: bigint
  readonly paid: bigint | null
  /** The stake of a part; null for all of the stake left. */
  readonly stake: bigint | null
  /** The lowest payment of an automatic cashout. */
  readonly least: bigint | null
  readonly state: 'checking' | 'paid' | 'refused'
  readonly createdAt: number
  readonly decidesAt: number
  readonly decidedAt: number | null
}

/** The default of `cashout_margin`. */
const MARGIN = 0.05
const FULL_STAKE_MS = 5 * 60_000
/** The amounts are rounded down; this covers floating-point arithmetic only. */
const ROUNDING = 1 + 1e-9
const LEAST_PART = 1_000_00n

/**
 * The faults of a paid cashout. The ticket is still in the state before the payment. `seenAt` and `isExact`
 * are those of `faultsOfDecision`.
 */
export function faultsOfPayment(
  history: History,
  ticket: ModelTicket,
  cashout: StoredCashout,
  { seenAt, isExact }: { readonly seenAt: number; readonly isExact: boolean },
): string[] {
  const { paid, offer, stake, least, createdAt, decidesAt, decidedAt } = cashout
  if (paid === null || decidedAt === null) return ['paid without an amount']
  const left = stakeLeftOf(ticket)
  const cashed = stake ?? left
  const faults: string[] = []
  if (ticket.status !== 'pending') faults.push(`paid for a ticket that is ${ticket.status}`)
  if (stake !== null && (stake >= left || left - stake < LEAST_PART || paid < LEAST_PART))
    faults.push('an invalid part')
  if (paid > offer) faults.push('paid more than the accepted offer')
  if (least !== null && paid < least) faults.push('paid less than the target of the player')
  const knownAt = decidedAt - (isExact ? 0 : 1)
  const most = Math.max(...[knownAt, decidedAt].map((at) => mostFor(history, ticket, cashed, at)))
  if (Number(paid) > most * ROUNDING)
    faults.push(`paid ${paid}, above the value ${most}, ${describe(history, ticket, cashout)}`)
  for (const { gameId } of ticket.legs) {
    const isLive = history.isLive(gameId, createdAt) && history.isLive(gameId, decidedAt)
    if (!isLive || history.resultAt(gameId, createdAt) !== null) continue
    const events = history.between(gameId, createdAt, knownAt)
    if (events.length > 0) faults.push(`paid in spite of ${events.join()}`)
    if (isExact && history.suspension(gameId, decidedAt, CASHOUTS) === 'certain')
      faults.push('paid while the game was closed')
    const answeredAt = history.answeredAt(gameId, decidesAt)
    if (answeredAt === null || answeredAt > seenAt) faults.push('paid without a newer response of the feed')
  }
  return faults
}

/** What the model knew of the ticket at the payment, for the message of a failure. */
function describe(history: History, ticket: ModelTicket, { createdAt, decidedAt, ...cashout }: StoredCashout): string {
  const at = decidedAt ?? createdAt
  const legs = ticket.legs.map((leg) => ({
    ...leg,
    startedMsAgo: at - history.of(leg.gameId).match.startsAt,
    state: history.stateAt(leg.gameId, at),
    changes: history.of(leg.gameId).changes.map((change) => `${change.reason} ${change.at - at}`),
    results: history.of(leg.gameId).results.map((result) => ({ ...result, at: result.at - at })),
  }))
  const known = { ...cashout, ageMs: at - ticket.createdAt, waitedMs: at - createdAt, left: stakeLeftOf(ticket), legs }
  return JSON.stringify(known, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
}

/**
 * The highest payment for a part of the stake: its value less the margin of cashouts. Before the first start it is at
 * most the stake, and for the first minutes the stake itself, even if the value is lower. A void selection does not
 * count as started.
 */
function mostFor(history: History, ticket: ModelTicket, cashed: bigint, at: number): number {
  const value = Number(cashed) * fairReturn(ticket, history, at) * (1 - MARGIN)
  const hasStarted = ticket.legs.some(
    (leg) => history.of(leg.gameId).match.startsAt <= at && outcomeOf(leg, ticket.rulebook, history, at) !== 'void',
  )
  if (hasStarted) return value
  return at - ticket.createdAt <= FULL_STAKE_MS ? Number(cashed) : Math.min(Number(cashed), value)
}

/** Whether a ticket certainly has no offer at a time, because one of its games is closed. */
export const isClosed = (history: History, { legs }: ModelTicket, at: number): boolean =>
  legs.some(
    ({ gameId }) =>
      history.isLive(gameId, at) &&
      history.resultAt(gameId, at) === null &&
      history.suspension(gameId, at, { ...BETS, ...CASHOUTS }) === 'certain',
  )

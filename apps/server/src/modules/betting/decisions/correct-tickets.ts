import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { correctTicket, type TicketCorrection } from '@mupiira/domain/ticket/correct.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { legsOf, type TicketRow, ticketsById } from '../tickets/tickets.repository.ts'
import { decisionOf, type LockAccounts } from './decide-tickets.ts'
import { findWrongLegs, lockTickets, rewriteLegs, writeCorrections } from './corrections.repository.ts'
import type { ResultInForce, TicketIds } from './decisions.repository.ts'

/** A ticket that a corrected result has changed. */
export type CorrectedTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly gameId: string
  readonly statusBefore: TicketRow['status']
  readonly correction: TicketCorrection
  /** The number of corrections of the ticket, including this one. */
  readonly ordinal: number
}

/**
 * Decides the legs of a chunk again by a corrected result and updates their tickets. Stores the previous state in
 * the history. The caller moves the money in the same transaction. Safe to repeat.
 */
export async function correctTickets(
  tx: Tx,
  game: ResultInForce,
  tickets: TicketIds,
  lockAccounts: LockAccounts,
): Promise<CorrectedTicket[]> {
  const [corrections, wrong] = await Promise.all([lockTickets(tx, tickets), findWrongLegs(tx, game, tickets)])
  if (wrong.length === 0) return []
  const wrongLegs = Map.groupBy(wrong, (leg) => leg.ticketId)
  const ids = [...wrongLegs.keys()]
  const rows = await ticketsById(tx, ids)
  const now = await lockAccounts(rows.map(({ userId }) => userId))
  const [, allLegs] = await Promise.all([rewriteLegs(tx, wrong, game.resultVersion, now), legsOf(tx, ids)])
  const legs = Map.groupBy(allLegs, (leg) => leg.ticketId)
  const corrected = rows.map((row) => {
    const all = legs.get(row.id) ?? []
    const decision = decisionOf(row, all)
    const correction = correctTicket({ status: row.status, payoutUgx: row.payout }, decision)
    return { row, all, decision, correction, ordinal: (corrections.get(row.id) ?? 0) + 1 }
  })
  await writeCorrections(
    tx,
    game,
    corrected.map(({ row, all, decision, correction, ordinal }) => ({
      id: row.id,
      ordinal,
      status: correction.status,
      payout: correction.payoutUgx,
      bonusPaid: correction.status === 'won' ? decision.bonusUgx : ZERO,
      openLegs: all.filter(({ outcome }) => outcome === null).length,
      isPlain: all.every(({ outcome }) => outcome === null || outcome === 'won' || outcome === 'lost'),
      legs: wrongLegs.get(row.id) ?? [],
    })),
    now,
  )
  return corrected.map(({ row, correction, ordinal }) => ({
    id: row.id,
    userId: row.userId,
    bookingCode: row.bookingCode,
    totalStake: row.totalStake,
    gameId: game.gameId,
    statusBefore: row.status,
    correction,
    ordinal,
  }))
}

import type { MarketId, Outcome } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** A leg with its current decision. */
export type DecidedLeg = {
  readonly legNo: number
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly outcome: Outcome | null
  readonly decidedAt: Date | null
  readonly resultVersion: number | null
}

/** The change of one leg by a corrected result; `before` is null where the leg was open again after an earlier correction. */
export type CorrectedLeg = {
  readonly legNo: number
  readonly before: Outcome
  readonly version: number
  readonly decidedAt: string
  readonly outcome: Outcome | null
}

/** A row of `ticket_corrections`. */
export type CorrectionRow = {
  readonly ordinal: number
  readonly gameId: string
  readonly resultVersion: number
  readonly legs: readonly CorrectedLeg[]
  readonly statusBefore: TicketStatus
  readonly payoutBefore: Ugx | null
  readonly settledBefore: Date | null
  readonly status: TicketStatus
  readonly payout: Ugx | null
  readonly createdAt: Date
}

export type Decisions = { readonly legs: readonly DecidedLeg[]; readonly corrections: readonly CorrectionRow[] }

/** All decisions on a ticket. */
export async function decisionsOf(sql: Sql, ticketId: string): Promise<Decisions> {
  const [legs, corrections] = await Promise.all([
    sql.query<DecidedLeg>(
      `select leg_no as "legNo", game_id as "gameId", market, selection, outcome, decided_at as "decidedAt", result_version as "resultVersion"
         from ticket_legs where ticket_id = $1 order by leg_no`,
      [ticketId],
      'betting-decided-legs',
    ),
    sql.query<CorrectionRow>(
      `select ordinal, game_id as "gameId", result_version as "resultVersion", legs, status_before as "statusBefore",
              payout_before as "payoutBefore", settled_before as "settledBefore", status, payout, created_at as "createdAt"
         from ticket_corrections where ticket_id = $1 order by ordinal`,
      [ticketId],
      'betting-corrections',
    ),
  ])
  return { legs, corrections }
}

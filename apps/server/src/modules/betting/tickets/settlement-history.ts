import type { LegDecision, SettledResult, SettlementTrail, TicketMove } from '@mupiira/contract/bets.ts'
import type { MarketId, Outcome } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { GameResult } from '../../catalogue/index.ts'
import { selectionIdOf } from './present-ticket.ts'
import type { TicketRow } from './ticket-rows.ts'

/** A leg with its current decision. */
type DecidedLeg = {
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
type CorrectionRow = {
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

/** How a ticket was settled: each decision of its legs with the deciding result, and each change of the ticket (D21). */
export function presentSettlementHistory(
  ticket: TicketRow,
  { legs, corrections }: Decisions,
  results: readonly GameResult[],
): SettlementTrail {
  return {
    legs: legs
      .flatMap((leg) => decisionsOfLeg(ticket, leg, corrections, results))
      .sort((a, b) => a.at.localeCompare(b.at)),
    moves: movesOf(ticket, corrections),
  }
}

type Step = Pick<LegDecision, 'before' | 'outcome' | 'at'> & { readonly version: number }

function decisionsOfLeg(
  ticket: TicketRow,
  leg: DecidedLeg,
  corrections: readonly CorrectionRow[],
  results: readonly GameResult[],
): LegDecision[] {
  return stepsOf(leg, corrections).flatMap(({ version, ...step }) => {
    const result = results.find((each) => each.gameId === leg.gameId && each.version === version)
    if (result === undefined) return []
    const isLate = result.firstLiveAt !== null && ticket.createdAt > result.firstLiveAt
    return {
      selectionId: selectionIdOf(leg),
      gameId: leg.gameId,
      ...step,
      placedAfterStart: step.outcome === 'void' && result.verdict.kind === 'result' && isLate,
      result: presentResult(result),
    }
  })
}

/** Each correction stores the previous decision, so the first decision of a corrected leg is included. */
function stepsOf(leg: DecidedLeg, corrections: readonly CorrectionRow[]): Step[] {
  const steps: Step[] = []
  let current: Step['outcome'] = null
  for (const { createdAt, resultVersion, legs } of corrections) {
    const corrected = legs.find((each) => each.legNo === leg.legNo)
    if (corrected === undefined) continue
    if (current === null)
      steps.push({ before: null, outcome: corrected.before, at: corrected.decidedAt, version: corrected.version })
    steps.push({
      before: corrected.before,
      outcome: corrected.outcome,
      at: createdAt.toISOString(),
      version: resultVersion,
    })
    current = corrected.outcome
  }
  if (current === null && leg.outcome !== null && leg.decidedAt !== null && leg.resultVersion !== null)
    steps.push({ before: null, outcome: leg.outcome, at: leg.decidedAt.toISOString(), version: leg.resultVersion })
  return steps
}

function movesOf(ticket: TicketRow, corrections: readonly CorrectionRow[]): TicketMove[] {
  const moves: TicketMove[] = []
  let current: TicketMove['status'] = 'pending'
  const settle = (status: TicketMove['status'], payout: bigint | null, at: Date | null): void => {
    if (current !== 'pending' || status === 'pending' || at === null) return
    const cause = status === 'cashout' || status === 'cancelled' ? status : 'settled'
    moves.push({ at: at.toISOString(), cause, gameId: null, statusBefore: 'pending', status, ...money(null, payout) })
  }
  for (const { gameId, statusBefore, payoutBefore, settledBefore, status, payout, createdAt } of corrections) {
    settle(statusBefore, payoutBefore, settledBefore)
    current = status
    if (status === statusBefore && payout === payoutBefore) continue
    const at = createdAt.toISOString()
    moves.push({ at, cause: 'corrected', gameId, statusBefore, status, ...money(payoutBefore, payout) })
  }
  settle(ticket.status, ticket.payout, ticket.settledAt)
  return moves
}

const money = (before: bigint | null, after: bigint | null): Pick<TicketMove, 'payoutBefore' | 'payout'> => ({
  payoutBefore: before === null ? null : ugxToNumber(ugx(before)),
  payout: after === null ? null : ugxToNumber(ugx(after)),
})

const VOID_REASONS = ['CANCELLED', 'NO_RESULT_IN_TIME', 'MOVED', 'RETIRED'] as const
const NO_SCORE = {
  homeScore: null,
  awayScore: null,
  halfTimeHomeScore: null,
  halfTimeAwayScore: null,
  firstToScore: null,
  qualifier: null,
}

function presentResult({ version, verdict, decidedBy, decidedAt }: GameResult): SettledResult {
  const common = { version, decidedBy, decidedAt: decidedAt.toISOString() }
  if (verdict.kind === 'void') {
    return {
      ...common,
      ...NO_SCORE,
      voidReason: VOID_REASONS.find((reason) => reason === verdict.reason) ?? 'CANCELLED',
    }
  }
  const { home, away, halfTime, firstToScore, qualifier } = verdict.result
  return {
    ...common,
    voidReason: null,
    homeScore: home,
    awayScore: away,
    halfTimeHomeScore: halfTime?.home ?? null,
    halfTimeAwayScore: halfTime?.away ?? null,
    firstToScore: firstToScore ?? null,
    qualifier: qualifier ?? null,
  }
}

import type { LegDecision, SettledResult, SettlementTrail, TicketStatusChange } from '@mupiira/contract/tickets.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { GameResult } from '../../catalogue/index.ts'
import { selectionIdOf } from './present-ticket.ts'
import type { CorrectionRow, PartRow, PlacedLeg, TicketRow } from './tickets.repository.ts'

type TicketRecords = {
  readonly row: TicketRow
  readonly legs: readonly PlacedLeg[]
  readonly corrections: readonly CorrectionRow[]
  readonly parts: readonly PartRow[]
}

/**
 * How a ticket was settled: each decision of its legs with the deciding result, and each change of the ticket, with its partial cashouts (D21, COUT-01).
 */
export function presentSettlementHistory(
  { row: ticket, legs, corrections, parts }: TicketRecords,
  results: readonly GameResult[],
): SettlementTrail {
  return {
    legs: legs
      .flatMap((leg) => decisionsOfLeg(ticket, leg, corrections, results))
      .sort((a, b) => a.at.localeCompare(b.at)),
    moves: movesOf(ticket, corrections),
    parts: parts.map(({ stake, paid, createdAt }) => ({
      at: createdAt.toISOString(),
      stake: ugxToNumber(stake),
      paid: ugxToNumber(paid),
    })),
  }
}

type Step = Pick<LegDecision, 'before' | 'outcome' | 'at'> & { readonly version: number }

function decisionsOfLeg(
  ticket: TicketRow,
  leg: PlacedLeg,
  corrections: readonly CorrectionRow[],
  results: readonly GameResult[],
): LegDecision[] {
  return stepsOf(leg, corrections).flatMap(({ version, ...step }) => {
    const result = results.find((each) => each.gameId === leg.gameId && each.version === version)
    if (result === undefined) return []
    const isLate = !leg.inPlay && result.firstLiveAt !== null && ticket.createdAt > result.firstLiveAt
    return {
      selectionId: selectionIdOf(leg),
      gameId: leg.gameId,
      ...step,
      placedAfterStart: step.outcome === 'void' && result.decision.kind === 'result' && isLate,
      result: presentResult(result),
    }
  })
}

/** Each correction stores the previous decision, so the first decision of a corrected leg is included. */
function stepsOf(leg: PlacedLeg, corrections: readonly CorrectionRow[]): Step[] {
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

function movesOf(ticket: TicketRow, corrections: readonly CorrectionRow[]): TicketStatusChange[] {
  const moves: TicketStatusChange[] = []
  let current: TicketStatusChange['status'] = 'pending'
  const settle = (status: TicketStatusChange['status'], payout: bigint | null, at: Date | null): void => {
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

const money = (before: bigint | null, after: bigint | null): Pick<TicketStatusChange, 'payoutBefore' | 'payout'> => ({
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

function presentResult({ version, decision, decidedBy, decidedAt }: GameResult): SettledResult {
  const common = { version, decidedBy, decidedAt: decidedAt.toISOString() }
  if (decision.kind === 'void') {
    return {
      ...common,
      ...NO_SCORE,
      voidReason: VOID_REASONS.find((reason) => reason === decision.reason) ?? 'CANCELLED',
    }
  }
  const { home, away, halfTime, firstToScore, qualifier } = decision.result
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

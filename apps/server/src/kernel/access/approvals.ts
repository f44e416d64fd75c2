import type { ApprovalKind } from '@mupiira/domain/access/approval-kinds.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Result } from '@mupiira/domain/result.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { Staff } from './staff.ts'

/** A request to a second approver: its subject, its amount and the data of the action. */
export type Proposal = {
  readonly kind: ApprovalKind
  readonly subject: `${string}:${string}`
  readonly amountUgx: Ugx
  /** The data of the action, as JSON. */
  readonly request: unknown
  readonly reason: string
  readonly requestedBy: string
}

export type Approval = Proposal & {
  readonly id: string
  readonly requestedAt: Date
  readonly state: 'waiting' | 'approved' | 'declined' | 'expired'
}

/** `what` has changed since the request, so that the approver does not see what would happen. */
export type Outdated = { readonly code: 'APPROVAL_OUTDATED'; readonly what: string }

/**
 * Runs an approved action in the transaction of the approval; `by` is the second member of staff. Returns the time of
 * the action, read after taking its locks and also recorded for the approval. Returns an error if the action is no
 * longer possible.
 */
export type StaffAction<Refusal> = (tx: Tx, approval: Approval, by: Staff) => Promise<Result<Date, Refusal>>

/**
 * `do`: no approval needed. `alone`: above the threshold without a second approver, so the action is done and
 * flagged. `alone-daily-total`: the same, but the day's total exceeds the threshold. `wait`: a second approver decides.
 */
export type Evaluation = 'do' | 'alone' | 'alone-daily-total' | 'wait'

/**
 * The amount of a staff action. An action with a subject is not counted if the same person approved it as the second
 * approver.
 */
export type StaffAmount = { readonly subject?: string; readonly amountUgx: Ugx }

export type EvaluatedAction = {
  readonly kind: ApprovalKind
  /** The member of staff who acts; null for the game's clock. */
  readonly actorId: string | null
  readonly amountUgx: Ugx
  /**
   * This staff member's amounts without approval in the last 24 hours, added to the action's amount (decision 0019).
   */
  readonly before: Ugx
}

export type FourEyes = {
  /** Whether an action waits for a second approver. */
  evaluate(tx: Tx, action: EvaluatedAction, now: Date): Promise<Evaluation>
  /** The ids of active staff with these capabilities. `actorId`: staff whose role this person ended count for a week. */
  holders(
    sql: Sql,
    who: { readonly capabilities: readonly StaffCapability[]; readonly actorId: string | null },
    now: Date,
  ): Promise<readonly string[]>
  /** For actions that always need a second approver. `actorId` is null for the game's clock. */
  requireApproval(sql: Sql, action: Pick<EvaluatedAction, 'kind' | 'actorId'>, now: Date): Promise<'alone' | 'wait'>
  /**
   * Returns the id of the request. With `once`, an identical request gets the same id, for repetitions after a lost
   * response.
   */
  propose(tx: Tx, proposal: Proposal & { readonly once?: true }, now: Date): Promise<string>
  /** The waiting requests that have not expired, oldest first. */
  waiting(): Promise<Approval[]>
  /**
   * The sum of a staff member's amounts without a second approver in the last 24 hours, so that many small actions
   * count as one large one (decision 0019). An approved request counts for neither the requester nor the approver. The
   * call serialises the actions of one member of staff, so make it before taking any other lock. The 24 hours end when
   * the call gets its lock.
   */
  sumWithoutApproval(tx: Tx, actorId: string): Promise<Ugx>
}

/**
 * Four-eyes approval of staff actions (ADMT-30). The console implements it; modules register the actions of their
 * kinds.
 */
export type Approvals<Refusal> = {
  readonly fourEyes: FourEyes
  readonly register: (kind: ApprovalKind, action: StaffAction<Refusal>) => void
  /**
   * Registers a function that returns the amounts of one kind of a staff member's actions since a given time. An action
   * that this person may have carried out as the second approver needs a subject, so that its amount is not counted.
   */
  readonly registerAmounts: (
    kind: ApprovalKind,
    amountsOf: (tx: Tx, actorId: string, since: Date) => Promise<readonly StaffAmount[]>,
  ) => void
}

/** Audit flags of actions that needed a second approver while there was none. */
export const AUDIT_FLAGS = {
  alone: 'above the four-eyes threshold, without approval',
  'alone-daily-total': 'daily total above the four-eyes threshold, without approval',
  odds: 'manual odds that give away money, without approval',
  reopened: 'betting that a colleague stopped was reopened without approval',
  settings: 'protected setting changed without approval',
  staff: 'role of staff changed without approval',
  closing: 'month closed without approval',
  topUp: 'withdrawal approved after an own top-up, without a colleague',
  erasure: 'data of a player erased without approval',
} as const

export const flagOf = (evaluation: Evaluation): { readonly flag?: string } =>
  evaluation === 'alone' || evaluation === 'alone-daily-total' ? { flag: AUDIT_FLAGS[evaluation] } : {}

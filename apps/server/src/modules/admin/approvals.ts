import type { decideApproval } from '@mupiira/contract/adjustments.ts'
import { APPROVAL_VALID_MS, type ApprovalKind, approverNeeds } from '@mupiira/domain/access/approval-kinds.ts'
import { includesAll } from '@mupiira/domain/access/staff-roles.ts'
import { addUgx, ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type {
  Approval,
  Approvals,
  FourEyes,
  Outdated,
  StaffAmount,
  StaffAction,
} from '../../kernel/access/approvals.ts'
import { lockName } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Staff } from '../../kernel/access/staff.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { ChangedSince, SettingsApi } from '../settings/index.ts'
import type { AboveMaximum } from '../wallet/index.ts'
import {
  approvedBy,
  expireApprovals,
  identicalApproval,
  insertApproval,
  lockApproval,
  saveDecision,
  waitingApprovals,
} from './approvals.repository.ts'

export type DecisionRefusal =
  | 'APPROVAL_NOT_FOUND'
  | 'APPROVAL_DECIDED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_OWN'
  | 'APPROVAL_ROLE'
/** Why an approved action is no longer possible. */
export type ActionRefusal =
  | Exclude<(typeof decideApproval)['errors'][number], DecisionRefusal | AboveMaximum['code'] | Outdated['code']>
  | AboveMaximum
  | Outdated
  | ChangedSince

type Decided = { readonly approval: Approval; readonly at: Date }

export type ConsoleApprovals = Approvals<ActionRefusal> & {
  /** Approves or declines. The requester may withdraw the request but not approve it. */
  decide(
    tx: Tx,
    decision: { readonly id: string; readonly isApproved: boolean; readonly by: Staff; readonly note: string },
  ): Promise<Result<Decided, ActionRefusal | DecisionRefusal>>
  /** Ends the requests that have waited too long, with an audit entry for each. Returns their number. */
  expire(): Promise<number>
}

/**
 * A colleague who was suspended, or whose role the same person ended, still counts as a second approver for this long,
 * so removing colleagues bypasses no approval.
 */
const FORMER_APPROVER_COUNTS_MS = 7 * DAY_MS

/** Four-eyes approval of staff actions, with the stored requests that wait for a second approver. */
export function createApprovals(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  {
    audit,
    identity,
    settings,
  }: {
    readonly audit: Pick<Audit['commands'], 'record'>
    readonly identity: { readonly staff: Pick<Identity['staff'], 'capabilitiesOf' | 'holders'> }
    readonly settings: Pick<SettingsApi['reads'], 'current'>
  },
): ConsoleApprovals {
  const actions = new Map<ApprovalKind, StaffAction<ActionRefusal>>()
  const amountSources: { kind: ApprovalKind; amountsOf: Parameters<ConsoleApprovals['registerAmounts']>[1] }[] = []

  const validSince = (now: Date): Date => new Date(now.getTime() - APPROVAL_VALID_MS)

  const fourEyes: FourEyes = {
    async evaluate(tx, { kind, actorId, amountUgx, before }, now) {
      const threshold = ugxFromShillings(settings.current().four_eyes_threshold)
      if (addUgx(before, amountUgx) <= threshold) return 'do'
      const evaluation = await fourEyes.requireApproval(tx, { kind, actorId }, now)
      return evaluation === 'alone' && amountUgx <= threshold ? 'alone-daily-total' : evaluation
    },

    holders(sql, { capabilities, actorId }, now) {
      const since = new Date(now.getTime() - FORMER_APPROVER_COUNTS_MS)
      const mustUseSecondFactor = settings.current().admin_second_factor
      return identity.staff.holders(sql, capabilities, { former: { since, endedBy: actorId }, mustUseSecondFactor })
    },

    async requireApproval(sql, { kind, actorId }, now) {
      const approvers = await fourEyes.holders(sql, { capabilities: approverNeeds(kind), actorId }, now)
      // Only the single approver may act alone. The game clock has no requester and acts alone if there is at most one
      // approver.
      const isAlone = actorId === null ? approvers.length <= 1 : approvers.length === 1 && approvers[0] === actorId
      return isAlone ? 'alone' : 'wait'
    },

    async propose(tx, { once = false, ...proposal }, now) {
      if (once) {
        // A concurrent identical request waits here and then finds the first one.
        await lockName(tx, `approval ${proposal.kind} ${proposal.subject}`)
        const same = await identicalApproval(tx, proposal, validSince(now))
        if (same !== null) return same
      }
      const id = newId()
      await insertApproval(tx, id, proposal, now)
      return id
    },

    waiting: () => waitingApprovals(db, validSince(clock.now())),

    async sumWithoutApproval(tx, actorId) {
      await lockName(tx, `actions of ${actorId}`)
      const since = new Date(clock.now().getTime() - DAY_MS)
      let sum = ZERO
      for (const { kind, amountsOf } of amountSources) {
        const approved = await approvedBy(tx, kind, actorId, since)
        const counts = ({ subject }: StaffAmount) => subject === undefined || !approved.has(subject)
        for (const { amountUgx } of (await amountsOf(tx, actorId, since)).filter(counts)) sum = addUgx(sum, amountUgx)
      }
      return sum
    },
  }

  return {
    fourEyes,
    register: (kind, action) => void actions.set(kind, action),
    registerAmounts: (kind, amountsOf) => void amountSources.push({ kind, amountsOf }),

    async decide(tx, { id, isApproved, by, note }) {
      const approval = await lockApproval(tx, id)
      if (approval === undefined) return err('APPROVAL_NOT_FOUND')
      if (approval.state === 'expired') return err('APPROVAL_EXPIRED')
      if (approval.state !== 'waiting') return err('APPROVAL_DECIDED')
      if (approval.requestedAt <= validSince(clock.now())) return err('APPROVAL_EXPIRED')
      const isOwn = approval.requestedBy === by.actorId
      if (isApproved && isOwn) return err('APPROVAL_OWN')
      const held = isOwn ? [] : await identity.staff.capabilitiesOf(tx, by.actorId)
      if (!isOwn && !includesAll(held, approverNeeds(approval.kind))) return err('APPROVAL_ROLE')
      let at = clock.now()
      if (isApproved) {
        const action = actions.get(approval.kind)
        if (action === undefined) throw new Error(`no action is registered for ${approval.kind}`)
        const done = await action(tx, approval, by)
        if (!done.ok) return done
        at = done.value
      }
      await saveDecision(tx, { id, state: isApproved ? 'approved' : 'declined', by: by.actorId, note, now: at })
      return ok({ approval, at })
    },

    expire: () =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const expired = await expireApprovals(tx, validSince(now), now)
        for (const { kind, subject, request, reason } of expired) {
          const { title = '' } = request as { readonly title?: string }
          const entry = { action: 'approval.expire', subject, after: { kind, title }, reason } as const
          await audit.record(tx, { actorId: null, address: '', ...entry }, now)
        }
        return expired.length
      }),
  }
}

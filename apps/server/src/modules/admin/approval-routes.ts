import { APPROVAL_VALID_MS, approverNeeds } from '@mupiira/domain/access/approval-kinds.ts'
import { includesAll } from '@mupiira/domain/access/staff-roles.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { Approval } from '../../kernel/access/approvals.ts'
import {
  type Approval as ListedApproval,
  decideApproval,
  exportApprovals,
  listApprovals,
} from '@mupiira/contract/adjustments.ts'
import { APPROVAL_LIST } from '@mupiira/contract/list-columns.ts'
import { formatPlain, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import { settingName } from '@mupiira/domain/settings/texts.ts'
import { type TaskCaller, type TaskReading, tasksOf } from '../../kernel/access/tasks.ts'
import { type Call, type Outcome, type Refusal, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Audit, exportList } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { ActionRefusal, ConsoleApprovals, DecisionRefusal } from './approvals.ts'
import { staffOf } from '../../kernel/access/staff.ts'

export type ApprovalDeps = {
  readonly audit: Audit['commands']
  readonly identity: Pick<Identity, 'profiles'>
}
type ApprovalRouteDeps = ApprovalDeps & Pick<Kernel, 'clock' | 'db'> & { readonly approvals: ConsoleApprovals }

/** Lists requests that wait for a second approver, and decides them (ADMT-30). */
export function approvalRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  deps: ApprovalDeps,
  approvals: ConsoleApprovals,
): readonly Route[] {
  const routeDeps: ApprovalRouteDeps = { ...deps, clock, db, approvals }
  return [
    route(listApprovals, async (call) => ({ status: 200, body: { items: await waitingFor(routeDeps, call) } })),
    route(exportApprovals, async (call) => {
      const rows = [await waitingFor(routeDeps, call)]
      const file = { name: 'approvals', action: 'staff.export-approvals', columns: APPROVAL_LIST, rows } as const
      return exportList(routeDeps, call, file)
    }),
    route(decideApproval, (call) => decide(routeDeps, call)),
  ]
}

const mayDecide = ({ kind }: Approval, capabilities: TaskCaller['capabilities']): boolean =>
  includesAll(capabilities, approverNeeds(kind))

const mustDecide = (approval: Approval, { userId, capabilities }: Omit<TaskCaller, 'now'>): boolean =>
  approval.requestedBy !== userId && mayDecide(approval, capabilities)

/** The requests of others that the caller may decide. */
export const approvalsToDecide =
  ({ fourEyes }: Pick<ConsoleApprovals, 'fourEyes'>): TaskReading =>
  async (caller) =>
    tasksOf(
      (await fourEyes.waiting()).filter((each) => mustDecide(each, caller)),
      ({ requestedAt }) => requestedAt,
    )

async function waitingFor(
  { approvals, identity }: ApprovalRouteDeps,
  { actor, query }: Call<typeof listApprovals | typeof exportApprovals>,
): Promise<ListedApproval[]> {
  const { userId, staff } = actor
  const { capabilities } = staff
  const every = await approvals.fourEyes.waiting()
  const waiting = query.decide === true ? every.filter((each) => mustDecide(each, { userId, capabilities })) : every
  const userIds = waiting.flatMap((each) => [each.requestedBy, userIn(each) ?? each.requestedBy])
  const accounts = await identity.profiles.byIds([...new Set(userIds)])
  const nameIn = (userId: string) => {
    const profile = accounts.get(userId)
    return profile === undefined ? '' : nameOf(profile)
  }
  return waiting.map((each) => ({
    id: each.id,
    kind: each.kind,
    subject: each.subject,
    subjectName: subjectOf(each, nameIn(userIn(each) ?? '')),
    amount: ugxToNumber(each.amountUgx),
    reason: each.reason,
    askedBy: nameIn(each.requestedBy),
    askedAt: each.requestedAt.toISOString(),
    expiresAt: new Date(each.requestedAt.getTime() + APPROVAL_VALID_MS).toISOString(),
    isOwn: each.requestedBy === userId,
    mayDecide: mayDecide(each, capabilities),
  }))
}

async function decide(
  { approvals, audit, db }: ApprovalRouteDeps,
  call: Call<typeof decideApproval>,
): Promise<Outcome<typeof decideApproval>> {
  const { params, body } = call
  if (!isId(params.id)) return { error: 'APPROVAL_NOT_FOUND' }
  const isApproved = body.decision === 'approve'
  const note = body.note?.trim() ?? ''
  const by = staffOf(call)
  return db.transaction(async (tx) => {
    const decided = await approvals.decide(tx, { id: params.id, isApproved, by, note })
    if (!decided.ok) return refused(decided.error)
    // An approved action writes its own audit entry.
    const { approval, at } = decided.value
    if (!isApproved) await audit.record(tx, { ...by, ...declined(approval), reason: note }, at)
    return { status: 200, body: { success: true } }
  })
}

function refused(refusal: ActionRefusal | DecisionRefusal): Refusal<(typeof decideApproval)['errors'][number]> {
  if (typeof refusal === 'string') return { error: refusal }
  switch (refusal.code) {
    case 'ADJUSTMENT_TOO_LARGE':
      return { error: refusal.code, details: { maximum: formatPlain(refusal.maximumUgx) } }
    case 'APPROVAL_OUTDATED':
      return { error: refusal.code, details: { what: refusal.what } }
    case 'CHANGED_SINCE': {
      const text = `${settingName(refusal.key)} has changed since this request. Please decline the request and make a new one.`
      return { error: 'SETTING_REFUSED', text }
    }
    default:
      return exhaustive(refusal)
  }
}

const declined = (approval: Approval) => {
  const { kind, subject, amountUgx } = approval
  if (kind === 'staff-role') {
    return { action: 'staff.decline-role', subject, after: { role: titleOf(approval) ?? '' } } as const
  }
  if (kind === 'erase-player') return { action: 'user.decline-erasure', subject } as const
  const title = titleOf(approval) ?? ''
  return kind === 'setting'
    ? ({ action: 'setting.decline', subject, after: { title } } as const)
    : ({ action: 'money.decline', subject, after: { kind, title, amount: ugxToNumber(amountUgx) } } as const)
}

/** Fields that name the subject of a request. Each kind of request stores some of them. */
type Titled = { readonly userId?: string; readonly title?: string }

const userIn = ({ request }: Approval): string | undefined => (request as Titled).userId

const titleOf = ({ request }: Approval): string | undefined => (request as Titled).title

/** The subject of a request: a player, a bet, a game or settings. */
const subjectOf = (approval: Approval, name: string): string =>
  [titleOf(approval), name].filter((part) => part !== undefined && part !== '').join(', ')

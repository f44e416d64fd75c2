import { sql } from 'kysely'
import type { ApprovalKind } from '@mupiira/domain/access/approval-kinds.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Approval, Proposal } from '../../kernel/access/approvals.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

const selectApprovals = () =>
  q
    .selectFrom('approvals')
    .select(['id', 'kind', 'subject', 'amount as amountUgx', 'request', 'reason', 'state'])
    .select(['requested_by as requestedBy', 'requested_at as requestedAt'])
    .$narrowType<{ kind: ApprovalKind; subject: Proposal['subject']; amountUgx: Ugx }>()

const waiting = statement((p: Params<{ since: Date }>) =>
  selectApprovals().where('state', '=', 'waiting').where('requested_at', '>', p.since).orderBy('id').limit(200),
)

/** The waiting requests since then, oldest first. There are few, so the list has no pages and ends after 200. */
export const waitingApprovals = (db: Sql, since: Date): Promise<Approval[]> => db.run(waiting({ since }))

const locked = statement((p: Params<{ id: string }>) => selectApprovals().where('id', '=', p.id).forUpdate())

export const lockApproval = (tx: Tx, id: string): Promise<Approval | undefined> => tx.first(locked({ id }))

type Identical = { kind: string; subject: string; requestedBy: string; request: string; since: Date }
const identical = statement((p: Params<Identical>) =>
  q
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', p.kind)
    .where('subject', '=', p.subject)
    .where('requested_by', '=', p.requestedBy)
    .where('state', '=', 'waiting')
    .where('requested_at', '>', p.since)
    .where(sql<boolean>`request = ${p.request}::jsonb`)
    .limit(1),
)

/** A waiting request with the same data, made since then. */
export const identicalApproval = async (
  tx: Tx,
  { kind, subject, requestedBy, request }: Proposal,
  since: Date,
): Promise<string | null> =>
  (await tx.first(identical({ kind, subject, requestedBy, request: JSON.stringify(request), since })))?.id ?? null

const insert = statement(
  (
    p: Params<{
      id: string
      kind: string
      subject: string
      amountUgx: bigint
      request: string
      reason: string
      requestedBy: string
      now: Date
    }>,
  ) =>
    q.insertInto('approvals').values({
      id: p.id,
      kind: p.kind,
      subject: p.subject,
      amount: p.amountUgx,
      request: p.request,
      reason: p.reason,
      requested_by: p.requestedBy,
      requested_at: p.now,
    }),
)

export const insertApproval = (tx: Tx, id: string, proposal: Proposal, now: Date): Promise<number> =>
  tx.change(insert({ ...proposal, id, request: JSON.stringify(proposal.request), now }))

const decide = statement(
  (p: Params<{ id: string; state: 'approved' | 'declined'; by: string; note: string; now: Date }>) =>
    q
      .updateTable('approvals')
      .set({ state: p.state, decided_by: p.by, decided_at: p.now, note: p.note })
      .where('id', '=', p.id),
)

export const saveDecision = (tx: Tx, decision: Parameters<typeof decide>[0]): Promise<number> =>
  tx.change(decide(decision))

const expire = statement((p: Params<{ until: Date; now: Date }>) =>
  q
    .updateTable('approvals')
    .set({ state: 'expired', decided_at: p.now })
    .where('state', '=', 'waiting')
    .where('requested_at', '<=', p.until)
    .returning(['kind', 'subject', 'request', 'reason'])
    .$narrowType<{ kind: ApprovalKind; subject: Proposal['subject'] }>(),
)

/** Ends the requests that were made until then and still wait. */
export const expireApprovals = (
  tx: Tx,
  until: Date,
  now: Date,
): Promise<Pick<Proposal, 'kind' | 'subject' | 'request' | 'reason'>[]> => tx.run(expire({ until, now }))

const approved = statement((p: Params<{ kind: string; userId: string; since: Date }>) =>
  q
    .selectFrom('approvals')
    .select('subject')
    .where('kind', '=', p.kind)
    .where('decided_by', '=', p.userId)
    .where('decided_at', '>', p.since)
    .where('state', '=', 'approved'),
)

/** The subjects of this kind of approval that the member of staff has approved since a given time. */
export const approvedBy = async (
  tx: Tx,
  kind: ApprovalKind,
  userId: string,
  since: Date,
): Promise<ReadonlySet<string>> =>
  new Set((await tx.run(approved({ kind, userId, since }))).map(({ subject }) => subject))

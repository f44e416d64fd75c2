import { advisoryKey } from '../../kernel/db/locks.ts'
import type { ErrorCode } from '@mupiira/contract/errors.ts'
import { addUgx, type Ugx, ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { SettingsApi } from '../settings/index.ts'

/** A request to a second approver: its subject, its amount and the data of the action. */
export type Proposal = {
  readonly kind: string
  readonly subject: `${string}:${string}`
  readonly amountUgx: Ugx
  /** JSON data for the action. */
  readonly asked: unknown
  readonly reason: string
  readonly askedBy: string
}

/** With `once`, an identical request that is repeated after a lost response is the same request. */
type Wish = Proposal & { readonly once?: true }

export type ApprovalRow = Proposal & {
  readonly id: string
  readonly askedAt: Date
  readonly state: 'waiting' | 'approved' | 'declined'
}

/** Does what was approved, in the transaction of the approval; `approvedBy` is the second member of staff. */
export type StaffAction<Refusal extends ErrorCode> = (
  tx: Tx,
  approval: ApprovalRow,
  approvedBy: { readonly actorId: string; readonly address: string },
  now: Date,
) => Promise<Result<void, Refusal>>

/**
 * `do`: no approval needed. `alone`: above the threshold without a second approver; done and flagged. `alone-in-sum`: the
 * same with the day's sum. `wait`: a second approver decides.
 */
export type Evaluation = 'do' | 'alone' | 'alone-in-sum' | 'wait'

/** A suspended colleague still counts as a second approver for this long, so that locking colleagues out gains nothing. */
const STILL_COUNTS_MS = 7 * 86_400_000

/** Four-eyes approval above a threshold (ADMT-30). `actions` are the approvable actions by kind. */
export function createFourEyes<Refusal extends ErrorCode>(
  db: Db,
  settings: Pick<SettingsApi, 'current'>,
  staffActions: ReadonlyMap<string, StaffAction<Refusal>>,
) {
  /** For actions that always need a second approver. */
  async function evaluateAlways(tx: Tx, now: Date): Promise<'alone' | 'wait'> {
    const [row] = await tx.query<{ count: bigint }>(
      `select count(*) from profiles where role = 'admin' and (account_status = 'active' or status_changed_at > $1)`,
      [new Date(now.getTime() - STILL_COUNTS_MS)],
    )
    return Number(row?.count ?? 0n) > 1 ? 'wait' : 'alone'
  }

  return {
    /** `before`: the day's sum without approval, which counts too (decision 0019). */
    async evaluate(tx: Tx, amountUgx: Ugx, before: Ugx, now: Date): Promise<Evaluation> {
      const threshold = ugxFromShillings(settings.current().four_eyes_threshold)
      if (addUgx(before, amountUgx) <= threshold) return 'do'
      const judgement = await evaluateAlways(tx, now)
      return judgement === 'alone' && amountUgx <= threshold ? 'alone-in-sum' : judgement
    },
    evaluateAlways,

    /** The subjects of a kind that this member of staff approved since a time. */
    async approvedBy(tx: Tx, kind: string, userId: string, since: Date): Promise<ReadonlySet<string>> {
      const rows = await tx.query<{ subject: string }>(
        `select subject from approvals where kind = $1 and decided_by = $2 and decided_at > $3 and state = 'approved'`,
        [kind, userId, since],
      )
      return new Set(rows.map(({ subject }) => subject))
    },

    async propose(tx: Tx, wish: Wish, now: Date): Promise<string> {
      const id = newId()
      const { kind, subject, amountUgx, asked, reason, askedBy, once = false } = wish
      if (once) {
        // Concurrent identical requests find the first one.
        await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`approval ${kind} ${subject}`)])
        const [same] = await tx.query<{ id: string }>(
          `select id from approvals
            where kind = $1 and subject = $2 and asked_by = $3 and state = 'waiting' and asked = $4::jsonb limit 1`,
          [kind, subject, askedBy, JSON.stringify(asked)],
        )
        if (same !== undefined) return same.id
      }
      await tx.change(
        `insert into approvals (id, kind, subject, amount, asked, reason, asked_by, asked_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, kind, subject, amountUgx, JSON.stringify(asked), reason, askedBy, now],
      )
      return id
    },

    /** Oldest first; the list is short. */
    waiting: (): Promise<ApprovalRow[]> => read(db, `where state = 'waiting' order by id limit 200`, []),

    /** Approves or declines. Who asked may take it back, and not approve it. */
    async decide(
      tx: Tx,
      decision: {
        readonly id: string
        readonly isApproved: boolean
        readonly by: { readonly actorId: string; readonly address: string }
        readonly note: string
      },
      now: Date,
    ): Promise<Result<ApprovalRow, Refusal | 'APPROVAL_NOT_FOUND' | 'APPROVAL_DECIDED' | 'APPROVAL_OWN'>> {
      const { id, isApproved, by, note } = decision
      const [approval] = await read(tx, `where id = $1 for update`, [id])
      if (approval === undefined) return err('APPROVAL_NOT_FOUND')
      if (approval.state !== 'waiting') return err('APPROVAL_DECIDED')
      if (isApproved && approval.askedBy === by.actorId) return err('APPROVAL_OWN')
      if (isApproved) {
        const staffAction = staffActions.get(approval.kind)
        if (staffAction === undefined) throw new Error(`no action is registered for ${approval.kind}`)
        const done = await staffAction(tx, approval, by, now)
        if (!done.ok) return done
      }
      await tx.change(`update approvals set state = $2, decided_by = $3, decided_at = $4, note = $5 where id = $1`, [
        id,
        isApproved ? 'approved' : 'declined',
        by.actorId,
        now,
        note,
      ])
      return ok(approval)
    },
  }
}

async function read(sql: Sql, condition: string, values: readonly unknown[]): Promise<ApprovalRow[]> {
  const rows = await sql.query<Omit<ApprovalRow, 'amountUgx'> & { amount: bigint }>(
    `select id, kind, subject, amount, asked, reason, asked_by as "askedBy", asked_at as "askedAt", state
       from approvals ${condition}`,
    values,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amountUgx: ugx(amount) }))
}

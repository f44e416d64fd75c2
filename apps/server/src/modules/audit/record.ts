import type { Tx } from '../../kernel/db/sql.ts'

/** One staff action. `before` and `after` are JSON: amounts as numbers in UGX, times as text. */
export type AuditRecord = {
  /** Null: a command on the server. */
  readonly actorId: string | null
  /** Where the request came from. */
  readonly address: string
  /** What was acted on and what was done: `user.suspend`. */
  readonly action: `${string}.${string}`
  /** Kind and id: `user:0199…`, `setting:max_payout`. */
  readonly subject: `${string}:${string}`
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

/**
 * Writes a deed in the transaction that does it: both are there, or neither is.
 *
 * @example await audit.record(tx, { ...staffOf(call), action: 'user.ban', subject: `user:${id}`, before, after, reason }, now)
 */
export async function record(tx: Tx, staffAction: AuditRecord, now: Date): Promise<void> {
  const { actorId, address, action, subject, before, after, reason } = staffAction
  await tx.change(
    `insert into audit_log (actor, address, action, subject, before, after, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [actorId, address, action, subject, jsonOf(before), jsonOf(after), reason ?? '', now],
    'audit-record',
  )
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

import { sql } from 'kysely'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Clock } from './clock.ts'
import { deleteInChunks } from './db/delete-in-chunks.ts'
import { isUniqueViolation } from './db/failures.ts'
import { insertRows } from './db/insert-rows.ts'
import { type Params, statement } from './db/query.ts'
import type { Sql, Tx } from './db/sql.ts'
import type { Outcome, StoredAnswer } from './http/outcome.ts'

/** Identifies one money request by its key, and holds its first answer. */
export type IdempotencyRecord = {
  readonly userId: string
  /** `POST /api/bets` */
  readonly route: string
  readonly key: string
  readonly requestHash: Buffer
  /** Turns an outcome into the bytes that are both stored and sent. */
  readonly encode: (outcome: Outcome) => StoredAnswer
  /** Set when the transaction that stored it commits. */
  answer: StoredAnswer | null
}

type Keyed = { readonly idempotencyRecord: IdempotencyRecord }
type Remembered = Keyed & { readonly outcome: Outcome }
export type Recalled = { readonly again: StoredAnswer } | { readonly error: 'IDEMPOTENCY_KEY_REUSED' } | null

/** Whether another node stored an answer for the key first; that answer counts, and this transaction was rolled back. */
export const isAnsweredElsewhere = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_records_pkey')

export type Idempotency = ReturnType<typeof createIdempotency>

type Keys = { readonly users: readonly string[]; readonly routes: readonly string[]; readonly keys: readonly string[] }

const keysOf = (records: readonly IdempotencyRecord[]): Keys => ({
  users: records.map(({ userId }) => userId),
  routes: records.map(({ route }) => route),
  keys: records.map(({ key }) => key),
})

type Stored = { at: number; requestHash: Buffer; status: number; body: string; createdAt: Date }

const recallAll = statement(
  (
    p: Params<Keys>,
  ) => sql<Stored>`select at::int - 1 as at, request_hash as "requestHash", status, body, created_at as "createdAt"
      from unnest(${p.users}::uuid[], ${p.routes}::text[], ${p.keys}::text[])
           with ordinality as wanted (user_id, route, key, at)
      join idempotency_records using (user_id, route, key)`,
)

const forget = statement(
  (p: Params<Keys & { before: Date }>) => sql`
    delete from idempotency_records
     where (user_id, route, key) in (select * from unnest(${p.users}::uuid[], ${p.routes}::text[], ${p.keys}::text[]))
       and created_at <= ${p.before}`,
)

const insertAnswers = insertRows('idempotency_records', {
  user_id: 'uuid',
  route: 'text',
  key: 'text',
  request_hash: 'bytea',
  status: 'int4',
  body: 'text',
  created_at: 'timestamptz',
})

const deleteOld = statement(
  (p: Params<{ before: Date; limit: number }>) => sql`
    delete from idempotency_records
     where ctid = any (array(select ctid from idempotency_records where created_at <= ${p.before} limit ${p.limit}))`,
)

export function createIdempotency(clock: Clock) {
  const oldest = (): Date => new Date(clock.now().getTime() - RETENTION.idempotency.ms)

  /** Stored answers in the order of the records. An expired one is deleted and counts as none. */
  async function recallMany(tx: Sql, records: readonly IdempotencyRecord[]): Promise<Recalled[]> {
    const recalled: Recalled[] = records.map(() => null)
    if (records.length === 0) return recalled
    const stored = await tx.run(recallAll(keysOf(records)))
    const before = oldest()
    if (stored.some(({ createdAt }) => createdAt <= before)) await tx.change(forget({ ...keysOf(records), before }))
    for (const { at, requestHash, status, body, createdAt } of stored) {
      if (createdAt <= before) continue
      const isSameRequest = records[at]?.requestHash.equals(requestHash) === true
      recalled[at] = isSameRequest ? { again: { status, body } } : { error: 'IDEMPOTENCY_KEY_REUSED' }
    }
    return recalled
  }

  async function rememberMany(tx: Tx, entries: readonly Remembered[]): Promise<void> {
    if (entries.length === 0) return
    const answers = entries.map(({ idempotencyRecord: record, outcome }) => ({ record, ...record.encode(outcome) }))
    tx.afterCommit(() => answers.forEach(({ record, status, body }) => (record.answer = { status, body })))
    const rows = answers.map(({ record: { userId, route, key, requestHash }, status, body }) => {
      return { user_id: userId, route, key, request_hash: requestHash, status, body, created_at: clock.now() }
    })
    // In one order, so that two batches with the same keys cannot deadlock.
    const inOrder = rows.sort((a, b) => (a.user_id + a.key < b.user_id + b.key ? -1 : 1))
    await tx.change(insertAnswers(inOrder))
  }

  return {
    /** Stores one outcome in the transaction of its effect. A second insert of the key conflicts and rolls back. */
    remember: (tx: Tx, idempotencyRecord: IdempotencyRecord, outcome: Outcome) =>
      rememberMany(tx, [{ idempotencyRecord, outcome }]),
    /**
     * Stores the successes and rule refusals of a batch in one statement; the batcher runs one by one when it throws. Other
     * outcomes are not stored, so a retry is evaluated again (decision 0008).
     */
    rememberAnswers<E extends Endpoint>(tx: Tx, answers: ReadonlyMap<Keyed, Outcome<E>>): Promise<void> {
      const given = [...answers].map(([{ idempotencyRecord }, outcome]) => ({
        idempotencyRecord,
        outcome: outcome as Outcome,
      }))
      return rememberMany(
        tx,
        given.filter(({ outcome }) => !('error' in outcome) || ERRORS[outcome.error].status === 422),
      )
    },
    recallMany,
    /** Deletes answers older than 24 hours; returns how many. */
    prune: (sql: Sql) => deleteInChunks(sql, (limit) => deleteOld({ before: oldest(), limit })),
  }
}

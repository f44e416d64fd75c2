import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { Clock } from './clock.ts'
import { columnsOf, plain, text } from './db/arrays.ts'
import { isUniqueViolation } from './db/failures.ts'
import { insertRows } from './db/insert-rows.ts'
import type { Db, Sql, Tx } from './db/sql.ts'
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
export type Remembered = { readonly idempotencyRecord: IdempotencyRecord; readonly outcome: Outcome }
export type Recalled = { readonly again: StoredAnswer } | { readonly error: 'IDEMPOTENCY_KEY_REUSED' } | null

/** Whether another node stored an answer for the key first; that answer counts, and this transaction was rolled back. */
export const isAnsweredElsewhere = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_records_pkey')

export type Idempotency = {
  /**
   * Whether another node stored a response for the key first. That response is used, and this transaction was
   * rolled back.
   */
  remember(tx: Tx, idempotencyRecord: IdempotencyRecord, outcome: Outcome): Promise<void>
  /** The same for a batch in one statement. It throws if one key was answered elsewhere; the batcher then runs one by one. */
  rememberMany(tx: Tx, entries: readonly Remembered[]): Promise<void>
  /** Stores the successes and rule refusals of a batch. Other outcomes are not stored, so a retry is evaluated again (decision 0008). */
  rememberAnswers<E extends Endpoint>(tx: Tx, answers: ReadonlyMap<Keyed, Outcome<E>>): Promise<void>
  recall(idempotencyRecord: IdempotencyRecord): Promise<Recalled>
  /** Stored answers in the order of the records. An expired one is deleted and counts as none. */
  recallMany(sql: Sql, records: readonly IdempotencyRecord[]): Promise<Recalled[]>
  /** Deletes answers older than 24 hours; returns how many. */
  prune(sql: Sql): Promise<number>
}

const RETENTION_MS = 24 * 3_600_000
const PRUNE_CHUNK = 5_000

type Row = { at: bigint; request_hash: Buffer; status: number; body: string; is_stored: boolean }

export function createIdempotency(db: Db, clock: Clock): Idempotency {
  async function recallMany(sql: Sql, records: readonly IdempotencyRecord[]): Promise<Recalled[]> {
    const recalled: Recalled[] = records.map(() => null)
    if (records.length === 0) return recalled
    const storedSince = new Date(clock.now().getTime() - RETENTION_MS)
    const rows = await sql.query<Row>(
      `select wanted.at, i.request_hash, i.status, i.body, i.created_at > $4 as is_stored
         from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality wanted (user_id, route, key, at)
         join idempotency_records i on i.user_id = wanted.user_id and i.route = wanted.route and i.key = wanted.key`,
      [...columnsOf(KEY, records), storedSince],
      'idempotency-recall',
    )
    const expired = rows.filter((row) => !row.is_stored).flatMap(({ at }) => records[Number(at) - 1] ?? [])
    if (expired.length > 0) await forget(sql, expired, storedSince)
    for (const row of rows.filter(({ is_stored }) => is_stored)) {
      const at = Number(row.at) - 1
      recalled[at] = records[at]?.requestHash.equals(row.request_hash)
        ? { again: { status: row.status, body: row.body } }
        : { error: 'IDEMPOTENCY_KEY_REUSED' }
    }
    return recalled
  }

  async function rememberMany(tx: Tx, entries: readonly Remembered[]): Promise<void> {
    const now = clock.now()
    const stored = entries.map(({ idempotencyRecord, outcome }) => ({
      idempotencyRecord,
      answer: idempotencyRecord.encode(outcome),
      now,
    }))
    if (stored.length === 0) return
    tx.afterCommit(() => stored.forEach(({ idempotencyRecord, answer }) => (idempotencyRecord.answer = answer)))
    await tx.change(insertAnswers(stored.sort(inKeyOrder).map(answerRow)))
  }

  /** Deletes expired answers that were not pruned yet. */
  const forget = (sql: Sql, records: readonly IdempotencyRecord[], storedSince: Date): Promise<number> =>
    sql.change(
      `delete from idempotency_records i
        using unnest($1::uuid[], $2::text[], $3::text[]) wanted (user_id, route, key)
        where i.user_id = wanted.user_id and i.route = wanted.route and i.key = wanted.key and i.created_at <= $4`,
      [...columnsOf(KEY, records), storedSince],
      'idempotency-forget',
    )

  return {
    rememberMany,
    rememberAnswers: (tx, answers) =>
      rememberMany(
        tx,
        [...answers].flatMap(([{ idempotencyRecord }, given]) => {
          const outcome = given as Outcome
          return 'error' in outcome && ERRORS[outcome.error].status !== 422 ? [] : [{ idempotencyRecord, outcome }]
        }),
      ),
    recallMany,
    remember: (tx, idempotencyRecord, outcome) => rememberMany(tx, [{ idempotencyRecord, outcome }]),
    recall: async (idempotencyRecord) => (await recallMany(db, [idempotencyRecord]))[0] ?? null,
    async prune(sql) {
      const before = new Date(clock.now().getTime() - RETENTION_MS)
      let total = 0
      for (;;) {
        const deleted = await sql.change(
          `delete from idempotency_records where ctid = any (array(select ctid from idempotency_records where created_at <= $1 limit $2))`,
          [before, PRUNE_CHUNK],
        )
        total += deleted
        if (deleted < PRUNE_CHUNK) return total
      }
    },
  }
}

const KEY = [
  plain<IdempotencyRecord>((idempotencyRecord) => idempotencyRecord.userId),
  text<IdempotencyRecord>((idempotencyRecord) => idempotencyRecord.route),
  text<IdempotencyRecord>((idempotencyRecord) => idempotencyRecord.key),
]

type Stored = { readonly idempotencyRecord: IdempotencyRecord; readonly answer: StoredAnswer; readonly now: Date }

const insertAnswers = insertRows('idempotency_records', {
  user_id: 'uuid',
  route: 'text',
  key: 'text',
  request_hash: 'bytea',
  status: 'int4',
  body: 'text',
  created_at: 'timestamptz',
})
const answerRow = ({ idempotencyRecord, answer, now }: Stored) => ({
  user_id: idempotencyRecord.userId,
  route: idempotencyRecord.route,
  key: idempotencyRecord.key,
  request_hash: idempotencyRecord.requestHash,
  status: answer.status,
  body: answer.body,
  created_at: now,
})

/** Insert in one order, so that two batches with the same keys cannot deadlock. */
const inKeyOrder = ({ idempotencyRecord: a }: Stored, { idempotencyRecord: b }: Stored): number =>
  a.userId === b.userId ? compare(a.key, b.key) : compare(a.userId, b.userId)
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

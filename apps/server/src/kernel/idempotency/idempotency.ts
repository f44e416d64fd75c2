import { sql } from 'kysely'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Clock } from '../clock.ts'
import { insertRows } from '../db/insert-rows.ts'
import { type Params, statement } from '../db/query.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { Outcome, StoredAnswer } from '../http/outcome.ts'

/** Identifies one money request by its key, and holds its first answer. */
export type IdempotencyRecord = {
  readonly userId: string
  /** The method and path: `POST /api/bets`. */
  readonly route: string
  readonly key: string
  readonly requestHash: Buffer
  /** Turns an outcome into the bytes that are both stored and sent. */
  readonly encode: (outcome: Outcome) => StoredAnswer
  /** The stored answer. Set when the transaction that stored it commits. */
  answer: StoredAnswer | null
}

type Keyed = { readonly idempotencyRecord: IdempotencyRecord }
export type Recalled = { readonly again: StoredAnswer } | { readonly error: 'IDEMPOTENCY_KEY_REUSED' } | null

export type Idempotency = ReturnType<typeof createIdempotency>

/** Stores the answers of a batch's requests in its transaction. */
export type StoreAnswers<Request, Value> = (tx: Tx, results: ReadonlyMap<Request, Value>) => Promise<void>

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

const insertAnswers = insertRows('idempotency_records')

export function createIdempotency(clock: Clock) {
  async function store(tx: Tx, given: readonly (readonly [IdempotencyRecord, Outcome])[]): Promise<void> {
    if (given.length === 0) return
    const answers = given.map(([record, outcome]) => ({ record, ...record.encode(outcome) }))
    tx.afterCommit(() => answers.forEach(({ record, status, body }) => (record.answer = { status, body })))
    const createdAt = clock.now()
    const rows = answers.map(({ record: { userId, route, key, requestHash }, status, body }) => {
      return { userId, route, key, requestHash, status, body, createdAt }
    })
    // Sort the keys, so that two batches with the same keys cannot deadlock.
    await tx.change(insertAnswers(rows.sort((a, b) => (a.userId + a.key < b.userId + b.key ? -1 : 1))))
  }

  return {
    /** Stored answers in the order of the records. Expired answers are deleted and count as missing. */
    async recallMany(tx: Sql, records: readonly IdempotencyRecord[]): Promise<Recalled[]> {
      const recalled: Recalled[] = records.map(() => null)
      if (records.length === 0) return recalled
      const stored = await tx.run(recallAll(keysOf(records)))
      const before = new Date(clock.now().getTime() - RETENTION.idempotency.ms)
      if (stored.some(({ createdAt }) => createdAt <= before)) await tx.change(forget({ ...keysOf(records), before }))
      for (const { at, requestHash, status, body, createdAt } of stored) {
        if (createdAt <= before) continue
        const isSameRequest = records[at]?.requestHash.equals(requestHash) === true
        recalled[at] = isSameRequest ? { again: { status, body } } : { error: 'IDEMPOTENCY_KEY_REUSED' }
      }
      return recalled
    },
    /** Stores one outcome in the transaction of its effect. A second insert of the key conflicts and rolls back. */
    remember: (tx: Tx, record: IdempotencyRecord, outcome: Outcome) => store(tx, [[record, outcome]]),
    /**
     * Stores the successes and rule refusals of a batch in one statement. If it throws, the batcher runs each item
     * again separately. Other outcomes are not stored, so a retry is evaluated again (decision 0008).
     */
    rememberAnswers<E extends Endpoint>(tx: Tx, answers: ReadonlyMap<Keyed, Outcome<E>>): Promise<void> {
      const given = [...answers].map(([request, outcome]) => [request.idempotencyRecord, outcome as Outcome] as const)
      const isStored = (outcome: Outcome) => !('error' in outcome) || ERRORS[outcome.error].status === 422
      const final = given.filter(([, outcome]) => isStored(outcome))
      return store(tx, final)
    },
  }
}

/**
 * Stores the answers that `answerOf` creates from the results of a batch, so that a command itself returns no HTTP
 * answer (decision 0008).
 */
export const storeAnswersWith =
  <Request extends Keyed, Value>(
    idempotency: Pick<Idempotency, 'rememberAnswers'>,
    answerOf: (result: Value) => Outcome,
  ): StoreAnswers<Request, Value> =>
  async (tx, results) =>
    idempotency.rememberAnswers(tx, new Map([...results].map(([request, result]) => [request, answerOf(result)])))

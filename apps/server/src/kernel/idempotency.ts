import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { Clock } from './clock.ts'
import { columnsOf, plain, plainArray, text } from './db/arrays.ts'
import { isUniqueViolation } from './db/failures.ts'
import type { Db, Sql, Tx } from './db/sql.ts'
import type { Outcome, StoredAnswer } from './http/outcome.ts'

/** The place of one money-moving request's first answer. */
export type IdempotencySlot = {
  readonly userId: string
  /** `POST /api/bets` */
  readonly route: string
  readonly key: string
  readonly requestHash: Buffer
  /** The bytes that an outcome is sent as: what is stored is what is sent. */
  readonly encode: (outcome: Outcome) => StoredAnswer
  /** Set by the commit of the transaction that remembered it. */
  answer: StoredAnswer | null
}

type Keyed = { readonly slot: IdempotencySlot }
export type Remembered = { readonly slot: IdempotencySlot; readonly outcome: Outcome }
export type Recalled = { readonly again: StoredAnswer } | { readonly error: 'IDEMPOTENCY_KEY_REUSED' } | null

/** Another node answered the same key first: the transaction was rolled back, its answer is the other's. */
export const isAnsweredElsewhere = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_answered_once')

export type Idempotency = {
  /** Stores an outcome (2xx or 422) in the transaction of its effect. Throws what `isAnsweredElsewhere`: let it pass. */
  remember(tx: Tx, slot: IdempotencySlot, outcome: Outcome): Promise<void>
  /** The same for a whole batch in one statement; throws when one of them was answered elsewhere (a lane then runs each alone). */
  rememberMany(tx: Tx, entries: readonly Remembered[]): Promise<void>
  /** The answers of a batch: successes and refusals by a rule are given again, anything else is judged anew (api.md). */
  rememberAnswers<E extends Endpoint>(tx: Tx, answers: ReadonlyMap<Keyed, Outcome<E>>): Promise<void>
  recall(slot: IdempotencySlot): Promise<Recalled>
  /** Outcomes in the order of the slots. */
  recallMany(sql: Sql, slots: readonly IdempotencySlot[]): Promise<Recalled[]>
  /** Forgets answers older than 24 hours; returns how many. */
  prune(sql: Sql): Promise<number>
}

const KEPT_MS = 24 * 3_600_000
const PRUNE_CHUNK = 5_000

type Row = { at: bigint; request_hash: Buffer; status: number; body: string }

export function createIdempotency(db: Db, clock: Clock): Idempotency {
  async function recallMany(sql: Sql, slots: readonly IdempotencySlot[]): Promise<Recalled[]> {
    const recalled: Recalled[] = slots.map(() => null)
    if (slots.length === 0) return recalled
    const rows = await sql.query<Row>(
      `select asked.at, i.request_hash, i.status, i.body
         from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality asked (user_id, route, key, at)
         join idempotency i on i.user_id = asked.user_id and i.route = asked.route and i.key = asked.key
        where i.created_at > $4`,
      [...columnsOf(KEY, slots), new Date(clock.now().getTime() - KEPT_MS)],
      'idempotency-recall',
    )
    for (const row of rows) {
      const at = Number(row.at) - 1
      recalled[at] = slots[at]?.requestHash.equals(row.request_hash)
        ? { again: { status: row.status, body: row.body } }
        : { error: 'IDEMPOTENCY_KEY_REUSED' }
    }
    return recalled
  }

  async function rememberMany(tx: Tx, entries: readonly Remembered[]): Promise<void> {
    if (entries.length === 0) return
    const slots = entries.map((entry) => entry.slot)
    const answers = entries.map((entry) => entry.slot.encode(entry.outcome))
    const now = clock.now()
    tx.afterCommit(() => slots.forEach((slot, at) => (slot.answer = answers[at] ?? null)))
    // An answer past its 24 hours that is not pruned yet makes room.
    await tx.change(
      `insert into idempotency as i (user_id, route, key, request_hash, status, body, created_at)
       select user_id, route, key, substring($4::bytea from (place::int - 1) * 32 + 1 for 32), status,
              convert_from(substring($6::bytea from at for length), 'UTF8'), $9
         from unnest($1::uuid[], $2::text[], $3::text[], $5::int[], $7::int[], $8::int[])
           with ordinality as t (user_id, route, key, status, at, length, place)
        order by user_id, route, key
       on conflict (user_id, route, key) do update
         set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at
         where answers_anew(i.created_at, $10)`,
      [
        ...columnsOf(KEY, slots),
        Buffer.concat(slots.map((slot) => slot.requestHash)),
        plainArray(answers.map((answer) => answer.status)),
        ...bodyColumns(answers),
        now,
        new Date(now.getTime() - KEPT_MS),
      ],
      'idempotency-remember',
    )
  }

  return {
    rememberMany,
    rememberAnswers: (tx, answers) =>
      rememberMany(
        tx,
        [...answers].flatMap(([{ slot }, given]) => {
          const outcome = given as Outcome
          return 'error' in outcome && ERRORS[outcome.error].status !== 422 ? [] : [{ slot, outcome }]
        }),
      ),
    recallMany,
    remember: (tx, slot, outcome) => rememberMany(tx, [{ slot, outcome }]),
    recall: async (slot) => (await recallMany(db, [slot]))[0] ?? null,
    async prune(sql) {
      const before = new Date(clock.now().getTime() - KEPT_MS)
      let total = 0
      for (;;) {
        const gone = await sql.change(
          `delete from idempotency where ctid = any (array(select ctid from idempotency where created_at <= $1 limit $2))`,
          [before, PRUNE_CHUNK],
        )
        total += gone
        if (gone < PRUNE_CHUNK) return total
      }
    },
  }
}

const KEY = [
  plain<IdempotencySlot>((slot) => slot.userId),
  text<IdempotencySlot>((slot) => slot.route),
  text<IdempotencySlot>((slot) => slot.key),
]

/** All bodies as one run of bytes, where each begins (from 1) and how long it is: as texts each of their quotes would be escaped. */
function bodyColumns(answers: readonly StoredAnswer[]): [Buffer, string, string] {
  const bodies = answers.map((answer) => Buffer.from(answer.body))
  const begins: number[] = []
  let at = 1
  for (const body of bodies) {
    begins.push(at)
    at += body.length
  }
  return [Buffer.concat(bodies), plainArray(begins), plainArray(bodies.map((body) => body.length))]
}

import { hash } from 'node:crypto'
import { isUniqueViolation } from '../db/failures.ts'
import type { Db } from '../db/sql.ts'
import type { Idempotency, IdempotencyRecord, Recalled } from './idempotency.ts'
import { createBatcher } from '../batcher.ts'
import type { Outcome, Refusal, RouteOptions, StoredAnswer } from '../http/route.ts'

/** The stored first answer, or an outcome that is not stored. */
export type Settled = { readonly answer: StoredAnswer } | { readonly outcome: Outcome }
export type RunOnce = (
  idempotencyRecord: IdempotencyRecord,
  options: RouteOptions,
  run: () => Promise<Outcome>,
) => Promise<Settled>

type Running = { readonly requestHash: Buffer; readonly settled: Promise<Settled> }

const MAX_ROUNDS = 4

/**
 * Runs a money-moving request so that each key has one effect and one answer (decision 0008). A stored answer is sent
 * again. Concurrent requests with one key wait for the first one. If another node answered the key, its answer is sent.
 */
export function createRunOnce(idempotency: Idempotency, db: Db): RunOnce {
  const running = new Map<string, Running>()
  // Concurrent requests look their keys up in one statement.
  const recalls = createBatcher<IdempotencyRecord, Recalled>({
    maxBatch: 128,
    maxWaitMs: 0,
    concurrency: 2,
    maxWaiting: 20_000,
    run: (records) => idempotency.recallMany(db, records),
  })

  async function first(
    idempotencyRecord: IdempotencyRecord,
    options: RouteOptions,
    run: () => Promise<Outcome>,
  ): Promise<Settled> {
    for (let round = 1; ; round++) {
      if (options.recall !== 'by-handler' || round > 1) {
        const recalled = await recalls.submit(idempotencyRecord)
        if (recalled !== null)
          return 'again' in recalled ? { answer: recalled.again } : { outcome: recalled as Outcome }
      }
      try {
        return await settle(idempotencyRecord, await run())
      } catch (error) {
        // The effect and its answer are committed: a later failure does not change the answer.
        if (idempotencyRecord.answer !== null) return { answer: idempotencyRecord.answer }
        if (!isAnsweredElsewhere(error) || round >= MAX_ROUNDS) throw error
      }
    }
  }

  async function settle(idempotencyRecord: IdempotencyRecord, outcome: Outcome): Promise<Settled> {
    if (idempotencyRecord.answer !== null) return { answer: idempotencyRecord.answer }
    if ('again' in outcome) return { answer: outcome.again }
    if ('error' in outcome) {
      if (idempotencyRecord.encode(outcome).status !== 422 || isKeyReused(outcome)) return { outcome }
      await db.transaction((tx) => idempotency.remember(tx, idempotencyRecord, outcome))
      return idempotencyRecord.answer === null ? { outcome } : { answer: idempotencyRecord.answer }
    }
    throw new Error(`${idempotencyRecord.route} succeeded without storing its answer in its transaction`)
  }

  return async (idempotencyRecord, options, run) => {
    const id = `${idempotencyRecord.userId} ${idempotencyRecord.route} ${idempotencyRecord.key}`
    for (let other = running.get(id); other !== undefined; other = running.get(id)) {
      const settled = await other.settled.catch(() => null)
      if (settled !== null && 'answer' in settled) {
        return other.requestHash.equals(idempotencyRecord.requestHash) ? settled : { outcome: REUSED }
      }
    }
    const settled = first(idempotencyRecord, options, run).finally(() => running.delete(id))
    running.set(id, { requestHash: idempotencyRecord.requestHash, settled })
    return settled
  }
}

/**
 * Whether another node stored an answer for the key first. This transaction was rolled back, and that answer is sent.
 */
const isAnsweredElsewhere = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_records_pkey')

// The general type `Outcome` does not list this code. The outcome types of all idempotent endpoints do.
const REUSED = { error: 'IDEMPOTENCY_KEY_REUSED' } as Refusal as Outcome

function isKeyReused(refusal: { readonly error: string }): boolean {
  return refusal.error === 'IDEMPOTENCY_KEY_REUSED'
}

/** Hash of a request's parameters and body, independent of the order of their fields. */
export function requestHash(params: unknown, body: unknown): Buffer {
  return hash('sha256', JSON.stringify(inOrder([params ?? null, body ?? null])), 'buffer')
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const fields = value as Readonly<Record<string, unknown>>
  const ordered: Record<string, unknown> = {}
  for (const name of Object.keys(fields).sort()) ordered[name] = inOrder(fields[name])
  return ordered
}

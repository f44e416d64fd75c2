import { hash } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import { type Idempotency, type IdempotencySlot, isAnsweredElsewhere, type Recalled } from '../idempotency.ts'
import { createBatcher } from '../batcher.ts'
import type { Outcome, Refusal, RouteOptions, StoredAnswer } from './route.ts'

/** The first answer (again), or an outcome that is not kept. */
export type Settled = { readonly answer: StoredAnswer } | { readonly outcome: Outcome }
export type AnswerOnce = (slot: IdempotencySlot, options: RouteOptions, run: () => Promise<Outcome>) => Promise<Settled>

type Flight = { readonly requestHash: Buffer; readonly settled: Promise<Settled> }

const MOST_ROUNDS = 4

/**
 * Runs a money-moving request so that each key has one effect and one answer (decision 0008): what is stored is given again,
 * equal keys in flight wait for the first, and a key answered by another node meanwhile gives that answer.
 */
export function createAnswerOnce(idempotency: Idempotency, db: Db): AnswerOnce {
  const flights = new Map<string, Flight>()
  // Looking keys up costs one statement for all requests of a moment.
  const recalls = createBatcher<IdempotencySlot, Recalled>({
    maxBatch: 128,
    maxWaitMs: 0,
    batchers: 2,
    maxWaiting: 20_000,
    run: (slots) => idempotency.recallMany(db, slots),
  })

  async function first(slot: IdempotencySlot, options: RouteOptions, run: () => Promise<Outcome>): Promise<Settled> {
    for (let round = 1; ; round++) {
      if (options.recall !== 'by-handler' || round > 1) {
        const recalled = await recalls.submit(slot)
        if (recalled !== null)
          return 'again' in recalled ? { answer: recalled.again } : { outcome: recalled as Outcome }
      }
      try {
        return await settle(slot, await run())
      } catch (error) {
        // The effect is committed and its answer stored: whatever failed after it does not change the answer.
        if (slot.answer !== null) return { answer: slot.answer }
        if (!isAnsweredElsewhere(error) || round >= MOST_ROUNDS) throw error
      }
    }
  }

  async function settle(slot: IdempotencySlot, outcome: Outcome): Promise<Settled> {
    if (slot.answer !== null) return { answer: slot.answer }
    if ('again' in outcome) return { answer: outcome.again }
    if ('error' in outcome) {
      if (slot.encode(outcome).status !== 422 || isReuse(outcome)) return { outcome }
      await db.transaction((tx) => idempotency.remember(tx, slot, outcome))
      return slot.answer === null ? { outcome } : { answer: slot.answer }
    }
    throw new Error(`${slot.route} answered a success that it had not remembered in its transaction`)
  }

  return async (slot, options, run) => {
    const id = `${slot.userId} ${slot.route} ${slot.key}`
    for (let other = flights.get(id); other !== undefined; other = flights.get(id)) {
      const settled = await other.settled.catch(() => null)
      if (settled !== null && 'answer' in settled) {
        return other.requestHash.equals(slot.requestHash) ? settled : { outcome: REUSED }
      }
    }
    const settled = first(slot, options, run).finally(() => flights.delete(id))
    flights.set(id, { requestHash: slot.requestHash, settled })
    return settled
  }
}

// Typed for every money-moving endpoint; `Outcome` of the erased endpoint does not list it.
const REUSED = { error: 'IDEMPOTENCY_KEY_REUSED' } as Refusal as Outcome

function isReuse(refusal: { readonly error: string }): boolean {
  return refusal.error === 'IDEMPOTENCY_KEY_REUSED'
}

/** Hash of what a request asks for: its parameters and body, whatever the order of their fields. */
export function requestHash(params: unknown, body: unknown): Buffer {
  // As a text and back: Node takes longer to hand out the bytes themselves.
  return Buffer.from(hash('sha256', JSON.stringify(inOrder([params ?? null, body ?? null])), 'base64'), 'base64')
}

/** The same with its fields in the order of their names, so that one text is made of it in one go. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const fields = value as Readonly<Record<string, unknown>>
  const ordered: Record<string, unknown> = {}
  for (const name of Object.keys(fields).sort()) ordered[name] = inOrder(fields[name])
  return ordered
}

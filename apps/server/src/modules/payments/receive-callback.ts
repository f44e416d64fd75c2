import type { providerCallback } from '@mupiira/contract/payments.ts'
import { LEASE_MS } from '@mupiira/domain/payments/payment-times.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Call, Outcome } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createBatcher, type Batcher } from '../../kernel/batcher.ts'
import type { PaymentContext } from './context.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from './payment-row.ts'
import type { CallbackReading } from './ports.ts'

export type CallbackWhat = 'taken' | 'repeated' | 'unknown' | 'signature' | 'age' | 'form'
export type GoodCallback = Extract<CallbackReading, { kind: 'good' }> & { readonly provider: string }
export type CallbackBatcher = Batcher<GoodCallback, CallbackWhat>

// Callbacks come in crowds, after an outage of the provider above all: they are written down together.
const MAX_BATCH = 128
const MAX_WAIT_MS = 2
const MAX_WAITING = 5_000

/** `ask` is given the payments of a committed batch that are to be asked about now; they are under a lease. */
export function createCallbackBatcher(kernel: Kernel, ask: (payments: readonly Payment[]) => void): CallbackBatcher {
  return createBatcher({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    run: (batch) =>
      kernel.db.transaction(async (tx) => {
        const taken = await takeCallbacks(tx, batch, kernel.clock.now())
        tx.afterCommit(() => ask(taken.toAsk))
        return taken.outcomes
      }),
    onBatch: (size) => kernel.metrics.batchSize.observe({ batcher: 'callbacks' }, size),
  })
}

/**
 * A callback moves nothing: a good one makes us ask the provider at once. Bad ones are counted and refused; good ones
 * are always acknowledged, also for references that we do not know, else they come back for hours.
 */
export async function receiveCallback(
  context: PaymentContext,
  batcher: CallbackBatcher,
  call: Pick<Call<typeof providerCallback>, 'headers' | 'body' | 'now' | 'log'> & {
    readonly params: { readonly provider: string; readonly seal?: string }
  },
  received: (what: CallbackWhat) => void,
): Promise<Outcome<typeof providerCallback>> {
  const { headers, body, params } = call
  const provider = context.providers.find(params.provider)
  const reading: CallbackReading =
    provider === null
      ? { kind: 'bad', why: 'form' }
      : provider.readCallback({ headers, body, seal: params.seal ?? null }, call.now)
  if (reading.kind === 'bad') {
    received(reading.why)
    call.log.warn({ provider: params.provider, why: reading.why }, 'a callback was refused')
    return { error: 'SIGNATURE_INVALID' }
  }
  received(await batcher.submit({ ...reading, provider: params.provider }))
  return { status: 200, body: { received: true } }
}

type StoredRow = { reference: string; digest: Buffer | null }

/** Keeps the callbacks that were not kept before, and takes what they make due, under a lease. */
async function takeCallbacks(
  tx: Tx,
  batch: readonly GoodCallback[],
  now: Date,
): Promise<{ readonly outcomes: CallbackWhat[]; readonly toAsk: Payment[] }> {
  const kept = await tx.query<StoredRow>(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) as g (reference, provider, digest, body)
     ), known as (
       select t.id, g.* from given g join transactions t on t.reference = g.reference and t.provider = g.provider
     ), kept as (
       insert into provider_exchange (transaction_id, provider, operation, response, digest, created_at)
       select id, provider, 'callback', body, digest, $5 from known order by digest
       on conflict (digest) where digest is not null do nothing returning digest
     )
     select known.reference, kept.digest from known left join kept on kept.digest = known.digest`,
    [
      batch.map(({ reference }) => reference),
      batch.map(({ provider }) => provider),
      batch.map(({ digest }) => digest),
      batch.map((each) => each.kept),
      now,
    ],
    'callback-keep',
  )
  const known = new Set(kept.map(({ reference }) => reference))
  const isNew = new Set(kept.flatMap(({ digest }) => (digest === null ? [] : [digest.toString('hex')])))
  const fresh: GoodCallback[] = []
  const outcomes = batch.map((callback): CallbackWhat => {
    if (!known.has(callback.reference)) return 'unknown'
    // The first of several equal ones in the batch is the new one.
    if (!isNew.delete(callback.digest.toString('hex'))) return 'repeated'
    fresh.push(callback)
    return 'taken'
  })
  return { outcomes, toAsk: fresh.length === 0 ? [] : await makeDue(tx, fresh, now) }
}

/**
 * The provider's reference is signed, so that it may serve to ask by, also while the reply to the request is still on its
 * way. An end that we have already is not asked about again, unless the callback claims another one. What waits for an
 * operator is asked about: he would else decide against an end that its provider has told us of (decision 0022).
 */
async function makeDue(tx: Tx, callbacks: readonly GoodCallback[], now: Date): Promise<Payment[]> {
  const rows = await tx.query<PaymentRow>(
    `with told as (
       select reference, min(internal_reference) as internal_reference, array_agg(claims) as claims
         from unnest($1::text[], $2::text[], $3::text[]) as c (reference, internal_reference, claims) group by reference
     ), due as (
       select t.id, told.internal_reference from transactions t join told on told.reference = t.reference
        where t.stage <> 'requested' and (t.stage <> 'done' or t.status <> any (told.claims))
        order by t.id for no key update of t
     )
     update transactions t
        set internal_reference = coalesce(t.internal_reference, due.internal_reference),
            next_at = $4
       from due where t.id = due.id
     returning ${PAYMENT_COLUMNS.replaceAll(/\b(id|internal_reference)\b/g, 't.$1')}`,
    [
      callbacks.map(({ reference }) => reference),
      callbacks.map(({ internalReference }) => internalReference),
      callbacks.map(({ claims }) => claims),
      new Date(now.getTime() + LEASE_MS),
    ],
    'callback-ask',
  )
  return rows.map(readPayment)
}

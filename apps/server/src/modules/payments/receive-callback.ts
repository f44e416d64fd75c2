import type { providerCallback } from '@mupiira/contract/payments.ts'
import { type Tx, inTransaction } from '../../kernel/db/sql.ts'
import type { Call, Outcome } from '../../kernel/http/route.ts'
import type { Desk } from './desk.ts'
import { keepCallback } from './exchanges.ts'
import type { CallbackReading } from './ports.ts'

export type CallbackWhat = 'taken' | 'repeated' | 'unknown' | 'signature' | 'age' | 'form'
type Good = Extract<CallbackReading, { kind: 'good' }>

/**
 * A callback moves nothing: a good one makes us ask the provider at once. Bad ones are counted and refused; good ones
 * are always acknowledged, also for references that we do not know, else they come back for hours.
 */
export async function receiveCallback(
  desk: Desk,
  call: Pick<Call<typeof providerCallback>, 'headers' | 'body' | 'now' | 'log'> & {
    readonly params: { readonly provider: string; readonly seal?: string }
  },
  heard: (what: CallbackWhat) => void,
): Promise<Outcome<typeof providerCallback>> {
  const { now, headers, body, params } = call
  const provider = desk.providers.find(params.provider)
  const reading: CallbackReading =
    provider === null
      ? { kind: 'bad', why: 'form' }
      : provider.readCallback({ headers, body, seal: params.seal ?? null }, now)
  if (reading.kind === 'bad') {
    heard(reading.why)
    call.log.warn({ provider: params.provider, why: reading.why }, 'a callback was refused')
    return { error: 'SIGNATURE_INVALID' }
  }
  heard(await inTransaction(desk.kernel.db, (tx) => takeCallback(tx, params.provider, reading, now)))
  return { status: 200, body: { received: true } }
}

async function takeCallback(tx: Tx, provider: string, good: Good, now: Date): Promise<CallbackWhat> {
  const [payment] = await tx.query<{ id: string }>(
    `select id from transactions where reference = $1 and provider = $2`,
    [good.reference, provider],
    'callback-payment',
  )
  if (payment === undefined) return 'unknown'
  const kept = { paymentId: payment.id, provider, digest: good.digest, body: good.kept }
  if (!(await keepCallback(tx, kept, now))) return 'repeated'
  // The reference is signed, so that it may serve to ask by. An end that we have already is not asked about again,
  // unless the callback claims another one.
  await tx.change(
    `update transactions
        set internal_reference = coalesce(internal_reference, $2::text), next_at = least(coalesce(next_at, $3), $3)
      where id = $1 and stage not in ('requested', 'review') and (stage <> 'done' or status <> $4)`,
    [payment.id, good.internalReference, now, good.claims],
    'callback-ask',
  )
  return 'taken'
}

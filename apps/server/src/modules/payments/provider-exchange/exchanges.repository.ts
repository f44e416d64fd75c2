import { sql } from 'kysely'
import { LEASE_MS } from '@mupiira/domain/payments/payment-states.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Payment } from '../payment.ts'
import { PAYMENT_COLUMNS } from '../payments.repository.ts'
import type { ParsedCallback, Exchange } from '../ports.ts'

export type StoredExchange = { readonly paymentId: string; readonly provider: Provider; readonly exchange: Exchange }

const insert = insertRows('provider_exchanges')

/** Stores requests and replies for later disputes: without keys, phone numbers masked. */
export async function storeExchanges(db: Sql, stored: readonly StoredExchange[], now: Date): Promise<void> {
  if (stored.length === 0) return
  await db.change(
    insert(
      stored.map(({ paymentId, provider, exchange }) => ({
        ...exchange,
        transactionId: paymentId,
        provider,
        request: JSON.stringify(exchange.request),
        createdAt: now,
      })),
    ),
  )
}

export type ValidCallback = Extract<ParsedCallback, { kind: 'valid' }> & { readonly provider: Provider }

type Given = { references: string[]; providers: string[]; digests: Buffer[]; bodies: string[]; now: Date }

const insertCallbacks = statement(
  (p: Params<Given>) => sql<{ reference: string; digest: Buffer | null }>`
    with given as (
      select * from unnest(${p.references}::text[], ${p.providers}::text[], ${p.digests}::bytea[], ${p.bodies}::text[])
        as g (reference, provider, digest, body)
    ), known as (
      select t.id, g.* from given g join transactions t on t.reference = g.reference and t.provider = g.provider
    ), stored as (
      insert into provider_exchanges (transaction_id, provider, operation, response, digest, created_at)
      select id, provider, 'callback', body, digest, ${p.now} from known order by digest
      on conflict (digest) where digest is not null do nothing returning digest
    )
    select known.reference, stored.digest from known left join stored on stored.digest = known.digest`,
)

/** Stores callbacks. Returns the known references, and the digests that were not stored before. */
export async function storeCallbacks(
  tx: Tx,
  callbacks: readonly ValidCallback[],
  now: Date,
): Promise<{ readonly known: ReadonlySet<string>; readonly newDigests: Set<string> }> {
  const rows = await tx.run(
    insertCallbacks({
      references: callbacks.map(({ reference }) => reference),
      providers: callbacks.map(({ provider }) => provider),
      digests: callbacks.map(({ digest }) => digest),
      bodies: callbacks.map(({ stored }) => stored),
      now,
    }),
  )
  return {
    known: new Set(rows.map(({ reference }) => reference)),
    newDigests: new Set(rows.flatMap(({ digest }) => (digest === null ? [] : [digest.toString('hex')]))),
  }
}

type Called = { references: string[]; internalReferences: (string | null)[]; claims: string[]; leaseEndsAt: Date }

const claimCalled = statement((p: Params<Called>) =>
  q
    .with(
      'called',
      () =>
        sql<{ id: string; internal_reference: string | null }>`
        (select t.id, c.internal_reference
          from (select reference, min(internal_reference) as internal_reference, array_agg(claim) as claims
                  from unnest(${p.references}::text[], ${p.internalReferences}::text[], ${p.claims}::text[])
                    as c (reference, internal_reference, claim)
                 group by reference) c
          join transactions t on t.reference = c.reference
         where t.stage not in ('held', 'released', 'requested') and (t.stage <> 'done' or t.status <> any (c.claims))
         order by t.id for no key update of t)`,
    )
    .updateTable('transactions')
    .from('called')
    .whereRef('transactions.id', '=', 'called.id')
    .set((eb) => ({
      internal_reference: eb.fn.coalesce('transactions.internal_reference', 'called.internal_reference'),
      next_at: p.leaseEndsAt,
    }))
    .returning(PAYMENT_COLUMNS.map((column) => `transactions.${column}` as const)),
)

/**
 * Claims the payments that callbacks are about under a lease, so that their providers are queried now. The provider's
 * reference is signed, so it can serve the query before the reply to the request has arrived. A payment that has ended
 * is queried only when the callback claims another result. One that waits for an operator is queried too, so that the
 * operator does not decide against a result that the provider has already sent.
 */
export async function claimCalledPayments(tx: Tx, callbacks: readonly ValidCallback[], now: Date): Promise<Payment[]> {
  return (await tx.run(
    claimCalled({
      references: callbacks.map(({ reference }) => reference),
      internalReferences: callbacks.map(({ internalReference }) => internalReference),
      claims: callbacks.map(({ claimedStatus }) => claimedStatus),
      leaseEndsAt: new Date(now.getTime() + LEASE_MS),
    }),
  )) as Payment[]
}

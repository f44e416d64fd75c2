import type { Sql } from '../../kernel/db/sql.ts'
import type { Exchange } from './ports.ts'

/** Keeps what was asked and told. */
export async function keepExchange(
  sql: Sql,
  kept: { readonly paymentId: string; readonly provider: string; readonly exchange: Exchange },
  now: Date,
): Promise<void> {
  const { operation, request, httpStatus, response, failure, durationMs } = kept.exchange
  await sql.change(
    `insert into provider_exchange
       (transaction_id, provider, operation, request, http_status, response, failure, duration_ms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [kept.paymentId, kept.provider, operation, JSON.stringify(request), httpStatus, response, failure, durationMs, now],
    'exchange-keep',
  )
}

/** Keeps a callback; false when the very same one was kept before. */
export async function keepCallback(
  sql: Sql,
  kept: { readonly paymentId: string; readonly provider: string; readonly digest: Buffer; readonly body: string },
  now: Date,
): Promise<boolean> {
  const inserted = await sql.change(
    `insert into provider_exchange (transaction_id, provider, operation, response, digest, created_at)
     values ($1, $2, 'callback', $3, $4, $5) on conflict (digest) where digest is not null do nothing`,
    [kept.paymentId, kept.provider, kept.body, kept.digest, now],
    'exchange-keep-callback',
  )
  return inserted === 1
}

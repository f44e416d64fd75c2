import type { Sql } from '../../kernel/db/sql.ts'
import type { Exchange } from './ports.ts'

export type StoredExchange = { readonly paymentId: string; readonly provider: string; readonly exchange: Exchange }

/** Keeps what was asked and told. */
export async function keepExchanges(sql: Sql, kept: readonly StoredExchange[], now: Date): Promise<void> {
  if (kept.length === 0) return
  await sql.change(
    `insert into provider_exchange
       (transaction_id, provider, operation, request, http_status, response, failure, duration_ms, created_at)
     select id, provider, operation, request::jsonb, http_status, response, failure, duration_ms, $9
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[])
         as k (id, provider, operation, request, http_status, response, failure, duration_ms)`,
    [
      kept.map(({ paymentId }) => paymentId),
      kept.map(({ provider }) => provider),
      kept.map(({ exchange }) => exchange.operation),
      kept.map(({ exchange }) => JSON.stringify(exchange.request)),
      kept.map(({ exchange }) => exchange.httpStatus),
      kept.map(({ exchange }) => exchange.response),
      kept.map(({ exchange }) => exchange.failure),
      kept.map(({ exchange }) => exchange.durationMs),
      now,
    ],
    'exchange-keep',
  )
}

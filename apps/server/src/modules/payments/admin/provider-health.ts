import type { Sql } from '../../../kernel/db/sql.ts'

/** Calls to a provider in one hour. */
export type HourOfProvider = {
  readonly at: Date
  readonly provider: string
  readonly exchanges: number
  /** Calls without a usable reply. */
  readonly failures: number
  readonly meanMs: number
}

type Row = { at: Date; provider: string; exchanges: bigint; failures: bigint; duration: bigint }

/** Exact totals of complete hours: the folded rows plus the changes since. */
export async function providerHours(sql: Sql, from: Date): Promise<HourOfProvider[]> {
  const rows = await sql.query<Row>(
    `select hour as at, provider, sum(exchanges)::bigint as exchanges, sum(failures)::bigint as failures,
            sum(duration_ms)::bigint as duration
       from (select hour, provider, exchanges, failures, duration_ms from provider_tally where hour >= $1
             union all
             select hour, provider, exchanges, failures, duration_ms from provider_tally_change where hour >= $1) both_parts
      group by hour, provider order by hour, provider`,
    [from],
    'payments-provider-hours',
  )
  return rows.map(({ at, provider, exchanges, failures, duration }) => ({
    at,
    provider,
    exchanges: Number(exchanges),
    failures: Number(failures),
    meanMs: Math.round(Number(duration) / Number(exchanges)),
  }))
}

const FOLD = `
  with taken as (
    delete from provider_tally_change where id in (select id from provider_tally_change order by id limit $1)
    returning hour, provider, exchanges, failures, duration_ms
  )
  insert into provider_tally as t (hour, provider, exchanges, failures, duration_ms)
  select hour, provider, sum(exchanges), sum(failures), sum(duration_ms) from taken group by hour, provider
  on conflict (hour, provider) do update
    set exchanges = t.exchanges + excluded.exchanges, failures = t.failures + excluded.failures,
        duration_ms = t.duration_ms + excluded.duration_ms`

const CHANGES_AT_ONCE = 20_000

export const foldProviderTally = (sql: Sql): Promise<number> => sql.change(FOLD, [CHANGES_AT_ONCE])

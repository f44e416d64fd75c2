import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from './sql.ts'

/** A page of a list by its number, from 1. */
export type Paging = { readonly page: number; readonly pageSize: number }

/** What is read of a list for a page of it: from its newest rows on (`desc`) or from its oldest. */
export type Walk = { readonly order: 'asc' | 'desc'; readonly skipped: number; readonly taken: number }

/** The whole days that hold all of a page, and the walk through them. */
export type Place = { readonly from: Date; readonly until: Date; readonly walk: Walk }

type Row = { total: string; first: string | null; last: string | null; before: string | null; held: string | null }

/** So many rows are passed over as they come. */
const MOST_PASSED_OVER = 500

export const isLate = ({ page, pageSize }: Paging): boolean => (page - 1) * pageSize > MOST_PASSED_OVER

export const walkFromNewest = ({ page, pageSize }: Paging): Walk => ({
  order: 'desc',
  skipped: (page - 1) * pageSize,
  taken: pageSize,
})

/**
 * Where a late page of a list lies whose rows are counted by day, and how many rows there are in all: whole days are skipped
 * by their counts. `days`: a statement of days in Kampala with counts, `(day, count)`. null: behind the last row.
 */
export async function placeByDays(
  sql: Sql,
  days: string,
  values: readonly unknown[],
  paging: Paging,
  name: string,
): Promise<{ readonly place: Place | null; readonly total: number }> {
  const { skipped, taken } = walkFromNewest(paging)
  const [from, until] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const [row] = await sql.query<Row>(
    `select coalesce(sum(count), 0)::text as total, min(day) filter (where is_on)::text as first, max(day) filter (where is_on)::text as last,
            (min(before) filter (where is_on))::text as before, (sum(count) filter (where is_on))::text as held
       from (select day, count, before, before < ${until} and before + count > ${from} as is_on
               from (select day, count, sum(count) over (order by day desc) - count as before from (${days}) days) placed) marked`,
    [...values, skipped, skipped + taken],
    name,
  )
  const total = Number(row?.total ?? 0)
  const [first, last] = [startOfDayKey(row?.first ?? ''), startOfDayKey(row?.last ?? '')]
  if (first === null || last === null) return { place: null, total }
  const walk = walkWithin({ before: Number(row?.before), held: Number(row?.held) }, paging)
  return { place: { from: first, until: startOfNextDay(last), walk }, total }
}

/** From whichever end of the days is nearer: `before` rows are newer than all of theirs, which are `held`. */
export function walkWithin(days: { readonly before: number; readonly held: number }, paging: Paging): Walk {
  const skipped = (paging.page - 1) * paging.pageSize - days.before
  const taken = Math.min(paging.pageSize, days.held - skipped)
  const older = days.held - skipped - taken
  return older < skipped ? { order: 'asc', skipped: older, taken } : { order: 'desc', skipped, taken }
}

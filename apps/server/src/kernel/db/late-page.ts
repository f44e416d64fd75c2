import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from './sql.ts'

/** A page of a list by its number, from 1. */
export type Paging = { readonly page: number; readonly pageSize: number }

/** The part of a list that a page needs, from the newest rows (`desc`) or from the oldest. */
export type Walk = { readonly order: 'asc' | 'desc'; readonly skipped: number; readonly taken: number }

/** Whole days that hold a page or a part of it, and the walk through them. */
export type Stretch = { readonly from: Date; readonly until: Date; readonly walk: Walk }

type Row = {
  total: string
  first: string | null
  last: string | null
  before: string | null
  held: string | null
  newest: string | null
}

/** So many rows are passed over as they come: for more of the open tickets the database gathers and sorts all there are. */
const MOST_PASSED_OVER = 50

export const isLate = ({ page, pageSize }: Paging): boolean => (page - 1) * pageSize > MOST_PASSED_OVER

export const walkFromNewest = ({ page, pageSize }: Paging): Walk => ({
  order: 'desc',
  skipped: (page - 1) * pageSize,
  taken: pageSize,
})

/**
 * Where a late page of a list lies whose rows are counted by day, newest part first, and how many rows there are in all: whole
 * days are skipped by their counts. `days`: a statement of days in Kampala with counts, `(day, count)`.
 */
export async function placeByDays(
  sql: Sql,
  days: string,
  values: readonly unknown[],
  paging: Paging,
  name: string,
): Promise<{ readonly stretches: readonly Stretch[]; readonly total: number }> {
  const { skipped, taken } = walkFromNewest(paging)
  const [from, until] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const [row] = await sql.query<Row>(
    `select coalesce(sum(count), 0)::text as total, min(day) filter (where is_on)::text as first, max(day) filter (where is_on)::text as last,
            (min(before) filter (where is_on))::text as before, (sum(count) filter (where is_on))::text as held,
            ((array_agg(count order by day desc) filter (where is_on))[1])::text as newest
       from (select day, count, before, before < ${until} and before + count > ${from} as is_on
               from (select day, count, sum(count) over (order by day desc) - count as before from (${days}) days) placed) marked`,
    [...values, skipped, skipped + taken],
    name,
  )
  const total = Number(row?.total ?? 0)
  const [first, last] = [startOfDayKey(row?.first ?? ''), startOfDayKey(row?.last ?? '')]
  if (first === null || last === null) return { stretches: [], total }
  const [before, held, newest] = [row?.before, row?.held, row?.newest].map(Number) as [number, number, number]
  return { stretches: stretchesOf({ first, last, before, held, newest }, paging), total }
}

type Days = {
  readonly first: Date
  readonly last: Date
  /** Rows that are newer than all of these days', rows of these days, and rows of the last of them. */
  readonly before: number
  readonly held: number
  readonly newest: number
}

/** Within one day it is walked from the nearer end; several days meet within the page, and it is walked from where they do. */
export function stretchesOf({ first, last, before, held, newest }: Days, paging: Paging): Stretch[] {
  const until = startOfNextDay(last)
  const skipped = (paging.page - 1) * paging.pageSize - before
  const taken = Math.min(paging.pageSize, held - skipped)
  if (first.getTime() < last.getTime()) {
    const ofNewest = newest - skipped
    return [
      { from: last, until, walk: { order: 'asc', skipped: 0, taken: ofNewest } },
      { from: first, until: last, walk: { order: 'desc', skipped: 0, taken: taken - ofNewest } },
    ]
  }
  const older = held - skipped - taken
  return [
    {
      from: first,
      until,
      walk: older < skipped ? { order: 'asc', skipped: older, taken } : { order: 'desc', skipped, taken },
    },
  ]
}

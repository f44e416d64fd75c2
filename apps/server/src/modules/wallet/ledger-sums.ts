import { accountDays, type AccountDay, type SummedTransfers } from '@mupiira/domain/money/day-report.ts'
import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import { HOUSE } from './house-accounts.ts'

/** Stands for every player's account. */
const PLAYERS = '00000000-0000-0000-0000-000000000000'
const NAMES: ReadonlyMap<string, string> = new Map([
  [PLAYERS, 'players'],
  ...Object.entries(HOUSE).map(([name, id]): [string, string] => [id, name]),
])

/** Transfers added up; `at` is the beginning of their hour. */
export type HourOfLedger = SummedTransfers & { readonly at: Date }
export type DayOfLedger = { readonly transfers: readonly SummedTransfers[]; readonly accounts: readonly AccountDay[] }

type Place = { block: bigint; to_tx: bigint; after_id: bigint; last_id: bigint }
type Row = { at: Date; kind: string; source: string; destination: string; postings: bigint; amount: bigint }

const SIDES = `case when player = source then '${PLAYERS}'::uuid else source end as source,
               case when player = destination then '${PLAYERS}'::uuid else destination end as destination`

const ADD_BLOCK = `
  with block_row as (
    select date_trunc('hour', created_at) as hour, kind, ${SIDES}, amount
      from postings where tx >= $1 and tx < $2 and id > $3
  ), summed as materialized (
    select hour, kind, source, destination, count(*) as postings, sum(amount)::bigint as amount
      from block_row group by hour, kind, source, destination
  ), by_hour as (
    insert into ledger_hour as l (hour, kind, source, destination, postings, amount) select * from summed
    on conflict (hour, kind, source, destination) do update
      set postings = l.postings + excluded.postings, amount = l.amount + excluded.amount
  )
  insert into ledger_day as l (day, kind, source, destination, postings, amount)
  select kampala_day(hour), kind, source, destination, sum(postings), sum(amount) from summed group by 1, 2, 3, 4
  on conflict (day, kind, source, destination) do update
    set postings = l.postings + excluded.postings, amount = l.amount + excluded.amount`

/** Adds every sealed block to the sums, each in a transaction of its own; answers how many. */
export async function addSealedBlocks(db: Db): Promise<number> {
  let blocks = 0
  while (await db.transaction(addNextBlock)) blocks++
  return blocks
}

async function addNextBlock(tx: Tx): Promise<boolean> {
  const [summed] = await tx.query<{ block: bigint }>('select block from ledger_summed for update')
  const [next] = await tx.query<Place & { from_tx: bigint }>(
    'select block, from_tx, to_tx, after_id, last_id from ledger_seals where block > $1 order by block limit 1',
    [summed?.block ?? 0n],
  )
  if (next === undefined) return false
  await tx.change(ADD_BLOCK, [next.from_tx, next.to_tx, next.after_id])
  await tx.change('update ledger_summed set block = $1, to_tx = $2, after_id = $3, last_id = $4', [
    next.block,
    next.to_tx,
    next.after_id,
    next.last_id,
  ])
  return true
}

// What is in no summed block: written since, with greater ids than all of it, or by transactions that were under way.
// Two parts, each by its own index.
const UNSUMMED = `
  select created_at, kind, ${SIDES}, amount from postings where id > $1
  union all
  select created_at, kind, ${SIDES}, amount from postings where id <= $1 and id > $2 and tx >= $3`

type Grain = 'hour' | 'day'
type Range = { readonly from: Date | null; readonly until: Date | null }

/** Sums of a range by hour or by day, exact: what was added up, and what is not in it yet, on one snapshot. */
async function sumsIn(tx: Tx, grain: Grain, { from, until }: Range): Promise<Row[]> {
  const [place] = await tx.query<Place>('select block, to_tx, after_id, last_id from ledger_summed')
  if (place === undefined) throw new Error('the sums have a place in the ledger')
  const isByDay = grain === 'day'
  const bounds = isByDay ? [from && dayKey(from), until && dayKey(until)] : [from, until]
  return tx.query<Row>(
    `select at, kind, source, destination, sum(postings)::bigint as postings, sum(amount)::bigint as amount
       from (select ${isByDay ? `(day::timestamp - interval '3 hours') at time zone 'UTC'` : 'hour'} as at, kind, source, destination, postings, amount
               from ledger_${grain}
              where ${grain} >= coalesce($4::${isByDay ? 'date' : 'timestamptz'}, '-infinity')
                and ${grain} < coalesce($5::${isByDay ? 'date' : 'timestamptz'}, 'infinity')
             union all
             select ${isByDay ? `(kampala_day(created_at)::timestamp - interval '3 hours') at time zone 'UTC'` : `date_trunc('hour', created_at)`},
                    kind, source, destination, 1, amount
               from (${UNSUMMED}) unsummed
              where created_at >= coalesce($6::timestamptz, '-infinity') and created_at < coalesce($7::timestamptz, 'infinity')
            ) parts
      group by at, kind, source, destination order by at, kind, source, destination`,
    [place.last_id, place.after_id, place.to_tx, ...bounds, from, until],
  )
}

const onOneSnapshot = { isolation: 'repeatable read', readOnly: true } as const

/** Transfers of whole hours, by hour. */
export async function ledgerHours(
  db: Db,
  range: { readonly from: Date; readonly until: Date },
): Promise<HourOfLedger[]> {
  const rows = await db.transaction((tx) => sumsIn(tx, 'hour', range), onOneSnapshot)
  return rows.map((row) => ({ at: row.at, ...summedFrom(row) }))
}

/** Transfers of whole days in Kampala, by day. */
export async function ledgerDays(
  db: Db,
  range: { readonly from: Date; readonly until: Date },
): Promise<HourOfLedger[]> {
  const rows = await db.transaction((tx) => sumsIn(tx, 'day', range), onOneSnapshot)
  return rows.map((row) => ({ at: row.at, ...summedFrom(row) }))
}

/** One day in Kampala: its transfers, and what each account had before and after it. */
export async function ledgerDay(db: Db, day: Date): Promise<DayOfLedger> {
  const rows = await db.transaction(
    (tx) => sumsIn(tx, 'day', { from: null, until: startOfNextDay(day) }),
    onOneSnapshot,
  )
  const before = rows.filter(({ at }) => at < day).map(summedFrom)
  const transfers = rows.filter(({ at }) => at >= day).map(summedFrom)
  return { transfers, accounts: accountDays(before, transfers) }
}

const nameOf = (id: string): string => NAMES.get(id) ?? id

const summedFrom = ({ kind, source, destination, postings, amount }: Row): SummedTransfers => ({
  kind,
  from: nameOf(source),
  to: nameOf(destination),
  entries: Number(postings),
  amount,
})

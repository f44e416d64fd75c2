import { sql } from 'kysely'
import { accountDays, type AccountDay, type SummedTransfers } from '@mupiira/domain/money/day-report.ts'
import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../kernel/rollups.ts'
import { HOUSE } from './house-accounts.ts'

const PLAYERS = 'players'
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(HOUSE).map(([name, id]) => [id, name]))

const side = (account: 'source' | 'destination') =>
  sql`case when player = ${sql.ref(account)} then ${sql.lit(PLAYERS)} else ${sql.ref(account)}::text end`

/** Transfers by kind and the two sides, where all players are one side. */
export const LEDGER: RollupSource<'entries' | 'amount'> = {
  name: 'ledger',
  figures: ['entries', 'amount'],
  oldest: q.selectFrom('postings').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, array[kind, ${side('source')}, ${side('destination')}] as key,
           1 as entries, amount
      from postings where created_at >= ${from} and created_at < ${until}`,
}

/** Transfers added up; `at` is the beginning of their hour or day. */
export type HourOfLedger = SummedTransfers & { readonly at: Date }
export type DayOfLedger = {
  /** The transfers of all earlier days. */
  readonly before: readonly SummedTransfers[]
  readonly transfers: readonly SummedTransfers[]
  readonly accounts: readonly AccountDay[]
}

const sums = [sql<number>`sum(entries)::float8`.as('entries'), sql<bigint>`sum(amount)::bigint`.as('amount')] as const
/** The key as `LEDGER` stores it: kind and sides. */
type Summed = { readonly key: string[]; readonly entries: number; readonly amount: bigint }

const presented = ({ key: [kind, from = '', to = ''], entries, amount }: Summed): SummedTransfers => ({
  kind: kind as LedgerKind,
  from: NAMES.get(from) ?? from,
  to: NAMES.get(to) ?? to,
  entries,
  amount,
})

type Range = { readonly from: Date; readonly until: Date }

const byHour = statement((p: Params<{ since: Date } & Range>) =>
  q
    .selectFrom(figuresOf(LEDGER, p.since).as('figures'))
    .select(['hour as at', 'key', ...sums])
    .where('hour', '>=', p.from)
    .where('hour', '<', p.until)
    .groupBy(['hour', 'key'])
    .orderBy('hour')
    .orderBy('key'),
)

/** Transfers of whole hours of the last week, by hour. */
export async function ledgerHours(db: Sql, range: Range): Promise<HourOfLedger[]> {
  const rows = await db.run(byHour({ since: await filledUntil(db, LEDGER), ...range }))
  return rows.map((row) => ({ at: row.at, ...presented(row) }))
}

const byDay = statement((p: Params<{ since: Date } & Range>) =>
  q
    .selectFrom(figuresOf(LEDGER, p.since).as('figures'))
    .select(['day', 'key', ...sums])
    .where('hour', '>=', p.from)
    .where('hour', '<', p.until)
    .groupBy(['day', 'key'])
    .orderBy('day')
    .orderBy('key'),
)

/** Transfers of whole days in Kampala, by day. */
export async function ledgerDays(db: Sql, range: Range): Promise<HourOfLedger[]> {
  const rows = await db.run(byDay({ since: await filledUntil(db, LEDGER), ...range }))
  return rows.map((row) => ({ at: startOfDayKey(row.day) ?? range.from, ...presented(row) }))
}

const onAndBefore = statement((p: Params<{ since: Date } & Range>) => {
  const isBefore = sql<boolean>`hour < ${p.from}`
  return q
    .selectFrom(figuresOf(LEDGER, p.since).as('figures'))
    .select([isBefore.as('isBefore'), 'key', ...sums])
    .where('hour', '<', p.until)
    .groupBy(['isBefore', 'key'])
    .orderBy('key')
})

/** One day in Kampala: its transfers, the earlier ones, and the balance of each account before and after it. */
export async function ledgerDay(db: Sql, day: Date): Promise<DayOfLedger> {
  const since = await filledUntil(db, LEDGER)
  const rows = await db.run(onAndBefore({ since, from: day, until: startOfNextDay(day) }))
  const sides = (before: boolean): SummedTransfers[] =>
    rows.filter(({ isBefore }) => isBefore === before).map(presented)
  const [before, transfers] = [sides(true), sides(false)]
  return { before, transfers, accounts: accountDays(before, transfers) }
}

import { type RawBuilder, sql } from 'kysely'
import { BETTING_KINDS, STAKE_KINDS } from '@mupiira/domain/money/ledger-kinds.ts'
import { netResultOf } from '@mupiira/domain/money/statement-lines.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Limits, UsedAmounts } from '@mupiira/domain/protection/limits.ts'
import { PERIODS, periodStart } from '@mupiira/domain/protection/periods.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { type Params, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { OpenStake } from '../wallet/index.ts'
import { byLimit, LIMIT_COLUMNS, type LimitColumns, limitsOf } from './protection.repository.ts'

/** The limits of a player with their usage. The payments module counts the deposits. */
export type Status = { readonly limits: Limits; readonly used: UsedAmounts; readonly excludedUntil: Date | null }

/** After this many postings since the last stored sums, a check stores new ones. */
const STORE_SUMS_AFTER = 64n

/**
 * The kinds are part of the text. As a parameter they would make PostgreSQL plan the statement again for every batch.
 */
const isStake = sql`kind in (${sql.join(STAKE_KINDS.map((kind) => sql.lit(kind)))})`
const isOfBetting = sql`kind in (${sql.join(BETTING_KINDS.map((kind) => sql.lit(kind)))})`

type Parameters = { userIds: readonly string[]; today: string; day: Date; week: Date; month: Date }

/** A stored sum counts only while the period in which it was stored has not ended. */
const storedSum = (column: string, start: RawBuilder<Date>) =>
  sql`case when s.day >= (${start}::timestamptz at time zone 'Africa/Kampala')::date then s.${sql.ref(column)} else 0 end`

/** Limits with the stored sums and the later postings. */
const statusOf = (
  partsOf: (p: Params<Parameters>) => {
    from: RawBuilder<unknown>
    id: RawBuilder<unknown>
    needsPostings: RawBuilder<unknown>
  },
) =>
  statement((p: Params<Parameters>) => {
    const { from, id, needsPostings } = partsOf(p)
    return sql<Row>`
      select ${id} as "userId", p.excluded_until as "excludedUntil",
             ${sql.join(LIMIT_COLUMNS.map((name) => sql.ref(`p.${name}`)))}, n.postings, n.through, n.latest,
             ${sql.join(
               PERIODS.map((period) => {
                 const [stake, loss] = [`stake_${period}`, `loss_${period}`]
                 return sql`
                   coalesce(${storedSum(stake, p[period])}, 0) + coalesce(n.${sql.ref(stake)}, 0) as ${sql.ref(`used_${stake}`)},
                   coalesce(${storedSum(loss, p[period])}, 0) + coalesce(n.${sql.ref(loss)}, 0) as ${sql.ref(`used_${loss}`)}`
               }),
             )}
        from ${from}
        left join protection_sums s on s.user_id = ${id} and s.day <= ${p.today}::date
        left join lateral (
          select count(*) as postings, max(id) as through, max(created_at) as latest,
                 ${sql.join(
                   PERIODS.map(
                     (period) => sql`
                       (sum(amount) filter (where ${isStake} and created_at >= ${p[period]}))::bigint
                         as ${sql.ref(`stake_${period}`)},
                       (sum(case when player = source then amount else -amount end)
                         filter (where created_at >= ${p[period]}))::bigint as ${sql.ref(`loss_${period}`)}`,
                   ),
                 )}
            from postings
           where player = ${id} and id > coalesce(s.through, 0)
             and ${isOfBetting}
        ) n on ${needsPostings}
       where ${id} = any(${p.userIds}::uuid[])`
  })

/** Players who have set anything. Postings are read only where a stake or loss limit needs them. */
const ofLimited = statusOf(() => ({
  from: sql`player_protection p`,
  id: sql`p.user_id`,
  needsPostings: sql`num_nonnulls(p.stake_day, p.stake_week, p.stake_month, p.loss_day, p.loss_week, p.loss_month) > 0`,
}))
/** Includes players without any setting. */
const ofAll = statusOf((p) => ({
  from: sql`unnest(${p.userIds}::uuid[]) as player_id left join player_protection p on p.user_id = player_id`,
  id: sql`player_id`,
  needsPostings: sql`true`,
}))

type Row = LimitColumns & { readonly [name: `used_${string}`]: bigint } & {
  readonly userId: string
  readonly excludedUntil: Date | null
  readonly postings: bigint | null
  readonly through: bigint | null
  readonly latest: Date | null
}

const usedOf = (row: Row): UsedAmounts =>
  byLimit((column) => ugx(column.startsWith('deposit') ? 0n : (row[`used_${column}`] ?? 0n)))

const parametersOf = (userIds: readonly string[], now: Date): Parameters => ({
  userIds: [...new Set(userIds)],
  today: dayKey(now),
  day: periodStart('day', now),
  week: periodStart('week', now),
  month: periodStart('month', now),
})

/**
 * The status of each player who has set anything, in one statement. Others cost only an index look-up. With the
 * accounts locked, no stake can be added concurrently.
 */
export async function lockedStatus(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Status>> {
  const rows = await tx.run(ofLimited(parametersOf(userIds, now)))
  await storeSums(tx, rows, now)
  return new Map(
    rows.map((row) => [row.userId, { limits: limitsOf(row), used: usedOf(row), excludedUntil: row.excludedUntil }]),
  )
}

/** The used amount of each limit, set or not. */
export async function readUsedAmounts(db: Sql, userId: string, now: Date): Promise<UsedAmounts> {
  const row = await db.first(ofAll(parametersOf([userId], now)))
  return row === undefined ? byLimit(() => ugx(0n)) : usedOf(row)
}

const SUMS = [
  'day',
  'through',
  'stake_day',
  'stake_week',
  'stake_month',
  'loss_day',
  'loss_week',
  'loss_month',
] as const

const upsertSums = insertRows('protection_sums', (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('user_id').doUpdateSet((e) => {
      return Object.fromEntries(SUMS.map((column) => [column, e.ref(`excluded.${column}`)]))
    }),
  ),
)

/**
 * Stores the sums of players who have many postings since their last stored sums. A player with a posting of a later
 * day is skipped: another node's clock may be ahead, and the posting belongs to a day that the sums would miss.
 */
async function storeSums(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  const today = dayKey(now)
  const due = rows.filter(
    ({ postings, latest }) => (postings ?? 0n) >= STORE_SUMS_AFTER && latest !== null && dayKey(latest) <= today,
  )
  if (due.length === 0) return
  const rowOf = (row: Row) => ({
    userId: row.userId,
    day: today,
    through: row.through ?? 0n,
    stakeDay: row.used_stake_day ?? 0n,
    stakeWeek: row.used_stake_week ?? 0n,
    stakeMonth: row.used_stake_month ?? 0n,
    lossDay: row.used_loss_day ?? 0n,
    lossWeek: row.used_loss_week ?? 0n,
    lossMonth: row.used_loss_month ?? 0n,
  })
  await tx.change(upsertSums(due.map(rowOf)))
}

// The order of posting ids is the order of an account's balances. The order of their times may differ, because the
// clocks of nodes differ and a request may wait seconds for a lock. The first posting of a period is therefore searched
// from the end, by time and with this margin.
const TIMES_DIFFER_BY = sql`interval '10 minutes'`
const netResult = statement(
  (p: Params<{ userId: string; since: Date; references: readonly string[]; cashed: readonly Ugx[] }>) => sql<{
    stakes: bigint
    openStakes: bigint
    returns: bigint
  }>`
    with recent as (
      select player, source, amount, kind, reference from postings
       where player = ${p.userId} and id > coalesce((
         select id from postings where player = ${p.userId} and created_at < ${p.since}::timestamptz - ${TIMES_DIFFER_BY}
          order by id desc limit 1), 0)
         and created_at >= ${p.since})
    select coalesce(sum(amount) filter (where ${isStake}), 0)::bigint as stakes,
           coalesce(sum(amount - open.cashed) filter (where ${isStake}), 0)::bigint as "openStakes",
           coalesce(sum(case when player = source then -amount else amount end) filter (where not ${isStake}), 0)::bigint as returns
      from recent
      left join unnest(${p.references}::uuid[], ${p.cashed}::bigint[]) as open (reference, cashed) using (reference)
     where ${isOfBetting}`,
)

/**
 * The result of betting since a given time. `stakes` includes `openStakes`, and `net` excludes them, as in the
 * statement.
 */
export type NetResult = { readonly [part in 'stakes' | 'openStakes' | 'returns' | 'net']: Ugx }

/** `undecided`: the stakes that are not decided yet. */
export async function netResultSince(
  db: Sql,
  userId: string,
  since: Date,
  undecided: readonly OpenStake[],
): Promise<NetResult> {
  const references = undecided.map(({ reference }) => reference)
  const cashed = undecided.map((stake) => stake.cashed)
  const row = await db.first(netResult({ userId, since, references, cashed }))
  const { stakes = 0n, openStakes = 0n, returns = 0n } = row ?? {}
  const net = netResultOf({ stakes: -stakes, wins: returns, refunds: 0n }, -openStakes)
  return { stakes: ugx(stakes), openStakes: ugx(openStakes), returns: ugx(returns), net: ugx(net) }
}

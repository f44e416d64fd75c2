import { kindsOf } from '@mupiira/domain/money/statement-lines.ts'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import type { Limits, Used } from '@mupiira/domain/protection/limits.ts'
import { PERIODS, periodStart } from '@mupiira/domain/protection/periods.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { byLimit, LIMIT_COLUMNS, type LimitColumns, limitsOf } from './protection-row.ts'

/** The limits of a player and what is used of them. Deposits are counted elsewhere. */
export type Status = { readonly limits: Limits; readonly used: Used; readonly excludedUntil: Date | null }

/** So many postings are read anew by each check before they are summed up for good. */
const FOLD_AFTER = 64n

/** Entries of the ledger that are betting: stakes, and everything that comes of them (decision 0035). */
export const BETTING_KINDS = (['bets', 'wins'] as const).flatMap((filter) => {
  const kinds = kindsOf(filter)
  return 'only' in kinds ? kinds.only : []
})

const SUMS = PERIODS.flatMap((period) => [`stake_${period}`, `loss_${period}`])
const STARTS = { day: '$3', week: '$4', month: '$5' } as const

/** Sums as of the last fold count for the periods that have not ended since. */
const folded = (column: string, start: string): string =>
  `case when s.day >= (${start}::timestamptz at time zone 'Africa/Kampala')::date then s.${column} else 0 end`

// The players of a batch who have set anything, with their sums: those of the last fold, and every posting since. What
// is always the same stands in the text: as a parameter it made PostgreSQL plan the statement anew for every batch.
const statusOf = ({ from, id, whose }: { from: string; id: string; whose: string }): string => `
  select ${id} as "userId", p.excluded_until as "excludedUntil", ${LIMIT_COLUMNS.map((name) => `p.${name}`).join(', ')},
         n.postings, n.through, n.latest,
         ${PERIODS.map(
           (period) => `
         coalesce(${folded(`stake_${period}`, STARTS[period])}, 0) + coalesce(n.stake_${period}, 0) as used_stake_${period},
         coalesce(${folded(`loss_${period}`, STARTS[period])}, 0) + coalesce(n.loss_${period}, 0) as used_loss_${period}`,
         ).join(',')}
    from ${from}
    left join protection_sums s on s.user_id = ${id} and s.day <= $2::date
    left join lateral (
      select count(*) as postings, max(id) as through, max(created_at) as latest,
             ${PERIODS.map(
               (period) => `
             (sum(amount) filter (where kind = 'bet' and created_at >= ${STARTS[period]}))::bigint as stake_${period},
             (sum(case when player = source then amount else -amount end) filter (where created_at >= ${STARTS[period]}))::bigint as loss_${period}`,
             ).join(',')}
        from postings
       where player = ${id} and id > coalesce(s.through, 0) and kind in (${BETTING_KINDS.map((kind) => `'${kind}'`).join(', ')})
    ) n on ${whose}
   where ${id} = any($1::uuid[])`

const LIMITED = {
  text: statusOf({
    from: 'player_protection p',
    id: 'p.user_id',
    whose: 'num_nonnulls(p.stake_day, p.stake_week, p.stake_month, p.loss_day, p.loss_week, p.loss_month) > 0',
  }),
  name: 'protection-standing',
}
/** Also for players without any setting. */
const EVERYBODY = {
  text: statusOf({
    from: 'unnest($1::uuid[]) as player_id left join player_protection p on p.user_id = player_id',
    id: 'player_id',
    whose: 'true',
  }),
  name: 'protection-used',
}

type Row = LimitColumns & { readonly [name: `used_${string}`]: bigint } & {
  readonly userId: string
  readonly excludedUntil: Date | null
  readonly postings: bigint | null
  readonly through: bigint | null
  readonly latest: Date | null
}

const usedOf = (row: Row): Used =>
  byLimit((column) => ugx(column.startsWith('deposit') ? 0n : (row[`used_${column}`] ?? 0n)))

async function readRows(sql: Sql, userIds: readonly string[], now: Date, { text, name } = LIMITED): Promise<Row[]> {
  const starts = PERIODS.map((period) => periodStart(period, now))
  const values = [plainArray([...new Set(userIds)]), dayKey(now), ...starts]
  return sql.query<Row>(text, values, name)
}

/**
 * The status of each player who has set anything, in one statement. Others cost only an index look-up. With the accounts
 * locked, no stake can be added concurrently.
 */
export async function lockedStatus(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Status>> {
  const rows = await readRows(tx, userIds, now)
  await fold(tx, rows, now)
  return new Map(
    rows.map((row) => [row.userId, { limits: limitsOf(row), used: usedOf(row), excludedUntil: row.excludedUntil }]),
  )
}

/** What a player has used of each limit, set or not, to look at. */
export async function bettingUsed(sql: Sql, userId: string, now: Date): Promise<Used> {
  const [row] = await readRows(sql, [userId], now, EVERYBODY)
  return row === undefined ? byLimit(() => ugx(0n)) : usedOf(row)
}

/**
 * Keeps the sums of players with many postings since the last fold. Not across midnight: another node's clock may be
 * ahead, and what it has written counts for a day that the sums would not know.
 */
async function fold(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  const today = dayKey(now)
  const ripe = rows.filter(
    ({ postings, latest }) => (postings ?? 0n) >= FOLD_AFTER && latest !== null && dayKey(latest) <= today,
  )
  if (ripe.length === 0) return
  await tx.change(
    `insert into protection_sums (user_id, day, through, ${SUMS.join(', ')})
     select user_id, $1::date, through, ${SUMS.join(', ')}
       from unnest($2::uuid[], $3::bigint[], ${SUMS.map((_, at) => `$${at + 4}::bigint[]`).join(', ')})
         as t (user_id, through, ${SUMS.join(', ')})
     on conflict (user_id) do update set day = excluded.day, through = excluded.through,
       ${SUMS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [
      today,
      plainArray(ripe.map((row) => row.userId)),
      plainArray(ripe.map((row) => row.through ?? 0n)),
      ...SUMS.map((name) => plainArray(ripe.map((row) => row[`used_${name}`] ?? 0n))),
    ],
    'protection-fold',
  )
}

import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Number of players with a bet on a day in Kampala. */
export type PlayersOfDay = { readonly day: string; readonly players: number }

/** A bet that arrives before midnight may commit shortly after it. A day is complete this long after its end. */
const WRITTEN_WITHIN_MS = 3_600_000

const stored = (sql: Sql, from: Date): Promise<PlayersOfDay[]> =>
  sql.query<PlayersOfDay>('select day::text, players from day_players where day >= $1::date order by day', [
    dayKey(from),
  ])

const counted = (sql: Sql, from: Date): Promise<PlayersOfDay[]> =>
  sql.query<PlayersOfDay>(
    `select kampala_day(created_at)::text as day, count(distinct user_id)::int as players
       from tickets where created_at >= $1 group by 1 order by 1`,
    [from],
  )

/** The first day since `from` without a stored count. */
function firstNotStored(days: readonly PlayersOfDay[], from: Date): Date {
  const keys = new Set(days.map(({ day }) => day))
  let at = startOfDay(from)
  while (keys.has(dayKey(at))) at = new Date(at.getTime() + DAY_MS)
  return at
}

/** Days since `from` with at least one bet. Days without a stored count, usually only today, are counted now. */
export async function playersByDay(sql: Sql, from: Date): Promise<PlayersOfDay[]> {
  const known = await stored(sql, from)
  const since = firstNotStored(known, from)
  return [...known.filter(({ day }) => day < dayKey(since)), ...(await counted(sql, since))].filter(
    ({ players }) => players > 0,
  )
}

/** Stores the count of each complete day since `from`. */
export async function storeDayPlayers(sql: Sql, from: Date, now: Date): Promise<void> {
  const since = firstNotStored(await stored(sql, from), from)
  const days = new Map((await counted(sql, since)).map(({ day, players }) => [day, players]))
  const over: string[] = []
  const openDay = startOfDay(new Date(now.getTime() - WRITTEN_WITHIN_MS))
  for (let at = since; at < openDay; at = new Date(at.getTime() + DAY_MS)) over.push(dayKey(at))
  if (over.length === 0) return
  await sql.change(
    'insert into day_players (day, players) select * from unnest($1::date[], $2::int[]) on conflict do nothing',
    [over, over.map((day) => days.get(day) ?? 0)],
  )
}

/** All open tickets at one moment: number, stakes, and payout if all of them win. */
export type OpenLiability = {
  readonly at: Date
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

type LiabilityRow = { at: Date; tickets: bigint; stake: bigint; payout: bigint }

const OPEN = `
  select $1::timestamptz as at, count(*) as tickets, coalesce(sum(total_stake), 0)::bigint as stake,
         coalesce(sum(potential_win), 0)::bigint as payout
    from tickets where status = 'pending'`

/** Records the current hour once. */
export async function recordLiability(sql: Sql, now: Date): Promise<void> {
  const hour = new Date(now.getTime() - (now.getTime() % 3_600_000))
  const [recorded] = await sql.query('select from open_liabilities where at = $1', [hour])
  if (recorded !== undefined) return
  await sql.change(`insert into open_liabilities (at, tickets, stake, payout) ${OPEN} on conflict do nothing`, [hour])
}

/** The recorded hours since `from`, and the current value. */
export async function liabilitySince(sql: Sql, from: Date, now: Date): Promise<OpenLiability[]> {
  const rows = await sql.query<LiabilityRow>(
    `select at, tickets, stake, payout from open_liabilities where at >= $2 and at < $1 union all ${OPEN} order by at`,
    [now, from],
  )
  return rows.map(({ at, tickets, stake, payout }) => {
    return { at, tickets: Number(tickets), stakeUgx: ugx(stake), payoutUgx: ugx(payout) }
  })
}

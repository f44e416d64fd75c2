import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

/** A row of `cashouts`: one accepted offer. */
export type CashoutRow = {
  readonly id: string
  readonly ticketId: string
  readonly userId: string
  readonly offer: Ugx
  /** The part above the ticket's stake. */
  readonly gain: Ugx
  /** Whether a game of the ticket had begun, or a manual match of it ever had. Otherwise the cash-out returns the stake. */
  readonly inPlay: boolean
  readonly state: 'checking' | 'paid' | 'refused'
  readonly refusedBecause: 'OFFER_CHANGED' | 'CASHOUT_UNAVAILABLE' | null
  /** Event marks of the ticket's games at acceptance. */
  readonly games: Readonly<Record<string, string>>
  readonly createdAt: Date
  readonly decidesAt: Date
  readonly decidedAt: Date | null
}

const COLUMNS = `id, ticket_id as "ticketId", user_id as "userId", offer, gain, in_play as "inPlay", state, refused_because as "refusedBecause", games,
  created_at as "createdAt", decides_at as "decidesAt", decided_at as "decidedAt"`

/** The last accepted offer of a ticket. */
export const latestCashout = async (sql: Sql, ticketId: string): Promise<CashoutRow | null> =>
  (
    await sql.query<CashoutRow>(
      `select ${COLUMNS} from cashouts where ticket_id = $1 order by id desc limit 1`,
      [ticketId],
      'cashout-latest',
    )
  )[0] ?? null

export const cashoutById = async (sql: Sql, id: string): Promise<CashoutRow | null> =>
  (await sql.query<CashoutRow>(`select ${COLUMNS} from cashouts where id = $1`, [id], 'cashout-by-id'))[0] ?? null

/** Ids of offers under check that involve these games. */
export async function checkingOfGames(sql: Sql, gameIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from cashouts where next_at is not null and games ?| $1::text[] order by id`,
    [gameIds],
    'cashout-checking-of-games',
  )
  return rows.map(({ id }) => id)
}

/** The amount above the stakes that cash-outs on these games have paid or are about to pay. */
export async function gainsOn(sql: Sql, gameIds: readonly string[]): Promise<bigint> {
  const [row] = await sql.query<{ sum: bigint }>(
    `select coalesce(sum(gain), 0)::bigint as sum from cashouts
      where games ?| $1::text[] and gain > 0 and state <> 'refused'`,
    [gameIds],
    'cashout-gains-on',
  )
  return row?.sum ?? 0n
}

/** The amount that in-play cash-outs of a player on these games have paid or are about to pay. */
export async function paidTo(sql: Sql, userId: string, gameIds: readonly string[]): Promise<bigint> {
  const [row] = await sql.query<{ sum: bigint }>(
    `select coalesce(sum(offer), 0)::bigint as sum from cashouts
      where user_id = $1 and games ?| $2::text[] and in_play and state <> 'refused'`,
    [userId, gameIds],
    'cashout-paid-to',
  )
  return row?.sum ?? 0n
}

export const addCashout = (tx: Tx, row: CashoutRow): Promise<number> =>
  tx.change(
    `insert into cashouts (id, ticket_id, user_id, offer, state, games, created_at, decides_at, decided_at, gain, in_play, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $5 = 'checking' then $8::timestamptz end)`,
    [
      ...[row.id, row.ticketId, row.userId, row.offer, row.state, JSON.stringify(row.games)],
      ...[row.createdAt, row.decidesAt, row.decidedAt, row.gain, row.inPlay],
    ],
    'cashout-add',
  )

/** Ends a check if it is still pending. */
export const endCheck = (
  tx: Tx,
  id: string,
  end: { readonly state: 'paid' } | { readonly state: 'refused'; readonly because: CashoutRow['refusedBecause'] },
  now: Date,
): Promise<number> =>
  tx.change(
    `update cashouts set state = $2, refused_because = $3, decided_at = $4, next_at = null
      where id = $1 and state = 'checking'`,
    [id, end.state, end.state === 'refused' ? end.because : null, now],
    'cashout-end-check',
  )

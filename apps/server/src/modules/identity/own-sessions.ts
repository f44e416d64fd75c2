import type { AccountSession } from '@mupiira/contract/account.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { clientName } from './client-name.ts'

type Row = { id: string; client: string; created_at: Date; renewed_at: Date; last_login_at: Date | null }

export type SessionList = { readonly items: AccountSession[]; readonly lastLoginAt: string | null }

/** The open sessions of an account: the current one first, then by last use (PLAY-08). */
export async function sessionsOf(
  sql: Sql,
  account: { readonly userId: string; readonly sessionId: string | null },
  now: Date,
): Promise<SessionList> {
  const rows = await sql.query<Row>(
    `select id, client, created_at, renewed_at, last_login_at from sessions
      where user_id = $1 and ended_at is null and expires_at > $2
      order by coalesce(id = $3, false) desc, renewed_at desc, id limit 50`,
    [account.userId, now, account.sessionId],
  )
  const current = rows.find(({ id }) => id === account.sessionId)
  return {
    items: rows.map((row) => ({
      id: row.id,
      client: clientName(row.client),
      signedInAt: row.created_at.toISOString(),
      lastSeenAt: row.renewed_at.toISOString(),
      isCurrent: row.id === account.sessionId,
    })),
    lastLoginAt: current?.last_login_at?.toISOString() ?? null,
  }
}

export type Ending = { readonly only: string } | { readonly allBut: string } | 'all'

/** Ends sessions of an account and closes their streams. Returns their number. */
export async function endOwnSessions(tx: Tx, outbox: Outbox, userId: string, ending: Ending): Promise<number> {
  const [condition, sessionId] =
    ending === 'all'
      ? ['$2::uuid is null', null]
      : 'only' in ending
        ? ['id = $2', ending.only]
        : ['id <> $2', ending.allBut]
  const ended = await tx.query<{ id: string }>(
    `delete from sessions where user_id = $1 and ended_at is null and ${condition} returning id`,
    [userId, sessionId],
  )
  await outbox.appendEvents(
    tx,
    ended.map(({ id }) => ({ type: 'session-ended', userId, data: { sessionId: id, reason: 'logout' } })),
  )
  return ended.length
}

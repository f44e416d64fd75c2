import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import { SESSION_COOKIE, type SessionRow, SESSION_TOKEN_CHANGED, type StaffProof } from '../../kernel/http/actor.ts'
import type { CookieChange } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { hashToken, newToken } from './tokens.ts'

/** AUTH-14: a persistent session survives the browser; others end with it or after a long idle time. */
const LIFETIME = {
  persistent: { lastsMs: 30 * DAY_MS, renewedAfterMs: DAY_MS },
  temporary: { lastsMs: 12 * HOUR_MS, renewedAfterMs: 10 * MINUTE_MS },
  /** D55: console sessions expire after a short idle time, and at the latest at the end of the day. */
  staff: { lastsMs: 30 * MINUTE_MS, renewedAfterMs: MINUTE_MS },
} as const
const MAX_STAFF_MS = 12 * HOUR_MS
/** How long the session guard caches a session, so that use is noticed and renews it (AUTH-76). */
const CACHED_MS = 5 * MINUTE_MS
const CACHED_STAFF_MS = MINUTE_MS

const CLIENT_CHARACTERS = 200

const lifetime = (isPersistent: boolean) => (isPersistent ? LIFETIME.persistent : LIFETIME.temporary)

export type OpenedSession = { readonly sessionId: string; readonly token: string; readonly cookie: CookieChange }

/** Opens a session (AUTH-57). Only the token's hash is stored. */
export async function openSession(
  sql: Sql,
  session: {
    readonly userId: string
    readonly isPersistent: boolean
    /** User agent and previous login are shown to the player (PLAY-08). */
    readonly client?: string
    readonly lastLoginAt?: Date | null
    readonly isStaff?: boolean
    /** Staff without a second factor just gave the password, which confirms the session for its first minutes. */
    readonly isConfirmed?: boolean
  },
  now: Date,
): Promise<OpenedSession> {
  const token = newToken()
  const sessionId = newId()
  const isPersistent = session.isPersistent && session.isStaff !== true
  const { lastsMs } = session.isStaff === true ? LIFETIME.staff : lifetime(isPersistent)
  const expiresAt = new Date(now.getTime() + lastsMs)
  await sql.change(
    `insert into sessions (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at, client, last_login_at, confirmed_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, case when $9 then $5::timestamptz end)`,
    [
      hashToken(token),
      sessionId,
      session.userId,
      isPersistent,
      now,
      expiresAt,
      (session.client ?? '').slice(0, CLIENT_CHARACTERS),
      session.lastLoginAt ?? null,
      session.isConfirmed ?? false,
    ],
    'identity-open-session',
  )
  return { sessionId, token, cookie: sessionCookie(token, isPersistent) }
}

export const sessionCookie = (token: string, isPersistent: boolean): CookieChange =>
  isPersistent
    ? { name: SESSION_COOKIE, value: token, maxAgeSeconds: LIFETIME.persistent.lastsMs / 1000 }
    : { name: SESSION_COOKIE, value: token }

type Row = {
  id: string
  user_id: string
  role: SessionRow['role']
  account_status: SessionRow['accountStatus']
  keep_logged_in: boolean
  created_at: Date
  renewed_at: Date
  expires_at: Date
  ended_at: Date | null
  second_factor_at: Date | null
  confirmed_at: Date | null
  has_second_factor: boolean
}

/**
 * Finds a session by its token. Use renews it; `watch` does not. A session ended by a suspension is found while the
 * account is inactive, so that the browser learns the reason (AUTH-73).
 */
export async function findSession(sql: Sql, tokenHash: Buffer, now: Date, how?: 'watch'): Promise<SessionRow | null> {
  const [row] = await sql.query<Row>(
    `select s.id, s.user_id, s.keep_logged_in, s.created_at, s.renewed_at, s.expires_at, s.ended_at, p.role, p.account_status,
            s.second_factor_at, s.confirmed_at,
            p.role = 'admin' and exists (select from second_factors f where f.user_id = p.id and f.enabled_at is not null)
              as has_second_factor
       from sessions s join profiles p on p.id = s.user_id where s.token_hash = $1`,
    [tokenHash],
    'identity-find-session',
  )
  if (row === undefined || row.expires_at <= now) return null
  if (row.ended_at !== null && row.account_status === 'active') return null
  const expiresAt = row.ended_at === null && how !== 'watch' ? await renewed(sql, tokenHash, row, now) : row.expires_at
  const cachedMs = row.role === 'admin' ? CACHED_STAFF_MS : CACHED_MS
  const cachedUntil = new Date(Math.min(expiresAt.getTime(), now.getTime() + cachedMs))
  return {
    sessionId: row.id,
    userId: row.user_id,
    role: row.role,
    accountStatus: row.account_status,
    expiresAt: cachedUntil,
    ...(row.role === 'admin' ? { staff: staffProof(row) } : {}),
  }
}

const staffProof = (row: Row): StaffProof => ({
  secondFactor: row.second_factor_at !== null ? 'passed' : row.has_second_factor ? 'owed' : 'unset',
  confirmedAt: row.confirmed_at,
})

async function renewed(sql: Sql, tokenHash: Buffer, row: Row, now: Date): Promise<Date> {
  const isStaff = row.role === 'admin'
  const { lastsMs, renewedAfterMs } = isStaff ? LIFETIME.staff : lifetime(row.keep_logged_in)
  // The day of the last use is shown to players (PLAY-08).
  const isSameDay = dayKey(now) === dayKey(row.renewed_at)
  if (isSameDay && now.getTime() - row.renewed_at.getTime() < renewedAfterMs) return row.expires_at
  const latest = isStaff ? row.created_at.getTime() + MAX_STAFF_MS : Infinity
  const expiresAt = new Date(Math.min(now.getTime() + lastsMs, latest))
  await sql.change(
    `update sessions set renewed_at = $2, expires_at = $3 where token_hash = $1 and ended_at is null`,
    [tokenHash, now, expiresAt],
    'identity-renew-session',
  )
  return expiresAt
}

/**
 * The cookie of a persistent session, to extend its lifetime; null for other sessions. Waits for a concurrent token
 * change, whose cookie must not be overwritten (decision 0015).
 */
export async function persistentCookie(sql: Sql, token: string): Promise<CookieChange | null> {
  const [row] = await sql.query<{ keep_logged_in: boolean }>(
    `select keep_logged_in from sessions where token_hash = $1 and ended_at is null for share`,
    [hashToken(token)],
  )
  return row?.keep_logged_in ? sessionCookie(token, true) : null
}

/** Gives a session a new token, so that copies of the old one become useless (decision 0015). Streams and proofs stay. */
export async function changeToken(
  tx: Tx,
  outbox: Outbox,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<CookieChange[]> {
  const token = newToken()
  const [row] = await tx.query<{ keep_logged_in: boolean }>(
    `update sessions set token_hash = $2 where id = $1 and ended_at is null returning keep_logged_in`,
    [sessionId, hashToken(token)],
  )
  if (row === undefined) return []
  await outbox.appendEvents(tx, [{ type: SESSION_TOKEN_CHANGED, userId, data: { sessionId } }])
  return [sessionCookie(token, row.keep_logged_in)]
}

export type EndedSession = { readonly sessionId: string; readonly userId: string }

/** Deletes the session of a token (AUTH-77). */
export async function endSession(sql: Sql, token: string): Promise<EndedSession | null> {
  const [row] = await sql.query<{ id: string; user_id: string }>(
    `delete from sessions where token_hash = $1 and ended_at is null returning id, user_id`,
    [hashToken(token)],
  )
  return row === undefined ? null : { sessionId: row.id, userId: row.user_id }
}

/** Ends all sessions of an account and marks them as ended (AUTH-75). */
export const endSessionsOf = (sql: Sql, userId: string, now: Date): Promise<number> =>
  sql.change(`update sessions set ended_at = $2 where user_id = $1 and ended_at is null`, [userId, now])

const PRUNED_AT_ONCE = 1_000

/** Deletes expired sessions and closes their streams (AUTH-75). */
export async function pruneSessions(db: Db, outbox: Outbox, now: Date): Promise<number> {
  const pruned = await db.transaction(async (tx) => {
    const ended = await tx.query<{ id: string; user_id: string; was_ended: boolean }>(
      `delete from sessions where expires_at < $1
          and token_hash in (select token_hash from sessions where expires_at < $1 limit ${PRUNED_AT_ONCE})
       returning id, user_id, ended_at is not null as was_ended`,
      [now],
    )
    const ranOut = ended.filter((session) => !session.was_ended)
    await outbox.appendEvents(
      tx,
      ranOut.map(({ id, user_id }) => ({
        type: 'session-ended',
        userId: user_id,
        data: { sessionId: id, reason: 'logout' },
      })),
    )
    return ended.length
  })
  return pruned < PRUNED_AT_ONCE ? pruned : pruned + (await pruneSessions(db, outbox, now))
}

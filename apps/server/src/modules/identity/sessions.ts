import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import { SESSION_COOKIE, type SessionRow, SESSION_TOKEN_CHANGED, type StaffProof } from '../../kernel/http/actor.ts'
import type { CookieChange } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { hashToken, newToken } from './tokens.ts'

/** AUTH-14: kept, a session outlives the browser; else it ends with it, and after a long idle time. */
const LIFETIME = {
  kept: { lastsMs: 30 * DAY_MS, renewedAfterMs: DAY_MS },
  unkept: { lastsMs: 12 * HOUR_MS, renewedAfterMs: 10 * MINUTE_MS },
  /** D55: a console that nobody looks after closes soon, and one that is in use in the evening at the latest. */
  staff: { lastsMs: 30 * MINUTE_MS, renewedAfterMs: MINUTE_MS },
} as const
const LONGEST_OF_STAFF_MS = 12 * HOUR_MS
/** The guard asks again after this, so that a session in use is seen, and renewed (AUTH-76). */
const BELIEVED_MS = 5 * MINUTE_MS
const BELIEVED_OF_STAFF_MS = MINUTE_MS

const CLIENT_CHARACTERS = 200

const lifetime = (isStored: boolean) => (isStored ? LIFETIME.kept : LIFETIME.unkept)

export type OpenedSession = { readonly sessionId: string; readonly token: string; readonly cookie: CookieChange }

/** Opens a session (AUTH-57); its token is told this once. */
export async function openSession(
  sql: Sql,
  session: {
    readonly userId: string
    readonly isStored: boolean
    /** The user agent, and the login before this one: both are shown to the player (PLAY-08). */
    readonly client?: string
    readonly lastLoginAt?: Date | null
    readonly isStaff?: boolean
    /** Staff without a second factor has just given the password: that is the proof for the first minutes. */
    readonly isConfirmed?: boolean
  },
  now: Date,
): Promise<OpenedSession> {
  const token = newToken()
  const sessionId = newId()
  const isStored = session.isStored && session.isStaff !== true
  const { lastsMs } = session.isStaff === true ? LIFETIME.staff : lifetime(isStored)
  const expiresAt = new Date(now.getTime() + lastsMs)
  await sql.change(
    `insert into sessions (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at, client, last_login_at, confirmed_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, case when $9 then $5::timestamptz end)`,
    [
      hashToken(token),
      sessionId,
      session.userId,
      isStored,
      now,
      expiresAt,
      (session.client ?? '').slice(0, CLIENT_CHARACTERS),
      session.lastLoginAt ?? null,
      session.isConfirmed ?? false,
    ],
    'identity-open-session',
  )
  return { sessionId, token, cookie: sessionCookie(token, isStored) }
}

export const sessionCookie = (token: string, isStored: boolean): CookieChange =>
  isStored
    ? { name: SESSION_COOKIE, value: token, maxAgeSeconds: LIFETIME.kept.lastsMs / 1000 }
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
 * Whose session it is, or null. One in use is renewed, one that is only watched is not. One that a suspension ended is told of while the account is not
 * active, so that its browser learns why (AUTH-73).
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
  const believed = row.role === 'admin' ? BELIEVED_OF_STAFF_MS : BELIEVED_MS
  const believedUntil = new Date(Math.min(expiresAt.getTime(), now.getTime() + believed))
  return {
    sessionId: row.id,
    userId: row.user_id,
    role: row.role,
    accountStatus: row.account_status,
    expiresAt: believedUntil,
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
  // Players are told the day of the last use (PLAY-08).
  const isSameDay = dayKey(now) === dayKey(row.renewed_at)
  if (isSameDay && now.getTime() - row.renewed_at.getTime() < renewedAfterMs) return row.expires_at
  const latest = isStaff ? row.created_at.getTime() + LONGEST_OF_STAFF_MS : Infinity
  const expiresAt = new Date(Math.min(now.getTime() + lastsMs, latest))
  await sql.change(
    `update sessions set renewed_at = $2, expires_at = $3 where token_hash = $1 and ended_at is null`,
    [tokenHash, now, expiresAt],
    'identity-renew-session',
  )
  return expiresAt
}

/**
 * The cookie of a kept session anew, so that the browser keeps it as long as we do; null for any other. It waits for a
 * change of the token that is under way: sent after that, the cookie would take the new one's place (decision 0015).
 */
export async function storedCookie(sql: Sql, token: string): Promise<CookieChange | null> {
  const [row] = await sql.query<{ keep_logged_in: boolean }>(
    `select keep_logged_in from sessions where token_hash = $1 and ended_at is null for share`,
    [hashToken(token)],
  )
  return row?.keep_logged_in ? sessionCookie(token, true) : null
}

/**
 * Gives a session another token, told this once: who has a copy of the one before has nothing (decision 0015). Its
 * streams, and what it has proved, stay.
 */
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

/** Forgets the session of a token (AUTH-77). */
export async function endSession(sql: Sql, token: string): Promise<EndedSession | null> {
  const [row] = await sql.query<{ id: string; user_id: string }>(
    `delete from sessions where token_hash = $1 and ended_at is null returning id, user_id`,
    [hashToken(token)],
  )
  return row === undefined ? null : { sessionId: row.id, userId: row.user_id }
}

/** Ends every session of an account and leaves a mark of it (AUTH-75). */
export const endSessionsOf = (sql: Sql, userId: string, now: Date): Promise<number> =>
  sql.change(`update sessions set ended_at = $2 where user_id = $1 and ended_at is null`, [userId, now])

const PRUNED_AT_ONCE = 1_000

/** Forgets the sessions that have run out. They take their streams with them, however quietly a screen was left open (AUTH-75). */
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

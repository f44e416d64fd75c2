import { sql } from 'kysely'
import type { AccountSession } from '@mupiira/contract/account.ts'
import { isStaff, STAFF_ACCOUNT_ROLES } from '@mupiira/domain/access/capabilities.ts'
import { capabilitiesOf, readPermissions } from '@mupiira/domain/access/staff-roles.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Db, Sql, Tx } from '../../../kernel/db/sql.ts'
import { SESSION_TOKEN_CHANGED, type SessionRow, type StaffProof } from '../../../kernel/access/sessions.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { clientName } from './client-name.ts'
import { hashToken, newToken } from './tokens.ts'

/** A persistent session outlives the browser session. Others end with the browser or after a long idle time. */
const LIFETIME = {
  persistent: { ttlMs: 30 * DAY_MS, renewedAfterMs: DAY_MS },
  temporary: { ttlMs: 12 * HOUR_MS, renewedAfterMs: 10 * MINUTE_MS },
  /** Console sessions expire after a short idle time, and after `MAX_STAFF_MS` at the latest. */
  staff: { ttlMs: 30 * MINUTE_MS, renewedAfterMs: MINUTE_MS },
} as const
export const PERSISTENT_SESSION_MS = LIFETIME.persistent.ttlMs
const MAX_STAFF_MS = 12 * HOUR_MS
/** How long the session guard caches a session, so that use is noticed and renews it. */
const CACHED_MS = 5 * MINUTE_MS
const CACHED_STAFF_MS = MINUTE_MS

const CLIENT_CHARACTERS = 200

const lifetime = (isPersistent: boolean) => (isPersistent ? LIFETIME.persistent : LIFETIME.temporary)

/** A token of a session for its browser. A session that is not persistent ends with the browser. */
export type SessionToken = { readonly token: string; readonly isPersistent: boolean }

const insertSession = statement(
  (
    p: Params<{
      tokenHash: Buffer
      id: string
      userId: string
      isPersistent: boolean
      now: Date
      expiresAt: Date
      client: string
      lastLoginAt: Date | null
      confirmedAt: Date | null
    }>,
  ) =>
    q.insertInto('sessions').values({
      token_hash: p.tokenHash,
      id: p.id,
      user_id: p.userId,
      keep_logged_in: p.isPersistent,
      created_at: p.now,
      renewed_at: p.now,
      expires_at: p.expiresAt,
      client: p.client,
      last_login_at: p.lastLoginAt,
      confirmed_at: p.confirmedAt,
    }),
)

/** Opens a session (AUTH-57). Only the token's hash is stored. */
export async function openSession(
  db: Sql,
  session: {
    readonly userId: string
    readonly isPersistent: boolean
    /** User agent and previous login are shown to the player (PLAY-08). */
    readonly client?: string
    readonly lastLoginAt?: Date | null
    readonly isStaff?: boolean
    /**
     * Whether the password that was just entered confirms the session for its first minutes: for staff without a second
     * factor.
     */
    readonly isConfirmed?: boolean
  },
  now: Date,
): Promise<SessionToken & { readonly sessionId: string }> {
  const token = newToken()
  const sessionId = newId()
  const isPersistent = session.isPersistent && session.isStaff !== true
  const { ttlMs } = session.isStaff === true ? LIFETIME.staff : lifetime(isPersistent)
  const expiresAt = new Date(now.getTime() + ttlMs)
  await db.change(
    insertSession({
      tokenHash: hashToken(token),
      id: sessionId,
      userId: session.userId,
      isPersistent,
      now,
      expiresAt,
      client: (session.client ?? '').slice(0, CLIENT_CHARACTERS),
      lastLoginAt: session.lastLoginAt ?? null,
      confirmedAt: session.isConfirmed === true ? now : null,
    }),
  )
  return { sessionId, token, isPersistent }
}

const byToken = statement((p: Params<{ tokenHash: Buffer }>) =>
  q
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .leftJoin('staff_roles as r', (join) => join.onRef('r.user_id', '=', 'p.id').on('r.ended_at', 'is', null))
    .select(['r.role as staff_role', 'r.title as staff_title', 'r.capabilities as staff_capabilities'])
    .select(['s.id', 's.user_id', 's.keep_logged_in', 's.created_at', 's.renewed_at', 's.expires_at', 's.ended_at'])
    .select(['p.role', 'p.account_status', 's.second_factor_at', 's.confirmed_at'])
    .select(
      sql<boolean>`p.role = ${anyOf(STAFF_ACCOUNT_ROLES)} and exists (
        select from second_factors f where f.user_id = p.id and f.enabled_at is not null)`.as('has_second_factor'),
    )
    .where('s.token_hash', '=', p.tokenHash),
)
type Row = NonNullable<ReturnType<typeof byToken>['row']>

/**
 * Finds a session by its token. Use renews it; `watch` does not. A session ended by a suspension is found while the
 * account is inactive, so that the browser can show the reason (AUTH-73).
 */
export async function findSession(db: Sql, tokenHash: Buffer, now: Date, mode?: 'watch'): Promise<SessionRow | null> {
  const row = await db.first(byToken({ tokenHash }))
  if (row === undefined || row.expires_at <= now) return null
  if (row.ended_at !== null && row.account_status === 'active') return null
  const expiresAt = row.ended_at === null && mode !== 'watch' ? await renewed(db, tokenHash, row, now) : row.expires_at
  const cachedMs = isStaff(row.role) ? CACHED_STAFF_MS : CACHED_MS
  const cachedUntil = new Date(Math.min(expiresAt.getTime(), now.getTime() + cachedMs))
  return {
    sessionId: row.id,
    userId: row.user_id,
    role: row.role,
    accountStatus: row.account_status,
    expiresAt: cachedUntil,
    ...(isStaff(row.role) ? { staff: staffProof(row) } : {}),
  }
}

const staffProof = (row: Row): StaffProof => ({
  capabilities: capabilitiesOfRow(row),
  secondFactor: row.second_factor_at !== null ? 'passed' : row.has_second_factor ? 'owed' : 'unset',
  confirmedAt: row.confirmed_at,
})

/** A staff account without a current role may do nothing. */
function capabilitiesOfRow({ staff_role: role, staff_title: title, staff_capabilities: capabilities }: Row) {
  const permissions = role === null ? null : readPermissions({ role, title, capabilities })
  return permissions === null ? [] : capabilitiesOf(permissions)
}

const renew = statement((p: Params<{ tokenHash: Buffer; now: Date; expiresAt: Date }>) =>
  q
    .updateTable('sessions')
    .set({ renewed_at: p.now, expires_at: p.expiresAt })
    .where('token_hash', '=', p.tokenHash)
    .where('ended_at', 'is', null),
)

async function renewed(db: Sql, tokenHash: Buffer, row: Row, now: Date): Promise<Date> {
  const isOfStaff = isStaff(row.role)
  const { ttlMs, renewedAfterMs } = isOfStaff ? LIFETIME.staff : lifetime(row.keep_logged_in)
  // The day of the last use is shown to players.
  const isSameDay = dayKey(now) === dayKey(row.renewed_at)
  if (isSameDay && now.getTime() - row.renewed_at.getTime() < renewedAfterMs) return row.expires_at
  const latest = isOfStaff ? row.created_at.getTime() + MAX_STAFF_MS : Infinity
  const expiresAt = new Date(Math.min(now.getTime() + ttlMs, latest))
  await db.change(renew({ tokenHash, now, expiresAt }))
  return expiresAt
}

const shareOpen = statement((p: Params<{ tokenHash: Buffer }>) =>
  q
    .selectFrom('sessions')
    .select('keep_logged_in')
    .where('token_hash', '=', p.tokenHash)
    .where('ended_at', 'is', null)
    .forShare(),
)

/**
 * Whether the token belongs to an open persistent session, so that its cookie is sent again with a new lifetime. Waits
 * for a concurrent token change, because its cookie must not be overwritten (decision 0015).
 */
export const isPersistentSession = async (db: Sql, token: string): Promise<boolean> =>
  (await db.first(shareOpen({ tokenHash: hashToken(token) })))?.keep_logged_in === true

const setToken = statement((p: Params<{ sessionId: string; tokenHash: Buffer }>) =>
  q
    .updateTable('sessions')
    .set({ token_hash: p.tokenHash })
    .where('id', '=', p.sessionId)
    .where('ended_at', 'is', null)
    .returning('keep_logged_in'),
)

/**
 * Gives a session a new token, so that copies of the old one become useless (decision 0015). Streams, second factor and
 * confirmation stay. Null if the session has ended.
 */
export async function changeToken(
  tx: Tx,
  outbox: Outbox,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<SessionToken | null> {
  const token = newToken()
  const row = await tx.first(setToken({ sessionId, tokenHash: hashToken(token) }))
  if (row === undefined) return null
  await outbox.appendEvents(tx, [{ type: SESSION_TOKEN_CHANGED, userId, data: { sessionId } }])
  return { token, isPersistent: row.keep_logged_in }
}

export type EndedSession = { readonly sessionId: string; readonly userId: string }

const deleteByToken = statement((p: Params<{ tokenHash: Buffer }>) =>
  q
    .deleteFrom('sessions')
    .where('token_hash', '=', p.tokenHash)
    .where('ended_at', 'is', null)
    .returning(['id as sessionId', 'user_id as userId']),
)

/** Deletes the session of a token (AUTH-77). */
export const endSession = async (db: Sql, token: string): Promise<EndedSession | null> =>
  (await db.first(deleteByToken({ tokenHash: hashToken(token) }))) ?? null

const markEnded = statement((p: Params<{ userId: string; now: Date }>) =>
  q.updateTable('sessions').set({ ended_at: p.now }).where('user_id', '=', p.userId).where('ended_at', 'is', null),
)

/** Marks all sessions of an account as ended, without deleting them (AUTH-75). */
export const endSessionsOf = (db: Sql, userId: string, now: Date): Promise<number> =>
  db.change(markEnded({ userId, now }))

const lockOpen = statement((p: Params<{ sessionId: string }>) =>
  q.selectFrom('sessions').select('id').where('id', '=', p.sessionId).where('ended_at', 'is', null).forUpdate(),
)

/** Locks a session, so that it cannot end before the transaction does; false if it has ended. */
export const holdSession = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await tx.first(lockOpen({ sessionId }))) !== undefined

const setConfirmed = statement((p: Params<{ sessionId: string; now: Date; secondFactorAt: Date | null }>) =>
  q
    .updateTable('sessions')
    .set({ confirmed_at: p.now, second_factor_at: sql`coalesce(${p.secondFactorAt}::timestamptz, second_factor_at)` })
    .where('id', '=', p.sessionId)
    .where('ended_at', 'is', null),
)

/** Records that staff confirmed the session, by the second factor or by the password. */
export const confirmSession = (
  tx: Tx,
  sessionId: string,
  { bySecondFactor }: { readonly bySecondFactor: boolean },
  now: Date,
): Promise<number> => tx.change(setConfirmed({ sessionId, now, secondFactorAt: bySecondFactor ? now : null }))

const withSecondFactor = statement((p: Params<{ sessionId: string }>) =>
  q.selectFrom('sessions').select('id').where('id', '=', p.sessionId).where('second_factor_at', 'is not', null),
)

/** Whether the session has passed the second factor. */
export const hasSecondFactor = async (db: Sql, sessionId: string): Promise<boolean> =>
  (await db.first(withSecondFactor({ sessionId }))) !== undefined

const openOf = statement((p: Params<{ userId: string; current: string | null; now: Date }>) =>
  q
    .selectFrom('sessions')
    .select(['id', 'client', 'created_at', 'renewed_at', 'last_login_at'])
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', p.now)
    .orderBy(sql`coalesce(id = ${p.current}::uuid, false)`, 'desc')
    .orderBy('renewed_at', 'desc')
    .orderBy('id')
    .limit(50),
)

export type SessionList = { readonly items: AccountSession[]; readonly lastLoginAt: string | null }

/** The open sessions of an account: the current one first, then by last use (PLAY-08). */
export async function sessionsOf(
  db: Sql,
  account: { readonly userId: string; readonly sessionId: string | null },
  now: Date,
): Promise<SessionList> {
  const rows = await db.run(openOf({ userId: account.userId, current: account.sessionId, now }))
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

const deleteOf = statement((p: Params<{ userId: string; only: string | null; allBut: string | null }>) =>
  q
    .deleteFrom('sessions')
    .where('user_id', '=', p.userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(${p.only}::uuid is null or id = ${p.only}::uuid)`)
    .where(sql<boolean>`(${p.allBut}::uuid is null or id <> ${p.allBut}::uuid)`)
    .returning('id'),
)

/** Ends sessions of an account and closes their streams. Returns their number. */
export async function endOwnSessions(tx: Tx, outbox: Outbox, userId: string, ending: Ending): Promise<number> {
  const only = ending !== 'all' && 'only' in ending ? ending.only : null
  const allBut = ending !== 'all' && 'allBut' in ending ? ending.allBut : null
  const ended = await tx.run(deleteOf({ userId, only, allBut }))
  await outbox.appendEvents(
    tx,
    ended.map(({ id }) => ({ type: 'session-ended', userId, data: { sessionId: id, reason: 'logout' } })),
  )
  return ended.length
}

const PRUNED_AT_ONCE = 1_000

const deleteExpired = statement((p: Params<{ now: Date }>) =>
  q
    .deleteFrom('sessions')
    .where('expires_at', '<', p.now)
    .where('token_hash', 'in', (e) =>
      e.selectFrom('sessions').select('token_hash').where('expires_at', '<', p.now).limit(PRUNED_AT_ONCE),
    )
    .returning(['id', 'user_id as userId', 'ended_at as endedAt']),
)

/** Deletes expired sessions and closes their streams (AUTH-75). */
export async function pruneSessions(db: Db, outbox: Outbox, now: Date): Promise<number> {
  const pruned = await db.transaction(async (tx) => {
    const expired = await tx.run(deleteExpired({ now }))
    await outbox.appendEvents(
      tx,
      expired
        .filter(({ endedAt }) => endedAt === null)
        .map(({ id, userId }) => ({
          type: 'session-ended',
          userId,
          data: { sessionId: id, reason: 'logout' },
        })),
    )
    return expired.length
  })
  return pruned < PRUNED_AT_ONCE ? pruned : pruned + (await pruneSessions(db, outbox, now))
}

import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import type { Protection } from '@mupiira/contract/protection.ts'
import {
  addUserNote,
  endUserSessions,
  exportUserEntries,
  getUserFile,
  listUserEntries,
} from '@mupiira/contract/user-file.ts'
import { LEDGER_LIST } from '@mupiira/contract/list-columns.ts'
import { includesAll } from '@mupiira/domain/access/staff-roles.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { INVALID_CURSOR, readIdCursor } from '../../../kernel/http/input/cursor-page.ts'
import { invalidDay, readDays } from '../../../kernel/http/input/day-range.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { exportList } from '../../audit/index.ts'
import { endOwnSessions, sessionsOf } from '../sessions/sessions.repository.ts'
import { lockProfile, readNin, readProfiles } from '../accounts/profiles.repository.ts'
import { readLastLogin } from '../login/credentials.repository.ts'
import { everyLedgerEntry } from './every-ledger-entry.ts'
import { addNote, readErasureTime, readNotes } from './user-file.repository.ts'
import { tagsOf } from '../tags/tags.repository.ts'
import { staffCapabilitiesOf } from '../staff/staff-roles.repository.ts'
import { presentRestrictions, type RestrictionDeps } from '../restrictions/restriction-routes.ts'
import { presentUser, type UserDeps } from './user-routes.ts'

export type UserFileDeps = UserDeps &
  RestrictionDeps & {
    readonly ninEncryption: Encryption
    readonly showProtection: (userId: string, now: Date) => Promise<Protection>
    /** Restrictions of live bets by staff, by player. */
    readonly inPlayRestrictions: (
      db: Sql,
      userIds: readonly string[],
      now: Date,
    ) => Promise<ReadonlyMap<string, InPlayRestriction>>
    /** The largest stake that staff allows a player, if there is one. */
    readonly stakeLimits: (db: Sql, userIds: readonly string[]) => Promise<ReadonlyMap<string, Ugx>>
  }

const PAGE = 20

/** Everything about one account on one page. */
export const userFileRoutes = ({
  audit,
  clock,
  db,
  inPlayRestrictions,
  ninEncryption,
  outbox,
  showProtection,
  stakeLimits,
  wallet,
}: UserFileDeps): readonly Route[] => [
  route(getUserFile, async (call) => {
    const { now } = call
    const { id } = call.params
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    const account = { userId: id, sessionId: null }
    const [
      profiles,
      balance,
      sessions,
      lastLogin,
      protection,
      notes,
      stakes,
      inPlay,
      nin,
      erasedAt,
      restrictions,
      tags,
    ] = await Promise.all([
      readProfiles(db, [id]),
      wallet.accounts.balance(id),
      sessionsOf(db, account, now),
      readLastLogin(db, id),
      showProtection(id, now),
      presentNotes(db, id),
      stakeLimits(db, [id]),
      inPlayRestrictions(db, [id], now),
      readNin(db, ninEncryption, id),
      readErasureTime(db, id),
      presentRestrictions(db, id, now),
      tagsOf(db, [id]),
    ])
    const profile = profiles.get(id)
    if (profile === undefined) return { error: 'USER_NOT_FOUND' }
    await recordReading({ audit, db }, call, id)
    const { location, nationality } = profile
    const stakeLimit = stakes.get(id)
    const { limits, exclusion } = protection
    const until = exclusion === null ? undefined : new Date(exclusion.until)
    return {
      status: 200,
      body: {
        user: presentUser(profile, balance.balance, until),
        held: ugxToNumber(balance.held),
        mostStake: stakeLimit === undefined ? null : ugxToNumber(stakeLimit),
        inPlayRestriction: inPlay.get(id) ?? { extraDelaySeconds: 0, isExcluded: false },
        location,
        nationality,
        nin,
        limits,
        exclusion,
        notes,
        restrictions,
        tags: tags.get(id) ?? [],
        sessions: sessions.items,
        lastLoginAt: lastLogin?.toISOString() ?? null,
        erasureRequestedAt: erasedAt?.toISOString() ?? null,
      },
    }
  }),

  route(listUserEntries, async ({ params: { id }, query }) => {
    const { page = 1, pageSize = PAGE, cursor, sort } = query
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    const period = readDays(query)
    if ('wrong' in period) return invalidDay(period)
    const after = readIdCursor(cursor)
    if (after === undefined) return INVALID_CURSOR
    const [profiles, { items, hasMore }] = await Promise.all([
      readProfiles(db, [id]),
      wallet.ledger.page(id, { page, pageSize, after, isOldestFirst: sort === 'date', period }),
    ])
    if (!profiles.has(id)) return { error: 'USER_NOT_FOUND' }
    const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null
    return { status: 200, body: { items, page, pageSize, total: null, hasMore, nextCursor } }
  }),

  route(exportUserEntries, async (call) => {
    const { params, query } = call
    const { id } = params
    if (!isId(id) || !(await readProfiles(db, [id])).has(id)) return { error: 'USER_NOT_FOUND' }
    const period = readDays(query)
    if ('wrong' in period) return invalidDay(period)
    const rows = everyLedgerEntry(wallet, id, { period, isOldestFirst: query.sort === 'date' })
    // Recorded at the account, so that its audit trail shows who exported its ledger.
    const exported = { action: 'user.ledger-export', subject: `user:${id}` } as const
    return exportList({ db, clock, audit }, call, { name: 'ledger', ...exported, columns: LEDGER_LIST, rows })
  }),

  route(endUserSessions, async (call) => {
    const { params, body, actor } = call
    const { id } = params
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    return db.transaction(async (tx) => {
      const profile = await lockProfile(tx, id)
      if (profile === null) return { error: 'USER_NOT_FOUND' }
      if (!includesAll(actor.staff.capabilities, await staffCapabilitiesOf(tx, id))) return { error: 'NOT_ALLOWED' }
      const now = clock.now()
      const ended = await endOwnSessions(tx, outbox, id, 'all')
      const entry = { action: 'user.log-out', subject: `user:${id}`, after: { ended }, reason: body.reason } as const
      await audit.record(tx, { ...staffOf(call), ...entry }, now)
      return { status: 200, body: { ended } }
    })
  }),

  route(addUserNote, async (call) => {
    const { params, body, actor } = call
    const { id } = params
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    return db.transaction(async (tx) => {
      if ((await lockProfile(tx, id)) === null) return { error: 'USER_NOT_FOUND' }
      const now = clock.now()
      await addNote(tx, { id: newId(), userId: id, writtenBy: actor.userId, note: body.note, now })
      const entry = { action: 'user.note', subject: `user:${id}`, reason: body.note } as const
      await audit.record(tx, { ...staffOf(call), ...entry }, now)
      return { status: 200, body: { success: true } }
    })
  }),
]

/** Records that staff read an account. Screens repeat their requests, so one entry covers an hour of reading. */
export async function recordReading(
  { audit, db }: Pick<UserDeps, 'audit' | 'db'>,
  call: Parameters<typeof staffOf>[0] & { readonly now: Date },
  userId: string,
): Promise<void> {
  const since = new Date(call.now.getTime() - HOUR_MS)
  const entry = { ...staffOf(call), action: 'user.read', subject: `user:${userId}` } as const
  await db.transaction((tx) => audit.recordOnce(tx, entry, since, call.now))
}

/** The newest notes about an account with their writers. */
export async function presentNotes(db: Sql, userId: string, count?: number) {
  const rows = (await readNotes(db, userId)).slice(0, count)
  const writers = await readProfiles(db, [...new Set(rows.map((row) => row.written_by))])
  return rows.map(({ id, written_by, note, created_at }) => {
    const writer = writers.get(written_by)
    return { id, by: writer === undefined ? '' : nameOf(writer), note, writtenAt: created_at.toISOString() }
  })
}

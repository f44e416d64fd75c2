import { liftPlayerRestriction, type PlayerRestriction, restrictPlayer } from '@mupiira/contract/admin-restrictions.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import {
  isRestrictionValue,
  type RestrictionKind,
  restrictionKind,
  restrictionName,
} from '@mupiira/domain/risk/restrictions.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { lockProfile, readProfiles } from '../accounts/profiles.repository.ts'
import type { UserDeps } from '../admin/user-routes.ts'
import { currentRestrictions, liftRestriction, type RestrictionRow, setRestriction } from './restrictions.repository.ts'

export type RestrictionDeps = Pick<UserDeps, 'audit' | 'clock' | 'db' | 'wallet'> & {
  /** Whether the courtsiding report justifies a restriction of live bets (INP-12). */
  readonly isConspicuous: (userId: string, now: Date) => Promise<boolean>
}

const AN_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/

/** Restrictions of a player with reason and end. Placement, quotes and cashouts read them from the database. */
export const restrictionRoutes = ({ audit, clock, db, isConspicuous, wallet }: RestrictionDeps): readonly Route[] => [
  route(restrictPlayer, async (call) => {
    const { id } = call.params
    const { kind, value, reason, seen } = call.body
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    if (!isRestrictionValue(kind, value)) return { error: 'RESTRICTION_VALUE' }
    const endsAt = readEnd(call.body.endsAt)
    if (endsAt === undefined) return { error: 'RESTRICTION_END' }
    const displayed = (await currentRestrictions(db, id, call.now)).find((each) => each.kind === kind)
    // The report reads the moves of all players, so it is computed before the locks.
    const isAllowed = !needsEvidence(kind, value, displayed) || (await isConspicuous(id, call.now))
    const done = await db.transaction(async (tx) => {
      if ((await lockProfile(tx, id)) === null) return err('USER_NOT_FOUND')
      await wallet.accounts.lock(tx, [id])
      const now = clock.now()
      if (endsAt !== null && endsAt <= now) return err('RESTRICTION_END')
      const before = (await currentRestrictions(tx, id, now)).find((each) => each.kind === kind)
      if ((before?.id ?? null) !== seen) return err('RESTRICTION_CHANGED')
      if (!isAllowed) return err('BELOW_COURTSIDING_THRESHOLD')
      const restriction = { id: newId(), userId: id, kind, value, reason, setBy: call.actor.userId, setAt: now, endsAt }
      await setRestriction(tx, restriction)
      const states = { before: before === undefined ? null : facts(before), after: facts(restriction) }
      const entry = { action: 'risk.restrict', subject: `user:${id}`, ...states } as const
      await audit.record(tx, { ...staffOf(call), ...entry, reason }, now)
      return ok(restriction.id)
    })
    return done.ok ? { status: 200, body: { id: done.value } } : { error: done.error }
  }),

  route(liftPlayerRestriction, async (call) => {
    const { id } = call.params
    const { restrictionId, reason } = call.body
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    const done = await db.transaction(async (tx) => {
      if ((await lockProfile(tx, id)) === null) return err('USER_NOT_FOUND')
      await wallet.accounts.lock(tx, [id])
      const now = clock.now()
      const before = (await currentRestrictions(tx, id, now)).find((each) => each.id === restrictionId)
      if (before === undefined) return err('RESTRICTION_CHANGED')
      await liftRestriction(tx, { userId: id, kind: before.kind, by: call.actor.userId, reason, now })
      const entry = { action: 'risk.lift', subject: `user:${id}`, before: facts(before), after: null } as const
      await audit.record(tx, { ...staffOf(call), ...entry, reason }, now)
      return ok(null)
    })
    return done.ok ? { status: 200, body: { success: true } } : { error: done.error }
  }),
]

/** A shorter delay needs no new evidence. */
function needsEvidence(kind: RestrictionKind, value: number | null, before: RestrictionRow | undefined): boolean {
  if (restrictionKind(kind).needsEvidence !== true) return false
  return before === undefined || (value ?? 0) > (before.value ?? 0)
}

/** Undefined for a text that is no time. */
function readEnd(text: string | null): Date | null | undefined {
  if (text === null) return null
  const time = new Date(text)
  return AN_INSTANT.test(text) && !Number.isNaN(time.getTime()) ? time : undefined
}

const facts = ({ kind, value, endsAt }: Pick<RestrictionRow, 'kind' | 'value' | 'endsAt'>) => ({
  restriction: restrictionName(kind, value),
  endsAt: endsAt?.toISOString() ?? null,
})

/** The current restrictions of a player with the names of their authors. */
export async function presentRestrictions(db: Sql, userId: string, now: Date): Promise<PlayerRestriction[]> {
  const rows = await currentRestrictions(db, userId, now)
  const authors = await readProfiles(db, [...new Set(rows.flatMap(({ setBy }) => setBy ?? []))])
  return rows.map(({ id, kind, value, reason, setBy, setAt, endsAt }) => {
    const author = setBy === null ? undefined : authors.get(setBy)
    const by = author === undefined ? '' : nameOf(author)
    return { id, kind, value, reason, by, since: setAt.toISOString(), endsAt: endsAt?.toISOString() ?? null }
  })
}

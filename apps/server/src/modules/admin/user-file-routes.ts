import { endUserSessions, getUserFile, listUserEntries, noteAboutUser } from '@mupiira/contract/user-file.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { nameOf } from '../identity/index.ts'
import { presentUser } from './present-user.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type UserFileDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'stakeLimits'>
  readonly identity: Pick<Identity, 'endSessions' | 'lockProfile' | 'profile' | 'profiles' | 'sessionsOf'>
  readonly protection: Pick<Protection, 'show'>
  readonly wallet: Pick<Wallet, 'balance' | 'statementPage'>
}

const PAGE = 20
const MOST_NOTES = 100

type NoteRow = { id: string; written_by: string; note: string; created_at: Date }

/** Everything about one account on one page. */
export const userFileRoutes = ({ db }: Pick<Kernel, 'db'>, deps: UserFileDeps): readonly Route[] => {
  const { audit, betting, identity, protection, wallet } = deps

  async function notesOf(userId: string) {
    const rows = await db.query<NoteRow>(
      `select id, written_by, note, created_at from staff_notes where user_id = $1 order by id desc limit ${MOST_NOTES}`,
      [userId],
    )
    const writers = await identity.profiles([...new Set(rows.map((row) => row.written_by))])
    return rows.map(({ id, written_by, note, created_at }) => {
      const writer = writers.get(written_by)
      return { id, by: writer === undefined ? '' : nameOf(writer), note, writtenAt: created_at.toISOString() }
    })
  }

  return [
    route(getUserFile, async ({ params: { id }, now }) => {
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      const [profile, balance, sessions, { limits, exclusion }, notes, stakes] = await Promise.all([
        identity.profile(id),
        wallet.balance(id),
        identity.sessionsOf(id, now),
        protection.show(id, now),
        notesOf(id),
        betting.stakeLimits(db, [id]),
      ])
      if (profile === null) return { error: 'USER_NOT_FOUND' }
      const { location, nationality, nin } = profile
      const most = stakes.get(id)
      const mostStake = most === undefined ? null : ugxToNumber(most)
      const until = exclusion === null ? undefined : new Date(exclusion.until)
      const user = presentUser(profile, balance.balance, until)
      const account = { user, held: ugxToNumber(balance.held), mostStake }
      const body = { ...account, location, nationality, nin, ...sessions, limits, exclusion, notes }
      return { status: 200, body }
    }),

    route(listUserEntries, async ({ params: { id }, query: { page = 1, pageSize = PAGE } }) => {
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      const [profile, { items, hasMore }] = await Promise.all([
        identity.profile(id),
        wallet.statementPage(id, { page, pageSize }),
      ])
      if (profile === null) return { error: 'USER_NOT_FOUND' }
      return { status: 200, body: { items, page, pageSize, total: null, hasMore } }
    }),

    route(endUserSessions, async (call) => {
      const { params, body, now } = call
      const { id } = params
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      return db.transaction(async (tx) => {
        if ((await identity.lockProfile(tx, id)) === null) return { error: 'USER_NOT_FOUND' }
        const ended = await identity.endSessions(tx, id)
        const staffAction = {
          action: 'user.log-out',
          subject: `user:${id}`,
          after: { ended },
          reason: body.reason,
        } as const
        await audit.record(tx, { ...staffOf(call), ...staffAction }, now)
        return { status: 200, body: { ended } }
      })
    }),

    route(noteAboutUser, async (call) => {
      const { params, body, actor, now } = call
      const { id } = params
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      return db.transaction(async (tx) => {
        if ((await identity.lockProfile(tx, id)) === null) return { error: 'USER_NOT_FOUND' }
        await tx.change(
          `insert into staff_notes (id, user_id, written_by, note, created_at) values ($1, $2, $3, $4, $5)`,
          [newId(), id, actor.userId, body.note, now],
        )
        const staffAction = { action: 'user.note', subject: `user:${id}`, reason: body.note } as const
        await audit.record(tx, { ...staffOf(call), ...staffAction }, now)
        return { status: 200, body: { success: true } }
      })
    }),
  ]
}

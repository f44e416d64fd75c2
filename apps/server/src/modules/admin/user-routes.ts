import { countUsers, listUsers, setUserStatus } from '@mupiira/contract/users.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity, Profile } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { presentUser } from './present-user.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type UserDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly identity: Pick<Identity, 'listAccounts' | 'countAccounts' | 'lockProfile' | 'setAccountStatus'>
  readonly protection: Pick<Protection, 'exclusionEnds'>
  readonly wallet: Pick<Wallet, 'balances'>
}

/** ADMU-05, ADMU-06 */
const PAGE = 10
const MOST_AT_ONCE = 1_000

/** D35a: the server accepts a status change without a reason; the console asks for one. */
const NO_REASON = 'No reason given'

/** The audit action of each status change. */
const ACTIONS = { active: 'user.activate', suspended: 'user.suspend', banned: 'user.ban' } as const

export const userRoutes = (
  { db }: Pick<Kernel, 'db'>,
  { audit, identity, protection, wallet }: UserDeps,
): readonly Route[] => [
  route(listUsers, async ({ query, now }) => {
    const { q, status, all = false } = query
    const page = all ? 1 : (query.page ?? 1)
    const pageSize = all ? MOST_AT_ONCE : (query.pageSize ?? PAGE)
    // One more than is shown: whether there are others.
    const search = { q, status, offset: (page - 1) * pageSize, limit: pageSize + 1 }
    const { accounts, total } = await identity.listAccounts(search)
    const shown = accounts.slice(0, pageSize)
    const ids = shown.map(({ id }) => id)
    const [balances, ends] = await Promise.all([wallet.balances(ids), protection.exclusionEnds(db, ids, now)])
    const items = shown.map((profile) => presentUser(profile, balances.get(profile.id)?.balance, ends.get(profile.id)))
    return { status: 200, body: { items, page, pageSize, total, hasMore: accounts.length > pageSize } }
  }),

  route(countUsers, async () => ({ status: 200, body: await identity.countAccounts() })),

  route(setUserStatus, async (call) => {
    const { params, body, actor, now } = call
    const { id } = params
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    if (id === actor.userId) return { error: 'OWN_ACCOUNT' }
    return db.transaction(async (tx) => {
      // When two members of staff lock each other out, the later one is no longer staff, so one always remains.
      const locked = new Map<string, Profile | null>()
      for (const userId of inLockOrder([id, actor.userId])) locked.set(userId, await identity.lockProfile(tx, userId))
      if (locked.get(actor.userId)?.accountStatus !== 'active') return { error: 'NOT_AUTHENTICATED' }
      const before = locked.get(id) ?? null
      if (before === null) return { error: 'USER_NOT_FOUND' }
      const { newStatus } = body
      const reason = body.reason?.trim() || NO_REASON
      await identity.setAccountStatus(tx, id, newStatus, now)
      const changed = { before: { status: before.accountStatus }, after: { status: newStatus } }
      await audit.record(
        tx,
        { ...staffOf(call), action: ACTIONS[newStatus], subject: `user:${id}`, ...changed, reason },
        now,
      )
      return { status: 200, body: { success: true } }
    })
  }),
]

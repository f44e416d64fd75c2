import { countUsers, exportUsers, listUsers, setUserStatus, type User } from '@mupiira/contract/users.ts'
import { USER_LIST } from '@mupiira/contract/list-columns.ts'
import { includesAll } from '@mupiira/domain/access/staff-roles.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import { everyPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import type { Db, Sql, Tx } from '../../../kernel/db/sql.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { type Call, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { setAccountStatus } from '../accounts/account-status.ts'
import { type AccountSearch, countMatches, listAccounts } from '../accounts/account-list.repository.ts'
import { lockProfile, type Profile } from '../accounts/profiles.repository.ts'
import { staffCapabilitiesOf } from '../staff/staff-roles.repository.ts'

export type UserDeps = {
  readonly clock: Clock
  readonly db: Db
  readonly outbox: Outbox
  readonly wallet: Wallet
  readonly audit: Audit['commands']
  /** When the exclusion of each self-excluded player ends. */
  readonly exclusionEnds: (db: Sql, userIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, Date>>
}

/** The prescribed page sizes. */
const PAGE = 10
const MAX_AT_ONCE = 1_000

/** The server accepts a status change without a reason, although the console asks for one. */
const NO_REASON = 'No reason given'

/** The audit action of each status change. */
const ACTIONS = { active: 'user.activate', suspended: 'user.suspend', banned: 'user.ban' } as const

async function readPage(
  { db, exclusionEnds, wallet }: Pick<UserDeps, 'db' | 'exclusionEnds' | 'wallet'>,
  filter: AccountSearch,
  pageRequest: PageRequest,
  now: Date,
) {
  const { items: accounts, ...found } = await listAccounts(db, filter, pageRequest, wallet.accounts.idsByBalance)
  const ids = accounts.map(({ id }) => id)
  const [balances, ends] = await Promise.all([wallet.accounts.balances(ids), exclusionEnds(db, ids, now)])
  const items = accounts.map((profile) => presentUser(profile, balances.get(profile.id)?.balance, ends.get(profile.id)))
  return { items, ...found }
}

const searchOf = async (
  wallet: Wallet,
  { q, status, tag, debt }: Call<typeof countUsers>['query'],
): Promise<AccountSearch> => ({ q, status, tag, ids: debt === true ? await wallet.accounts.inDebt() : undefined })

export const userRoutes = ({ audit, clock, db, exclusionEnds, outbox, wallet }: UserDeps): readonly Route[] => [
  route(listUsers, async ({ query, now }) => {
    const { all = false } = query
    const pageRequest = all
      ? { page: 1, pageSize: MAX_AT_ONCE, after: null, sort: query.sort }
      : readPageRequest(query, PAGE)
    if (pageRequest === null) return INVALID_CURSOR
    const { page, pageSize } = pageRequest
    const found = await readPage({ db, exclusionEnds, wallet }, await searchOf(wallet, query), pageRequest, now)
    return { status: 200, body: { page, pageSize, ...found } }
  }),

  route(exportUsers, async (call) => {
    const search = await searchOf(wallet, call.query)
    const rows = everyPage(
      (pageRequest) => readPage({ db, exclusionEnds, wallet }, search, pageRequest, call.now),
      call.query.sort,
    )
    const file = { name: 'users', action: 'user.export', columns: USER_LIST, rows } as const
    return exportList({ db, clock, audit }, call, file)
  }),

  route(countUsers, async ({ query }) => ({
    status: 200,
    body: await countMatches(db, await searchOf(wallet, query)),
  })),

  route(setUserStatus, async (call) => {
    const { params, body, actor } = call
    const { id } = params
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    if (id === actor.userId) return { error: 'OWN_ACCOUNT' }
    return db.transaction(async (tx) => {
      const locked = await lockBoth(tx, id, actor.userId)
      // If two administrators suspend each other, the later request is refused, so one of them stays active.
      if (locked.get(actor.userId)?.accountStatus !== 'active') return { error: 'NOT_AUTHENTICATED' }
      const before = locked.get(id)
      if (before == null) return { error: 'USER_NOT_FOUND' }
      const held = await staffCapabilitiesOf(tx, actor.userId)
      const { newStatus: status } = body
      // Staff who block a player at once must not also undo the decision of a colleague who examined the account.
      const own = status === 'active' ? 'admin:users:unlock' : 'admin:users:lock'
      const needed = [own, ...(await staffCapabilitiesOf(tx, id))] as const
      if (!includesAll(held, needed)) return { error: 'NOT_ALLOWED' }
      // Locks the account before reading the time, so that no bet accepted earlier has a later time.
      await wallet.accounts.lock(tx, [id])
      const now = clock.now()
      await setAccountStatus(tx, { wallet, outbox }, { userId: id, status }, now)
      const states = { before: { status: before.accountStatus }, after: { status } }
      const entry = {
        action: ACTIONS[status],
        subject: `user:${id}`,
        reason: body.reason?.trim() || NO_REASON,
      } as const
      await audit.record(tx, { ...staffOf(call), ...entry, ...states }, now)
      return { status: 200, body: { success: true } }
    })
  }),
]

async function lockBoth(tx: Tx, ...ids: readonly string[]): Promise<ReadonlyMap<string, Profile | null>> {
  const locked = new Map<string, Profile | null>()
  for (const userId of inLockOrder(ids)) locked.set(userId, await lockProfile(tx, userId))
  return locked
}

export const presentUser = (profile: Profile, balance: Ugx | undefined, excludedUntil: Date | undefined): User => ({
  id: profile.id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  username: profile.username,
  phoneNumber: profile.phoneNumber,
  email: profile.email,
  balance: balance === undefined ? 0 : ugxToNumber(balance),
  accountStatus: profile.accountStatus,
  excludedUntil: excludedUntil?.toISOString() ?? null,
  role: profile.role,
  createdAt: profile.createdAt.toISOString(),
})

import { listRelatedAccounts, type RelatedAccount } from '@mupiira/contract/user-related.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { type Identity, presentAccount, recordReading } from '../../identity/index.ts'
import { sharedDevices, sharedNetworks, sharedNumbers, type SharedRow } from './related.repository.ts'

type RelatedDeps = { readonly audit: Audit['commands']; readonly identity: Pick<Identity, 'profiles'> }

type Shared = RelatedAccount['shared'][number]

const MAX_LISTED = 20

/** Accounts that may belong to the same person, with what they share. Staff judge; the server gives no probability. */
export const relatedRoutes = ({ db }: Pick<Kernel, 'db'>, { audit, identity }: RelatedDeps): readonly Route[] => [
  route(listRelatedAccounts, async (call) => {
    const { actor, params } = call
    const { id } = params
    if (!isId(id) || (await identity.profiles.byId(id)) === null) return { error: 'USER_NOT_FOUND' }
    const [devices, numbers, networks] = await Promise.all([
      sharedDevices(db, id),
      may(actor, 'admin:payments:read') ? sharedNumbers(db, id) : [],
      sharedNetworks(db, id),
    ])
    const shared = Map.groupBy(
      [
        ...devices.map(sharedAs('device')),
        ...numbers.map(sharedAs('payment-number')),
        ...networks.map(sharedAs('network')),
      ],
      ({ userId }) => userId,
    )
    const sorted = [...shared].toSorted(([, a], [, b]) => inCommon(b) - inCommon(a) || (latest(b) > latest(a) ? 1 : -1))
    const profiles = await identity.profiles.byIds(sorted.slice(0, MAX_LISTED).map(([userId]) => userId))
    await recordReading({ audit, db }, call, id)
    const items = sorted.slice(0, MAX_LISTED).flatMap(([userId, own]): RelatedAccount[] => {
      const profile = profiles.get(userId)
      const user = presentAccount(profile)
      if (profile === undefined || user === null) return []
      return [
        {
          user,
          accountStatus: profile.accountStatus,
          shared: own.map(({ kind, detail, lastAt }) => ({ kind, detail, lastAt })),
        },
      ]
    })
    return { status: 200, body: { items, isCapped: sorted.length > MAX_LISTED } }
  }),
]

const sharedAs =
  (kind: Shared['kind']) =>
  ({ userId, detail, lastAt }: SharedRow): Shared & { readonly userId: string } => {
    return { userId, kind, detail, lastAt: lastAt.toISOString() }
  }

const inCommon = (shared: readonly Shared[]): number => new Set(shared.map(({ kind }) => kind)).size
const latest = (shared: readonly Shared[]): string =>
  shared.reduce((last, { lastAt }) => (lastAt > last ? lastAt : last), '')

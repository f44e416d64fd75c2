import { type Static, Type } from 'typebox'
import { AdminPerson } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals } from './schemas.ts'
import { User } from './users.ts'

/** What two accounts share. A network counts only if few accounts have logged in from it. */
const Shared = Type.Object({
  kind: literals(['device', 'payment-number', 'network']),
  /** The number or the network; empty for a device. */
  detail: Type.String(),
  /** When the other account last used it. */
  lastAt: Instant,
})

export const RelatedAccount = Type.Object({
  user: AdminPerson,
  accountStatus: User.properties.accountStatus,
  shared: Type.Array(Shared),
})
export type RelatedAccount = Static<typeof RelatedAccount>

export const listRelatedAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/related',
  summary: 'Accounts with the same device, payment number or rarely used network, those with most in common first',
  access: 'admin',
  capability: 'admin:users:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: {
    200: Type.Object({
      items: Type.Array(RelatedAccount),
      /** True if there are more accounts than listed. */
      isCapped: Type.Boolean(),
    }),
  },
  errors: ['USER_NOT_FOUND'],
})

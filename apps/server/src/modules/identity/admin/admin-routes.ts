import type { Route } from '../../../kernel/http/route.ts'
import { restrictionRoutes } from '../restrictions/restriction-routes.ts'
import { tagRoutes } from '../tags/tag-routes.ts'
import { type UserFileDeps, userFileRoutes } from './user-file-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Console endpoints of accounts: the list, the details of one account, its restrictions and tags. */
export const identityAdminRoutes = (deps: UserFileDeps): readonly Route[] => [
  ...userRoutes(deps),
  ...userFileRoutes(deps),
  ...restrictionRoutes(deps),
  ...tagRoutes(deps),
]

import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import { bookRoutes, type BookDoors } from './book-routes.ts'
import { chatRoutes, type ChatDoors } from './chat-routes.ts'
import { moneyRoutes, type MoneyDoors } from './money-routes.ts'
import { staffRoutes, type StaffDoors } from './staff-routes.ts'
import { userRoutes, type UserDoors } from './user-routes.ts'

export type Admin = { readonly routes: readonly Route[] }

/** What staff may do: each request is authorised by its endpoint, written to the audit log, and handed to the door that owns the rule. */
export function createAdmin(kernel: Kernel, doors: BookDoors & ChatDoors & MoneyDoors & StaffDoors & UserDoors): Admin {
  return {
    routes: [
      ...bookRoutes(kernel, doors),
      ...chatRoutes(kernel, doors),
      ...staffRoutes(doors),
      ...userRoutes(kernel, doors),
      ...moneyRoutes(kernel, doors),
    ],
  }
}

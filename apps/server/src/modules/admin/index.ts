import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import { moneyRoutes, type MoneyDoors } from './money-routes.ts'

export type Admin = { readonly routes: readonly Route[] }

/** What staff may do: each request is authorised by its endpoint, written to the log, and handed to the door that owns the rule. */
export function createAdmin(kernel: Kernel, doors: MoneyDoors): Admin {
  return { routes: moneyRoutes(kernel, doors) }
}

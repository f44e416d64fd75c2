import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type TicketDoors, ticketRoutes } from './ticket-routes.ts'
import { type TransactionDoors, transactionRoutes } from './transaction-routes.ts'

export type BookDoors = TicketDoors & TransactionDoors

/** What staff asks and does about the book: tickets, payments. */
export const bookRoutes = (kernel: Kernel, doors: BookDoors): readonly Route[] => [
  ...ticketRoutes(kernel, doors),
  ...transactionRoutes(kernel, doors),
]

import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type FixtureDoors, fixtureRoutes } from './fixture-routes.ts'
import { type GameDoors, gameRoutes } from './game-routes.ts'
import { type MarketDoors, marketRoutes } from './market-routes.ts'
import { type ResultDoors, resultRoutes } from './result-routes.ts'
import { type TicketDoors, ticketRoutes } from './ticket-routes.ts'
import { type TransactionDoors, transactionRoutes } from './transaction-routes.ts'

export type BookDoors = FixtureDoors & GameDoors & MarketDoors & ResultDoors & TicketDoors & TransactionDoors

/** What staff asks and does about the book: games and their results, tickets, payments. */
export const bookRoutes = (kernel: Kernel, doors: BookDoors): readonly Route[] => [
  ...fixtureRoutes(kernel, doors),
  ...gameRoutes(kernel, doors),
  ...marketRoutes(kernel, doors),
  ...resultRoutes(kernel, doors),
  ...ticketRoutes(kernel, doors),
  ...transactionRoutes(kernel, doors),
]

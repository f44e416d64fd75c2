import type { Ticket, TicketDetail } from '@mupiira/contract/tickets.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { presentTicket } from './present-ticket.ts'
import { presentSettlementHistory } from './settlement-history.ts'
import {
  type CorrectionRow,
  correctionsOf,
  legsOf,
  type PartRow,
  partsOf,
  type PlacedLeg,
  type TicketPage,
  type TicketRow,
  ticketsById,
  ticketsOf,
} from './tickets.repository.ts'

/** Called with a pending ticket whose games are all decided. Resolves to true when it settled anything. */
export type OnOpenTicket = (ticketId: string) => Promise<boolean>

type TicketWithLegs = { readonly row: TicketRow; readonly legs: readonly PlacedLeg[] }
type StoredTicket = TicketWithLegs & {
  readonly corrections: readonly CorrectionRow[]
  readonly parts: readonly PartRow[]
}
/** How ticket rows are read: a player's own rows in the player role, all rows for staff. */
type Reading = <T>(read: (sql: Sql) => Promise<T>) => Promise<T>

/** One page of a player's tickets, newest first, plus one ticket if there is a next page. */
async function storedPage(sql: Sql, page: TicketPage): Promise<TicketWithLegs[]> {
  return withLegs(sql, await ticketsOf(sql, { ...page, limit: page.limit + 1 }))
}

async function withLegs(sql: Sql, rows: readonly TicketRow[]): Promise<TicketWithLegs[]> {
  if (rows.length === 0) return []
  const legs = Map.groupBy(
    await legsOf(
      sql,
      rows.map((row) => row.id),
    ),
    (leg) => leg.ticketId,
  )
  return rows.map((row) => ({ row, legs: legs.get(row.id) ?? [] }))
}

async function storedTicket(sql: Sql, id: string): Promise<StoredTicket | null> {
  const [[row], legs, corrections, parts] = await Promise.all([
    ticketsById(sql, [id]),
    legsOf(sql, [id]),
    correctionsOf(sql, id),
    partsOf(sql, id),
  ])
  return row === undefined ? null : { row, legs, corrections, parts }
}

export type TicketScreens = ReturnType<typeof createTicketScreens>

export function createTicketScreens(kernel: Kernel, catalogue: Catalogue) {
  let onOpen: OnOpenTicket = () => Promise.resolve(false)

  const gamesOf = (tickets: readonly TicketWithLegs[]) =>
    catalogue.games.byIds([...new Set(tickets.flatMap(({ legs }) => legs.map((leg) => leg.gameId)))])

  async function present(tickets: readonly TicketWithLegs[]): Promise<Ticket[]> {
    if (tickets.length === 0) return []
    const games = await gamesOf(tickets)
    return tickets.map(({ row, legs }) => presentTicket(row, legs, games))
  }

  /** Settles the ticket now if the job has not done so yet. */
  async function settleIfOver(ticket: TicketWithLegs): Promise<boolean> {
    if (ticket.row.status !== 'pending') return false
    const games = await gamesOf([ticket])
    const isOver = ticket.legs.every(
      (leg) => leg.outcome !== null || (games.get(leg.gameId)?.decision ?? null) !== null,
    )
    return isOver && (await onOpen(ticket.row.id))
  }

  async function openTicket(
    reading: Reading,
    id: string,
    isShown: (row: TicketRow) => boolean,
  ): Promise<TicketDetail | null> {
    const found = await reading((sql) => storedTicket(sql, id))
    if (found === null || !isShown(found.row)) return null
    const ticket = (await settleIfOver(found)) ? await reading((sql) => storedTicket(sql, id)) : found
    if (ticket === null) return null
    const games = await gamesOf([ticket])
    const results = await catalogue.results.history([...games.keys()])
    const trail = presentSettlementHistory(ticket, results)
    return { ...presentTicket(ticket.row, ticket.legs, games), trail }
  }

  return {
    present: async (ids: readonly string[]) => present(await withLegs(kernel.db, await ticketsById(kernel.db, ids))),

    /** One page of a player's tickets, newest first (TICK-01 to TICK-04, TICK-08). */
    async page(page: TicketPage): Promise<{ items: Ticket[]; nextCursor: string | null }> {
      const found = await kernel.db.asPlayer(page.userId, (sql) => storedPage(sql, page))
      const items = await present(found.slice(0, page.limit))
      return { items, nextCursor: found.length > page.limit ? (items.at(-1)?.id ?? null) : null }
    },

    /** The player's own ticket. Tickets of other players are not found (TICK-31). */
    open: (id: string, userId: string): Promise<TicketDetail | null> =>
      openTicket(
        (read) => kernel.db.asPlayer(userId, read),
        id,
        (row) => row.userId === userId,
      ),

    openForStaff: (id: string): Promise<TicketDetail | null> =>
      openTicket(
        (read) => read(kernel.db),
        id,
        () => true,
      ),

    onOpenTicket: (settle: OnOpenTicket) => void (onOpen = settle),
  }
}

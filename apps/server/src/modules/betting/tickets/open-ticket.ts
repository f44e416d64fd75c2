import type { Ticket, TicketDetail } from '@mupiira/contract/tickets.ts'
import { cursorPage } from '../../../kernel/http/cursor-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { presentTicket } from './present-ticket.ts'
import { presentSettlementHistory } from './settlement-history.ts'
import { correctionsOf, legsOf, type TicketPage, type TicketRow, ticketsById, ticketsOf } from './tickets.repository.ts'

/** Called with a pending ticket whose games are all decided. Resolves to true when it settled anything. */
export type OnOpenTicket = (ticketId: string) => Promise<boolean>

export type TicketScreens = ReturnType<typeof createTicketScreens>

export function createTicketScreens(kernel: Kernel, catalogue: Catalogue) {
  let onOpen: OnOpenTicket = () => Promise.resolve(false)

  async function withLegs(rows: readonly TicketRow[]) {
    const legs = await legsOf(
      kernel.db,
      rows.map((row) => row.id),
    )
    const games = await catalogue.games([...new Set(legs.map((leg) => leg.gameId))])
    return { legs: Map.groupBy(legs, (leg) => leg.ticketId), games }
  }

  async function present(rows: readonly TicketRow[]): Promise<Ticket[]> {
    if (rows.length === 0) return []
    const { legs, games } = await withLegs(rows)
    return rows.map((row) => presentTicket(row, legs.get(row.id) ?? [], games))
  }

  /** Settles the ticket now if the job has not done so yet (SETL-02, D23). */
  async function settleIfOver(row: TicketRow): Promise<boolean> {
    if (row.status !== 'pending') return false
    const { legs, games } = await withLegs([row])
    const isOver = (legs.get(row.id) ?? []).every(
      (leg) => leg.outcome !== null || (games.get(leg.gameId)?.decision ?? null) !== null,
    )
    return isOver && (await onOpen(row.id))
  }

  async function openTicket(id: string, isShown: (row: TicketRow) => boolean): Promise<TicketDetail | null> {
    const [row] = await ticketsById(kernel.db, [id])
    if (row === undefined || !isShown(row)) return null
    const rows = (await settleIfOver(row)) ? await ticketsById(kernel.db, [id]) : [row]
    const [settled] = rows
    if (settled === undefined) return null
    const [{ legs: byTicket, games }, corrections] = await Promise.all([withLegs(rows), correctionsOf(kernel.db, id)])
    const legs = byTicket.get(id) ?? []
    const results = await catalogue.results([...games.keys()])
    const trail = presentSettlementHistory(settled, legs, corrections, results)
    return { ...presentTicket(settled, legs, games), trail }
  }

  return {
    present: async (ids: readonly string[]) => present(await ticketsById(kernel.db, ids)),

    /** One page of a player's tickets, newest first (TICK-01 to TICK-04, TICK-08). */
    async page(page: TicketPage): Promise<{ items: Ticket[]; nextCursor: string | null }> {
      const shown = cursorPage(await ticketsOf(kernel.db, { ...page, limit: page.limit + 1 }), page.limit)
      return { ...shown, items: await present(shown.items) }
    },

    /** The player's own ticket. Tickets of other players are not found (TICK-31). */
    open: (id: string, userId: string): Promise<TicketDetail | null> => openTicket(id, (row) => row.userId === userId),

    openForStaff: (id: string): Promise<TicketDetail | null> => openTicket(id, () => true),

    onOpenTicket(settle: OnOpenTicket): void {
      onOpen = settle
    },
  }
}

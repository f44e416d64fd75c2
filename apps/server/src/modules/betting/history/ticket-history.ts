import type { Ticket, TicketDetail } from '@mupiira/contract/tickets.ts'
import type { CappedTotal, ListPage, PageRequest } from '../../../kernel/db/list-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { TicketScreens } from '../tickets/open-ticket.ts'
import { cancellationOf, type CancellationRow, originOf } from '../tickets/tickets.repository.ts'
import { preferencesOf } from './preferences.repository.ts'
import {
  codesOf,
  countTickets,
  type TicketFilter,
  ticketIdsOnPage,
  ticketsPaidAtLeast,
} from './ticket-list.repository.ts'
import { ticketsByCode } from './search-tickets.repository.ts'
import {
  bonusesOn,
  liabilitySince,
  playersByDay,
  TICKET_ROLLUPS,
  ticketsAround,
  ticketsByDay,
} from './ticket-figures.repository.ts'

/** A ticket with the fields that only staff sees. */
export type TicketRecord = {
  readonly ticket: TicketDetail
  /** Browser and address of the request. */
  readonly client: string
  readonly address: string
  readonly cancellation: CancellationRow | null
}

export type TicketHistory = ReturnType<typeof createTicketHistory>

/** All players' tickets, for the console. */
export function createTicketHistory({ db, rollups }: Pick<Kernel, 'db' | 'rollups'>, screens: TicketScreens) {
  TICKET_ROLLUPS.forEach(rollups.add)

  return {
    /** A page of tickets, newest first (ADMT-14). */
    async page(filter: TicketFilter, pageRequest: PageRequest): Promise<ListPage<Ticket> & CappedTotal> {
      const { items: ids, ...page } = await ticketIdsOnPage(db, filter, pageRequest)
      const found = new Map((await screens.present(ids)).map((ticket) => [ticket.id, ticket]))
      return { items: ids.flatMap((id) => found.get(id) ?? []), ...page }
    },

    /** The number of matching tickets, up to the counting limit. */
    count: (filter: TicketFilter) => countTickets(db, filter),

    /** The tickets among these whose wins and cashouts are at least `minimum`, read in the caller's transaction. */
    paidAtLeast: ticketsPaidAtLeast,
    byCode: (start: string, limit: number) => ticketsByCode(db, start, limit),

    codes: (ids: readonly string[]) => codesOf(db, ids),

    /** Tickets, stakes and payouts of complete days by status. */
    byDay: (from: Date | null, until: Date | null) => ticketsByDay(db, { from, until }),
    /** Totals by status, with separate totals for the two days. */
    around: (today: Date, yesterday: Date) => ticketsAround(db, today, yesterday),
    /** Number of players with a bet, per day (ADMX-17). */
    playersByDay: (from: Date) => playersByDay(db, from),
    /** The open liability at each hour, and now. */
    liabilitySince: (from: Date, now: Date) => liabilitySince(db, from, now),
    bonusesOn: (day: Date) => bonusesOn(db, day),
    /** The bonuses of a player, and the markets that the player uses most. */
    preferencesOf: (userId: string) => preferencesOf(db, userId),

    /** A ticket as its owner sees it, with its record. */
    async record(id: string): Promise<TicketRecord | null> {
      const [origin, cancellation, ticket] = await Promise.all([
        originOf(db, id),
        cancellationOf(db, id),
        screens.openForStaff(id),
      ])
      return origin === undefined || ticket === null ? null : { ticket, ...origin, cancellation }
    },
  }
}

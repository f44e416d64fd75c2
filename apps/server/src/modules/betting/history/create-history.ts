import type { Ticket, TicketDetail } from '@mupiira/contract/bets.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Paging } from '../../../kernel/db/late-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { TicketScreens } from '../tickets/open-ticket.ts'
import { storeDayPlayers, liabilitySince, recordLiability, playersByDay } from './daily-figures.ts'
import { exportedTickets, type TicketCursor, type TicketFilter, ticketIdsOnPage } from './list-tickets.ts'
import { bonusesOn, foldTicketTally, tallied, talliedAround } from './ticket-tally.ts'

const FOLD_EVERY_MS = 10_000
const NOTE_EVERY_MS = 10 * 60_000
/** Slightly longer than the longest chart. */
const STORED_DAYS_MS = 40 * 86_400_000

export type TicketCancellation = {
  readonly actorId: string
  readonly reason: string
  readonly refund: Ugx
  readonly createdAt: Date
}
/** A ticket with the fields that only staff sees. */
export type TicketRecord = {
  readonly ticket: TicketDetail
  /** Browser and address of the request. */
  readonly client: string
  readonly address: string
  readonly cancellation: TicketCancellation | null
}

export type TicketHistory = ReturnType<typeof createTicketHistory>

/** All players' tickets, for the console. */
export function createTicketHistory({ db, workerDb, jobs, config, clock }: Kernel, screens: TicketScreens) {
  const keepPlayers = (now = clock.now()): Promise<void> =>
    storeDayPlayers(workerDb, new Date(now.getTime() - STORED_DAYS_MS), now)
  const fold = (): Promise<void> => foldTicketTally(workerDb)
  if (config.roles.has('worker')) {
    jobs.every('fold-ticket-tally', FOLD_EVERY_MS, fold, { leaderOnly: true })
    jobs.every('note-open-liability', NOTE_EVERY_MS, () => recordLiability(workerDb, clock.now()), { leaderOnly: true })
    jobs.every('keep-day-players', NOTE_EVERY_MS, () => keepPlayers(), { leaderOnly: true })
  }

  return {
    /** Newest first, with an exact count (ADMT-14). */
    async page(filter: TicketFilter, paging: Paging): Promise<{ tickets: Ticket[]; total: number }> {
      const { ids, total } = await ticketIdsOnPage(db, filter, paging)
      const found = new Map((await screens.present(ids)).map((ticket) => [ticket.id, ticket]))
      return { tickets: ids.flatMap((id) => found.get(id) ?? []), total }
    },

    /** The next tickets of an export, after a given one (ADMT-23). */
    next: (filter: TicketFilter, after: TicketCursor | null, most: number) => exportedTickets(db, filter, after, most),

    /** Tickets, stakes and payouts of complete days by status. */
    tallied: (from: Date | null, until: Date | null) => tallied(db, { from, until }),
    /** Totals by status; the two days are separate. */
    talliedAround: (today: Date, yesterday: Date) => talliedAround(db, today, yesterday),
    foldTally: fold,
    keepPlayers,
    /** Number of players with a bet, per day. */
    playersByDay: (from: Date) => playersByDay(db, from),
    recordLiability: (now: Date) => recordLiability(workerDb, now),
    /** Open liability per hour, and now. */
    liabilitySince: (from: Date, now: Date) => liabilitySince(db, from, now),
    bonusesOn: (day: Date) => bonusesOn(db, day),

    /** Number of players with a bet since a date (ADMX-17). */
    async bettorsSince(since: Date): Promise<number> {
      const [row] = await db.query<{ count: number }>(
        'select count(distinct user_id)::int as count from tickets where created_at >= $1',
        [since],
        'betting-bettors-since',
      )
      return row?.count ?? 0
    },

    /** A ticket as its owner sees it, with its record. */
    async record(id: string): Promise<TicketRecord | null> {
      const [[row], [cancelled], ticket] = await Promise.all([
        db.query<{ client: string; address: string }>(
          'select client, address from tickets where id = $1',
          [id],
          'betting-ticket-origin',
        ),
        db.query<TicketCancellation>(
          `select actor_id as "actorId", reason, refund, created_at as "createdAt" from ticket_cancellations where ticket_id = $1`,
          [id],
          'betting-cancellation',
        ),
        screens.openForStaff(id),
      ])
      if (row === undefined || ticket === null) return null
      const cancellation = cancelled === undefined ? null : { ...cancelled, refund: ugx(cancelled.refund) }
      return { ticket, ...row, cancellation }
    },
  }
}

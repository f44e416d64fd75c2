import type { Ticket } from '@mupiira/contract/bets.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLane } from '../../kernel/lane.ts'
import { cashOutTicket, lockTicket, placedTicket } from './cash-out.ts'
import { bookingCodeRoutes } from './code-routes.ts'
import { type Decision, decideLegs, type LegChunk, type LegRange, nextLegs, type SettledTicket } from './decide-legs.ts'
import { decideTickets } from './decide-tickets.ts'
import { explainTickets } from './explain-tickets.ts'
import { createTicketScreens, type OnOpenTicket } from './open-ticket.ts'
import { type PlaceDoors, placeBets, type PlaceOutcome, type PlaceRequest } from './place-bets.ts'
import { legsOf } from './queries.ts'
import { bettingRoutes } from './routes.ts'
import { forgetStanding } from './write-tickets.ts'

export type { PlacedLeg, PlacedTicket } from './cash-out.ts'
export type { DecidedClaim, Decision, LegChunk, LegClaim, LegRange, SettledTicket } from './decide-legs.ts'
export type { LegRow, TicketRow } from './ticket-row.ts'

export type Betting = {
  readonly routes: readonly Route[]
  /** Tickets as their owners see them; the order is the database's. */
  presentTickets(ids: readonly string[]): Promise<Ticket[]>
  /** Who settles a pending ticket whose games are decided when it is opened (SETL-02). */
  onOpenTicket(settle: OnOpenTicket): void

  /** The next undecided legs of a game, as claims to be judged; null when there are none. */
  nextLegs(sql: Sql, range: LegRange): Promise<LegChunk | null>
  /** Applies outcomes to a chunk and ends every ticket that this decides. Safe to repeat. The caller pays in the same transaction. */
  decide(tx: Tx, decision: Decision, now: Date): Promise<SettledTicket[]>
  /** Takes void tickets out of the count that makes a bet a first one; after their accounts are locked (SLIP-35). */
  forgetStanding(tx: Tx, userIds: readonly string[]): Promise<void>
  /** The games of a ticket's undecided legs. */
  openGamesOf(ticketId: string): Promise<string[]>

  /** A ticket as it was taken, without a lock and with one, and its end by a cash-out (see `cash-out.ts`). */
  readonly placedTicket: typeof placedTicket
  readonly lockTicket: typeof lockTicket
  readonly cashOut: typeof cashOutTicket
}

// One lane works while the other waits for the disk; a batch waits this long for its share, and 64 keep the tail short (decision 0071).
const LANES = 2
const MAX_BATCH = 64
const MAX_WAIT_MS = 2
const MAX_WAITING = 5_000

export function createBetting(kernel: Kernel, doors: PlaceDoors): Betting {
  const tickets = createTicketScreens(kernel, doors.catalogue)
  const lane = createLane<PlaceRequest, PlaceOutcome>({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    lanes: LANES,
    maxWaiting: MAX_WAITING,
    run: (batch) => placeBets(kernel, doors, batch),
    onBatch: (size) => kernel.metrics.batchSize.observe({ lane: 'place-bets' }, size),
  })
  kernel.onStop('place-bets', () => lane.drain())
  explainTickets(doors.wallet)

  return {
    routes: [...bettingRoutes(kernel, doors, lane, tickets), ...bookingCodeRoutes(kernel, doors, tickets)],
    presentTickets: tickets.present,
    onOpenTicket: (settle) => tickets.onOpenTicket(settle),
    nextLegs,
    async decide(tx, decision, now) {
      const { settled, toDecide } = await decideLegs(tx, decision, now)
      return [...settled, ...(await decideTickets(tx, toDecide, now))]
    },
    forgetStanding,
    placedTicket,
    lockTicket,
    cashOut: cashOutTicket,
    async openGamesOf(ticketId) {
      const legs = await legsOf(kernel.db, [ticketId])
      return [...new Set(legs.flatMap((leg) => (leg.outcome === null ? [leg.gameId] : [])))]
    },
  }
}

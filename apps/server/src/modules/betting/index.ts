import type { Ticket } from '@mupiira/contract/tickets.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type BettingAdminDeps, bettingAdminRoutes, type BettingApprovals } from './admin/routes.ts'
import { bookingCodeRoutes } from './booking-codes/routes.ts'
import { correctTickets } from './decisions/correct-tickets.ts'
import { ticketsInCorrection, ticketsToCorrect } from './decisions/corrections.repository.ts'
import { decideTickets } from './decisions/decide-tickets.ts'
import {
  allSelections,
  deleteOutcomes,
  openSelections,
  openSelectionsOfTicket,
  openTickets,
  storeOutcomes,
} from './decisions/decisions.repository.ts'
import { explainTickets } from './explain-tickets.repository.ts'
import {
  countBets,
  exposureOfReschedule,
  gamesWithBets,
  gamesWithOpenLegs,
  liabilityOf,
  openByResult,
} from './exposure/exposure.repository.ts'
import type { LiabilityReader } from './exposure/open-liabilities.ts'
import { createTicketHistory, type TicketHistory } from './history/create-history.ts'
import type { PlaceRequest } from './placement/new-ticket.ts'
import { createLiabilityBook, type LiabilityBook } from './placement/liability.ts'
import { type PlaceAnswer, placeBetRoute, placeBets, type PlaceDeps } from './placement/place-bets.ts'
import { quoteBetRoute } from './placement/quote-bet.ts'
import { adjustTicketCounts, stakeLimits } from './tickets/player-counters.repository.ts'
import { cancelTicket, cashOutTicket, lockTicket, placedTicket } from './tickets/close-ticket.ts'
import { createTicketScreens, type OnOpenTicket } from './tickets/open-ticket.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { legsOf } from './tickets/tickets.repository.ts'

export { isBeingCorrected, type PlacedTicket } from './tickets/close-ticket.ts'
export { idsOf, ticketIds, type TicketIds } from './decisions/decisions.repository.ts'
export type { GameSelection, ResultInForce, SelectionOutcome } from './decisions/decisions.repository.ts'
export type { CorrectedTicket } from './decisions/correct-tickets.ts'
export type { SettledTicket } from './decisions/decide-tickets.ts'
export { stakeLimits } from './tickets/player-counters.repository.ts'
export { createLiabilityReader } from './exposure/open-liabilities.ts'
export { gamesMostBetOn, type SelectionLiability } from './exposure/exposure.repository.ts'
export type { TicketSums } from './history/ticket-figures.repository.ts'
export type { LegRow, PlacedLeg, TicketRow } from './tickets/tickets.repository.ts'

export type Betting = {
  readonly liabilities: LiabilityBook
  readonly routes: readonly Route[]
  /** Tickets as their owners see them, in database order. */
  presentTickets(ids: readonly string[]): Promise<Ticket[]>
  /** Settlement registers here. Called when a pending ticket with decided games is opened (SETL-02). */
  onOpenTicket(settle: OnOpenTicket): void

  /** Selections to evaluate before legs are decided: see `decisions/decisions.repository.ts`. */
  readonly openSelections: typeof openSelections
  readonly allSelections: typeof allSelections
  readonly openSelectionsOfTicket: typeof openSelectionsOfTicket
  readonly storeOutcomes: typeof storeOutcomes
  readonly deleteOutcomes: typeof deleteOutcomes
  /** Tickets with undecided legs on games, in chunks. */
  readonly openTickets: typeof openTickets
  /** Applies stored outcomes to a chunk: see `decisions/decide-tickets.ts`. */
  readonly decide: typeof decideTickets
  /** Tickets that a corrected result decides differently: see `decisions/correct-tickets.ts`. */
  readonly ticketsToCorrect: typeof ticketsToCorrect
  readonly ticketsInCorrection: typeof ticketsInCorrection
  readonly correct: typeof correctTickets
  /** Open tickets after a result, and the most that they can pay. */
  readonly openByResult: typeof openByResult
  /** Exposure of bets that a rescheduled start voids or reinstates. */
  readonly exposureOfReschedule: typeof exposureOfReschedule
  /** Updates the counts that make a bet a first bet (SLIP-35). Lock the accounts first. */
  readonly adjustTicketCounts: typeof adjustTicketCounts
  /** The games of a ticket's undecided legs. */
  openGamesOf(ticketId: string): Promise<string[]>

  /** A ticket as placed, unlocked or locked, and its end by a cash-out (see `tickets/close-ticket.ts`). */
  readonly placedTicket: typeof placedTicket
  readonly lockTicket: typeof lockTicket
  readonly cashOut: typeof cashOutTicket
  readonly liabilityOf: typeof liabilityOf
  readonly stakeLimits: typeof stakeLimits
  readonly countBets: typeof countBets
  readonly gamesWithBets: typeof gamesWithBets
  readonly gamesWithOpenLegs: typeof gamesWithOpenLegs
  /** All players' tickets, for the console. */
  readonly history: TicketHistory
  /** Tickets and risk in the console. */
  readonly administration: {
    routes(
      deps: Omit<BettingAdminDeps, 'cancel' | 'history' | 'liabilityReader' | 'presentTickets'>,
      approvals: BettingApprovals,
    ): readonly Route[]
  }
  /** Cancels a pending ticket and refunds its stake (see `tickets/close-ticket.ts`). */
  readonly cancel: BettingAdminDeps['cancel']
}

// One batcher works while the other waits for the disk. The delay and the size of 64 also keep the slowest responses
// fast (decision 0029).
const BATCHERS = 2
const MAX_BATCH = 64
const MAX_WAIT_MS = 8
const MAX_WAITING = 5_000

export function createBetting(
  kernel: Kernel,
  { liabilityReader, ...others }: Omit<PlaceDeps, 'liabilities'> & { readonly liabilityReader: LiabilityReader },
): Betting {
  const deps: PlaceDeps = { ...others, liabilities: createLiabilityBook(kernel, liabilityReader) }
  const tickets = createTicketScreens(kernel, deps.catalogue)
  const batcher = createBatcher<PlaceRequest, PlaceAnswer>({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    concurrency: BATCHERS,
    maxWaiting: MAX_WAITING,
    ownerOf: ({ userId }) => userId,
    run: (batch) => placeBets(kernel, deps, batch),
    onBatch: (size) => kernel.metrics.batchSize.observe({ batcher: 'place-bets' }, size),
  })
  kernel.onStop('place-bets', () => batcher.drain())
  explainTickets(deps.wallet)
  const history = createTicketHistory(kernel, tickets)
  const cancel: Betting['cancel'] = (tx, cancellation) =>
    cancelTicket(tx, { wallet: deps.wallet, outbox: kernel.outbox, clock: kernel.clock }, cancellation)

  return {
    liabilities: deps.liabilities,
    routes: [
      placeBetRoute(batcher),
      quoteBetRoute(kernel, deps),
      ...ticketRoutes(kernel.db, tickets),
      ...bookingCodeRoutes(kernel, deps, tickets),
    ],
    presentTickets: tickets.present,
    onOpenTicket: (settle) => tickets.onOpenTicket(settle),
    openSelections,
    allSelections,
    openSelectionsOfTicket,
    storeOutcomes,
    deleteOutcomes,
    openTickets,
    ticketsToCorrect,
    ticketsInCorrection,
    correct: correctTickets,
    openByResult,
    exposureOfReschedule,
    decide: decideTickets,
    adjustTicketCounts,
    placedTicket,
    lockTicket,
    cashOut: cashOutTicket,
    liabilityOf,
    stakeLimits,
    countBets,
    gamesWithBets,
    gamesWithOpenLegs,
    history,
    administration: {
      routes: (others, approvals) =>
        bettingAdminRoutes(
          kernel,
          { ...others, cancel, history, liabilityReader, presentTickets: tickets.present },
          approvals,
        ),
    },
    cancel,
    async openGamesOf(ticketId) {
      const legs = await legsOf(kernel.db, [ticketId])
      return [...new Set(legs.flatMap((leg) => (leg.outcome === null ? [leg.gameId] : [])))]
    },
  }
}

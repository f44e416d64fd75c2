import type { Ticket } from '@mupiira/contract/bets.ts'
import type { Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { cashOutTicket, lockTicket, placedTicket } from './cash-out.ts'
import { type Cancellation, cancelledBy, type CancelledTicket, cancelTicket } from './cancel-ticket.ts'
import { bookingCodeRoutes } from './code-routes.ts'
import { allClaims, dropOutcomes, keepOutcomes, openClaims, openClaimsOfTicket, type ResultInForce } from './claims.ts'
import { correctTickets, ticketsInCorrection, ticketsToCorrect } from './correct-tickets.ts'
import { decideLegs, openTickets, type SettledTicket, type TicketIds } from './decide-legs.ts'
import { decideTickets } from './decide-tickets.ts'
import { explainTickets } from './explain-tickets.ts'
import { exposureNow, limitStake, stakeLimits } from './admin-risk.ts'
import { claimsOpenOn, gamesWithBets, gamesWithOpenLegs, liabilityOf } from './admin-liability.ts'
import { createTicketHistory, type TicketHistory } from './history/create-history.ts'
import { openByResult } from './open-by-result.ts'
import { createTicketScreens, type OnOpenTicket } from './open-ticket.ts'
import { type PlaceDeps, placeBets, type PlaceOutcome, type PlaceRequest } from './place-bets.ts'
import { legsOf } from './queries.ts'
import { bettingRoutes } from './routes.ts'
import { worthOfMoved } from './worth-of-moved.ts'
import { countOpen } from './write-tickets.ts'

export { isBeingCorrected, type PlacedLeg, type PlacedTicket } from './cash-out.ts'
export type { EvaluatedClaim, LegClaim, ResultInForce } from './claims.ts'
export type { CorrectedTicket } from './correct-tickets.ts'
export { idsOf, type SettledTicket, ticketIds, type TicketIds } from './decide-legs.ts'
export type { CancelledTicket } from './cancel-ticket.ts'
export { type Exposure, stakeLimits } from './admin-risk.ts'
export { gamesBetOn, type SelectionLiability } from './admin-liability.ts'
export type { TicketRecord } from './history/create-history.ts'
export type { TicketFilter } from './history/ticket-filter.ts'
export type { ExportedTicket, PlaceInHistory } from './history/ticket-rows.ts'
export type { DayOfTickets, TicketSums } from './history/ticket-tally.ts'
export type { LegRow, TicketRow } from './ticket-row.ts'

export type Betting = {
  readonly routes: readonly Route[]
  /** Tickets as their owners see them, in database order. */
  presentTickets(ids: readonly string[]): Promise<Ticket[]>
  /** Settlement registers here. Called when a pending ticket with decided games is opened (SETL-02). */
  onOpenTicket(settle: OnOpenTicket): void

  /** Selections to evaluate before legs are decided: see `outcomes.ts`. */
  readonly openClaims: typeof openClaims
  readonly allClaims: typeof allClaims
  readonly openClaimsOfTicket: typeof openClaimsOfTicket
  readonly keepOutcomes: typeof keepOutcomes
  readonly dropOutcomes: typeof dropOutcomes
  /** Tickets with undecided legs on games, in chunks. */
  readonly openTickets: typeof openTickets
  /**
   * Applies stored outcomes to a chunk and ends all tickets that are decided. Safe to repeat. The caller pays in the
   * same transaction.
   */
  decide(tx: Tx, games: readonly ResultInForce[], tickets: TicketIds, now: Date): Promise<SettledTicket[]>
  /** Tickets that a corrected result decides differently: see `correct-tickets.ts`. */
  readonly ticketsToCorrect: typeof ticketsToCorrect
  readonly ticketsInCorrection: typeof ticketsInCorrection
  readonly correct: typeof correctTickets
  /** Open tickets after a result, and the most that they can pay. */
  readonly openByResult: typeof openByResult
  /** Exposure of bets that a rescheduled start voids or reinstates. */
  readonly worthOfMoved: typeof worthOfMoved
  /** Updates the count that makes a bet a first bet (SLIP-35). Lock the accounts first. */
  readonly countOpen: typeof countOpen
  /** The games of a ticket's undecided legs. */
  openGamesOf(ticketId: string): Promise<string[]>

  /** A ticket as placed, unlocked or locked, and its end by a cash-out (see `cash-out.ts`). */
  readonly placedTicket: typeof placedTicket
  readonly lockTicket: typeof lockTicket
  readonly cashOut: typeof cashOutTicket

  readonly liabilityOf: typeof liabilityOf
  readonly claimsOpenOn: typeof claimsOpenOn
  readonly exposureNow: typeof exposureNow
  readonly limitStake: typeof limitStake
  readonly stakeLimits: typeof stakeLimits
  readonly gamesWithBets: typeof gamesWithBets
  readonly gamesWithOpenLegs: typeof gamesWithOpenLegs
  /** All players' tickets, for the console. */
  readonly history: TicketHistory
  readonly cancelledBy: typeof cancelledBy
  /** Cancels a pending ticket and refunds its stake (see `cancel-ticket.ts`). */
  cancel(
    tx: Tx,
    cancellation: Cancellation,
    now: Date,
  ): Promise<Result<CancelledTicket, 'TICKET_NOT_FOUND' | 'TICKET_NOT_PENDING'>>
}

// One batcher works while the other waits for the disk. The delay and the size of 64 keep the latency tail short
// (decision 0029).
const BATCHERS = 2
const MAX_BATCH = 64
const MAX_WAIT_MS = 8
const MAX_WAITING = 5_000

export function createBetting(kernel: Kernel, deps: PlaceDeps): Betting {
  const tickets = createTicketScreens(kernel, deps.catalogue)
  const batcher = createBatcher<PlaceRequest, PlaceOutcome>({
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

  return {
    routes: [...bettingRoutes(kernel, deps, batcher, tickets), ...bookingCodeRoutes(kernel, deps, tickets)],
    presentTickets: tickets.present,
    onOpenTicket: (settle) => tickets.onOpenTicket(settle),
    openClaims,
    allClaims,
    openClaimsOfTicket,
    keepOutcomes,
    dropOutcomes,
    openTickets,
    ticketsToCorrect,
    ticketsInCorrection,
    correct: correctTickets,
    openByResult,
    worthOfMoved,
    async decide(tx, games, tickets, now) {
      const { settled, toDecide } = await decideLegs(tx, games, tickets, now)
      return [...settled, ...(await decideTickets(tx, toDecide, now))]
    },
    countOpen,
    placedTicket,
    lockTicket,
    cashOut: cashOutTicket,
    liabilityOf,
    claimsOpenOn,
    exposureNow,
    limitStake,
    stakeLimits,
    gamesWithBets,
    gamesWithOpenLegs,
    history: createTicketHistory(kernel, tickets),
    cancelledBy,
    cancel: (tx, cancellation, now) =>
      cancelTicket(tx, { wallet: deps.wallet, outbox: kernel.outbox }, cancellation, now),
    async openGamesOf(ticketId) {
      const legs = await legsOf(kernel.db, [ticketId])
      return [...new Set(legs.flatMap((leg) => (leg.outcome === null ? [leg.gameId] : [])))]
    },
  }
}

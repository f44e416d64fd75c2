import type { Tx } from '../../kernel/db/sql.ts'
import { storeAnswersWith } from '../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type BettingAdminDeps, bettingAdminRoutes, type BettingApprovals } from './admin/routes.ts'
import { bookingCodeRoutes } from './booking-codes/routes.ts'
import { correctTickets } from './decisions/correct-tickets.ts'
import { ticketsInCorrection, ticketsToCorrect } from './decisions/corrections.repository.ts'
import { decideTickets, openGamesOf } from './decisions/decide-tickets.ts'
import {
  allSelections,
  deleteOutcomes,
  openSelections,
  openSelectionsOfTicket,
  openTickets,
  storeOutcomes,
} from './decisions/decisions.repository.ts'
import { oddsToCheck } from './admin/odds-off-model.ts'
import { createMoveMeasurement } from './courtsiding/measure-moves.ts'
import { isConspicuous } from './courtsiding/report.ts'
import { createDelayedBets } from './delayed-bets/delayed-bets.ts'
import { createExposure } from './exposure/exposure.ts'
import { createLimitFigures } from './exposure/limit-figures.ts'
import { createOpenExposure } from './exposure/open-exposure.ts'
import { createWorstResults } from './exposure/worst-results.ts'
import type { LiabilityReader } from './exposure/open-liabilities.ts'
import { createBetMoney } from './history/bet-money.ts'
import { createTicketHistory } from './history/ticket-history.ts'
import { createLiabilityBook } from './placement/liability.ts'
import { createPlaceBatcher } from './placement/place-batcher.ts'
import type { PlaceDeps } from './placement/place-bets.ts'
import { placeAnswer, placementRoutes } from './placement/routes.ts'
import { adjustTicketCounts, countValidTickets } from './tickets/player-counters.repository.ts'
import {
  type Cancellation,
  cancelTicket,
  cashOutTicket,
  lockTicket,
  placedTicket,
  placedTickets,
} from './tickets/close-ticket.ts'
import { createTicketScreens } from './tickets/open-ticket.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { TICKET_POSTINGS } from './tickets/ticket-postings.repository.ts'

export { isBeingCorrected, type PlacedTicket } from './tickets/close-ticket.ts'
export { idsOf, ticketIds, type TicketIds } from './decisions/decisions.repository.ts'
export type { GameSelection, SelectionOutcome } from './decisions/decisions.repository.ts'
export type { CorrectedTicket } from './decisions/correct-tickets.ts'
export type { SettledTicket } from './decisions/decide-tickets.ts'
export { stakeLimits } from './tickets/player-counters.repository.ts'
export { createLiabilityReader } from './exposure/open-liabilities.ts'
export { mostBetGames, presentOpenTickets, type SelectionLiability } from './exposure/exposure.repository.ts'
export type { TicketSums } from './history/ticket-figures.repository.ts'
export type { BetGroup, BetGrouping, MoneyRow } from './history/bet-money.repository.ts'
export { hasRelatedAccounts, wonGames } from './history/review-evidence.repository.ts'
export { openStakes } from './tickets/open-stakes.ts'
export { type PlacedLeg, stakePartsOf } from './tickets/tickets.repository.ts'

/** Bets, from the slip until they are settled. Settlement and cash-out decide them in their own transactions. */
export function createBetting(
  kernel: Kernel,
  {
    liabilityReader,
    ...others
  }: Omit<PlaceDeps, 'liabilities' | 'storePlaced'> & { readonly liabilityReader: LiabilityReader },
) {
  const { clock, outbox } = kernel
  const storePlaced = storeAnswersWith(kernel.idempotency, placeAnswer)
  const deps: PlaceDeps = { ...others, liabilities: createLiabilityBook(kernel, liabilityReader), storePlaced }
  const { wallet } = deps
  const screens = createTicketScreens(kernel, deps.catalogue)
  const history = createTicketHistory(kernel, screens)
  const batcher = createPlaceBatcher(kernel, deps)
  const delayedBets = createDelayedBets(kernel, deps)
  wallet.ledger.explain(TICKET_POSTINGS)
  const openExposure = createOpenExposure(kernel)
  const cancel = (tx: Tx, cancellation: Cancellation) => cancelTicket(tx, { wallet, outbox, clock }, cancellation)
  const own = {
    cancel,
    exposure: openExposure,
    history,
    liabilityReader,
    listGames: deps.catalogue.administration.listGames,
    presentTickets: screens.present,
    worstResults: createWorstResults(kernel),
  }

  return {
    routes: [
      ...placementRoutes(kernel, deps, batcher),
      ...delayedBets.routes,
      ...ticketRoutes(kernel.db, screens),
      ...bookingCodeRoutes(kernel, deps, screens),
    ],
    /** The open liability that limits bets on this node. */
    liabilities: deps.liabilities,
    delayedBets,
    /** Measures how the odds of accepted live bets moved (INP-12). */
    moves: createMoveMeasurement(kernel, deps),
    tickets: {
      /** Tickets as their owners see them, in no particular order. */
      present: screens.present,
      /** Settlement registers here. Called when a pending ticket with decided games is opened (SETL-02). */
      onOpen: screens.onOpenTicket,
      placed: placedTicket,
      allPlaced: placedTickets,
      lock: lockTicket,
      cashOut: cashOutTicket,
      cancel,
      adjustCounts: adjustTicketCounts,
      /** The number of a player's tickets that count for the first-bet minimum. */
      countValid: countValidTickets,
    },
    /** Outcomes of selections, and the tickets that they decide or correct. */
    decisions: {
      openSelections,
      allSelections,
      openSelectionsOfTicket,
      storeOutcomes,
      deleteOutcomes,
      openTickets,
      openGamesOf,
      decide: decideTickets,
      ticketsToCorrect,
      ticketsInCorrection,
      correct: correctTickets,
    },
    exposure: createExposure(openExposure),
    administration: {
      history,
      tasks: {
        odds: oddsToCheck({ games: deps.catalogue.games, prices: deps.pricing.prices, settings: deps.settings }),
      },
      /** Whether the courtsiding report justifies a restriction of the player's live bets (INP-12). */
      isConspicuous: (userId: string, now: Date) => isConspicuous(kernel.db, userId, deps.settings.current(), now),
      /** The money of sports bets by sport, league and market, with the rows behind it. */
      money: createBetMoney(kernel),
      /** What changed limits affect. */
      limitFigures: createLimitFigures(kernel.db, liabilityReader),
      /** Console endpoints of tickets and risk. */
      routes: (others: Omit<BettingAdminDeps, keyof typeof own>, approvals: BettingApprovals) =>
        bettingAdminRoutes(kernel, { ...others, ...own }, approvals),
    },
  }
}

export type Betting = ReturnType<typeof createBetting>

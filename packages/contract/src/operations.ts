import * as account from './account.ts'
import * as adjustments from './adjustments.ts'
import * as admin from './admin.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as aviator from './aviator.ts'
import * as betQuotes from './bet-quotes.ts'
import * as bets from './bets.ts'
import * as bookingCodes from './booking-codes.ts'
import * as cashout from './cashout.ts'
import * as casino from './casino.ts'
import * as chat from './chat.ts'
import * as adminAlerts from './admin-alerts.ts'
import * as adminAviator from './admin-aviator.ts'
import * as adminCare from './admin-care.ts'
import * as adminCharts from './admin-charts.ts'
import * as adminClosings from './admin-closings.ts'
import * as adminCourtsiding from './admin-courtsiding.ts'
import * as adminDelayedBets from './admin-delayed-bets.ts'
import * as adminFigures from './admin-figures.ts'
import * as adminFixtures from './admin-fixtures.ts'
import * as adminSearch from './admin-search.ts'
import * as adminSearchNames from './admin-search-names.ts'
import * as adminGameControl from './admin-game-control.ts'
import * as adminGameList from './admin-game-list.ts'
import * as adminGames from './admin-games.ts'
import * as adminGoals from './admin-goals.ts'
import * as adminInPlay from './admin-in-play.ts'
import * as adminNotices from './admin-notices.ts'
import * as adminOffer from './admin-offer.ts'
import * as adminSettings from './admin-settings.ts'
import * as adminReport from './admin-report.ts'
import * as adminRestrictions from './admin-restrictions.ts'
import * as adminRisk from './admin-risk.ts'
import * as adminStaff from './admin-staff.ts'
import * as adminStats from './admin-stats.ts'
import * as adminTasks from './admin-tasks.ts'
import * as adminTickets from './admin-tickets.ts'
import * as adminTrading from './admin-trading.ts'
import * as adminTradingChanges from './admin-trading-changes.ts'
import * as adminTransactions from './admin-transactions.ts'
import * as adminWithdrawalReviews from './admin-withdrawal-reviews.ts'
import * as delayedBets from './delayed-bets.ts'
import * as developer from './developer.ts'
import * as gameFacts from './game-facts.ts'
import * as games from './games.ts'
import * as notifications from './notifications.ts'
import * as payments from './payments.ts'
import * as platform from './platform.ts'
import * as playerSettings from './player-settings.ts'
import * as privacy from './privacy.ts'
import * as protection from './protection.ts'
import * as push from './push.ts'
import * as recovery from './recovery.ts'
import * as recoveryAddress from './recovery-address.ts'
import * as savedFilters from './saved-filters.ts'
import * as staff from './staff.ts'
import * as tickets from './tickets.ts'
import * as userFile from './user-file.ts'
import * as userRelated from './user-related.ts'
import * as userTags from './user-tags.ts'
import * as userTimeline from './user-timeline.ts'
import * as users from './users.ts'
import * as wallet from './wallet.ts'
import type { Endpoint, KeyOf } from './endpoint.ts'

const all = {
  ...endpointsOf(account),
  ...endpointsOf(adjustments),
  ...endpointsOf(admin),
  ...endpointsOf(audit),
  ...endpointsOf(auth),
  ...endpointsOf(aviator),
  ...endpointsOf(bets),
  ...endpointsOf(betQuotes),
  ...endpointsOf(adminCourtsiding),
  ...endpointsOf(adminDelayedBets),
  ...endpointsOf(delayedBets),
  ...endpointsOf(tickets),
  ...endpointsOf(bookingCodes),
  ...endpointsOf(cashout),
  ...endpointsOf(casino),
  ...endpointsOf(chat),
  ...endpointsOf(adminAlerts),
  ...endpointsOf(adminAviator),
  ...endpointsOf(adminCare),
  ...endpointsOf(adminCharts),
  ...endpointsOf(adminClosings),
  ...endpointsOf(adminFigures),
  ...endpointsOf(adminFixtures),
  ...endpointsOf(adminSearch),
  ...endpointsOf(adminSearchNames),
  ...endpointsOf(adminGameList),
  ...endpointsOf(adminGames),
  ...endpointsOf(adminGoals),
  ...endpointsOf(adminGameControl),
  ...endpointsOf(adminInPlay),
  ...endpointsOf(adminNotices),
  ...endpointsOf(adminOffer),
  ...endpointsOf(adminSettings),
  ...endpointsOf(adminReport),
  ...endpointsOf(adminRestrictions),
  ...endpointsOf(adminRisk),
  ...endpointsOf(adminStaff),
  ...endpointsOf(adminStats),
  ...endpointsOf(adminTasks),
  ...endpointsOf(adminTickets),
  ...endpointsOf(adminTrading),
  ...endpointsOf(adminTradingChanges),
  ...endpointsOf(adminTransactions),
  ...endpointsOf(adminWithdrawalReviews),
  ...endpointsOf(developer),
  ...endpointsOf(gameFacts),
  ...endpointsOf(games),
  ...endpointsOf(notifications),
  ...endpointsOf(payments),
  ...endpointsOf(platform),
  ...endpointsOf(playerSettings),
  ...endpointsOf(privacy),
  ...endpointsOf(protection),
  ...endpointsOf(push),
  ...endpointsOf(recovery),
  ...endpointsOf(recoveryAddress),
  ...endpointsOf(savedFilters),
  ...endpointsOf(staff),
  ...endpointsOf(userFile),
  ...endpointsOf(userRelated),
  ...endpointsOf(userTags),
  ...endpointsOf(userTimeline),
  ...endpointsOf(users),
  ...endpointsOf(wallet),
}

type EndpointsIn<M> = {
  [K in keyof M as M[K] extends Endpoint ? K : never]: Extract<M[K], Endpoint>
}

function endpointsOf<M extends object>(module: M): EndpointsIn<M> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value))) as EndpointsIn<M>
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

type All = typeof all

/** All operations by key, for example `'POST /api/bets'`. The web client infers its types from it. */
export type Operations = { [K in keyof All as KeyOf<All[K]>]: All[K] }
export type OperationKey = keyof Operations

/** All operations of the API, for registration checks, documents and tests. */
export const OPERATIONS: readonly Endpoint[] = Object.values(all)

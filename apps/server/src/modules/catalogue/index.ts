import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import type { PageRequest } from '../../kernel/db/list-page.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { countForAdmin, GAMES, type GameSearch, listForAdmin } from './admin/admin-games.repository.ts'
import { controlRoutes } from './admin/control-routes.ts'
import { fixtureRoutes } from './admin/fixture-routes.ts'
import { createFixtures } from './admin/fixtures.ts'
import { createGameTasks } from './admin/game-tasks.ts'
import { type GameAdminDeps, gameRoutes } from './admin/game-routes.ts'
import { changeGame, controlManualGame, controlMarkets, createGame, type NewGame } from './admin/manual-games.ts'
import { gameFactsRoutes, createScoreRefresh } from './facts/routes.ts'
import { createFeed } from './feed/feed.ts'
import { feedAlerts } from './feed/ingest-feed.ts'
import type { BaseOdds } from './games/base-odds.ts'
import type { GameRow, MarketControls, PriceReaction } from './games/game-row.ts'
import {
  currentGames,
  feedTimes,
  finishedGames,
  type GameCursor,
  gamesById,
  lockGame,
  openGames,
} from './games/games.repository.ts'
import { lockOffers } from './games/offer-lock.repository.ts'
import { setPriceReactions } from './games/price-reactions.ts'
import { createGameClock } from './games/run-clock.ts'
import {
  footballLeagues,
  listedGamesOf,
  listedLeagues,
  setSuspended,
  type Suspension,
  suspensionsNow,
} from './games/suspensions.repository.ts'
import type { FeedPush, FootballFeed, MatchFacts } from './ports.ts'
import { searchGames } from './admin/search-games.repository.ts'
import { createResults } from './results/results.ts'
import { searchNameRoutes } from './search/admin-routes.ts'
import { createGameSearch } from './search/search-games.ts'

export type { FoundGames } from './search/search-games.ts'
export { isSameMatch, normalisedTeam, oddsOfSameMatch } from './games/same-match.ts'
export type { StaffResult, ResultFault, ResultRefusal, ResultEntry } from './results/correct-result.ts'
export { resultFault } from './results/correct-result.ts'
export type { GameRow, MarketControl, MarketControls, PriceReaction, Decision } from './games/game-row.ts'
export { validateEdit, isAsSeen, type ReadEdit, readGameEdit } from './admin/game-form.ts'
export { isKeptByRisk, suspensionEntry, withSuspension } from './admin/suspend-game.ts'
export { describeForm, describeGoals, describePlay } from './admin/game-in-words.ts'
export { showGame, showGames, type ShowGameDeps, warningOf } from './admin/present-game.ts'
export {
  type BaseOdds,
  baseOddsOf,
  type BaseOddsRisk,
  type ComparedOdds,
  haveSameOdds,
  matchOddsOf,
} from './games/base-odds.ts'
export type { DecidedGame, GameResult } from './results/settlement.repository.ts'
export { hasEverStarted, isVoidFor, affectedBetsOf, voidTimesOf, type VoidTimes } from './games/affected-bets.ts'
export { hasFreshQuote, isBeforeStart, isOpen, isSuspended } from './games/game-change.ts'
export { isDisputedByFeed } from './games/taken-over.ts'
export { footballClock, goalsSoFar } from './games/timeline.ts'

type Ports = {
  readonly feed: FootballFeed | null
  readonly push?: FeedPush | null
  readonly isInPlayOn?: () => boolean
  readonly facts?: MatchFacts | null
}

/** Games from the feed and from staff: their clocks, their results and their offers. */
export function createCatalogue(kernel: Kernel, ports: Ports) {
  const { db, outbox } = kernel
  const alerts = feedAlerts(kernel)
  const { poll, ...feed } = createFeed(kernel, ports, alerts)
  kernel.rollups.add(GAMES)

  return {
    routes: gameFactsRoutes(kernel, ports.facts ?? null, createScoreRefresh(poll)),
    games: {
      byId: async (id: string) => (await gamesById(db, [id]))[0] ?? null,
      /** Games by id. With `sql`, they are read in the caller's transaction. */
      byIds: async (ids: readonly string[], sql: Sql = db) =>
        new Map((await gamesById(sql, ids)).map((game) => [game.id, game])),
      /** Upcoming and live games that start before `until`, by start time. */
      open: (until: Date) => openGames(db, until),
      /** Finished games, latest first, after the given one. */
      finished: (after: GameCursor | null, limit: number) => finishedGames(db, after, limit),
      current: currentGames,
      /** When the feed last reported each game. */
      feedTimes: (ids: readonly string[]) => feedTimes(db, ids),
      lock: lockGame,
      lockOffers,
    },
    /** Changes by staff and the demo. */
    manualGames: {
      create: (tx: Tx, game: NewGame, odds: BaseOdds | null, now: Date) => createGame(outbox, tx, game, odds, now),
      change: (tx: Tx, id: string, change: Partial<GameRow>, now: Date) => changeGame(kernel, tx, id, change, now),
      step: (tx: Tx, id: string, step: ManualStep, now: Date) => controlManualGame(kernel, tx, id, step, now),
    },
    /** Market controls and price reactions, which pricing stores with the game. */
    markets: {
      control: (tx: Tx, id: string, changed: (controls: MarketControls) => MarketControls, now: Date) =>
        controlMarkets(kernel, tx, id, changed, now),
      /** Sets how far liability lowers the prices of upcoming games. */
      setPriceReactions: (tx: Tx, reactions: ReadonlyMap<string, PriceReaction>) =>
        setPriceReactions(kernel, tx, reactions),
    },
    suspensions: {
      /** With `sql`, they are read in the caller's transaction. */
      now: (sql: Sql = db) => suspensionsNow(sql),
      leagues: () => listedLeagues(db),
      footballLeagues: (since: Date) => footballLeagues(db, since),
      /** The upcoming and live games of a league. */
      gamesOf: (scope: string) => listedGamesOf(db, scope),
      set: (tx: Tx, suspension: Suspension) => setSuspended(kernel, tx, suspension),
    },
    results: createResults(kernel),
    feed,
    clock: createGameClock(kernel, alerts),
    search: createGameSearch(kernel),
    administration: {
      countGames: (yesterday: Date, today: Date) => countForAdmin(db, yesterday, today),
      listGames: (search: GameSearch, pageRequest: PageRequest) => listForAdmin(db, search, pageRequest),
      /** Games whose teams or league contain the text: live ones, upcoming ones by kick-off, then the latest. */
      findGames: (text: string, limit: number) => searchGames(db, text, limit),
      /** `gamesWithOpenLegs` belongs to betting. */
      tasks: (gamesWithOpenLegs: GameAdminDeps['gamesWithOpenLegs']) => createGameTasks(db, gamesWithOpenLegs),
      /** Console endpoints of games and fixtures. */
      routes: (deps: GameAdminDeps) => [
        ...gameRoutes(kernel, deps),
        ...controlRoutes(kernel, deps),
        ...fixtureRoutes(kernel, createFixtures(kernel), deps),
        ...searchNameRoutes(kernel, deps.audit),
      ],
    },
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

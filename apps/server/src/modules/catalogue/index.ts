import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import { err, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { controlRoutes } from './admin/control-routes.ts'
import { fixtureRoutes } from './admin/fixture-routes.ts'
import { createFixtures } from './admin/fixtures.ts'
import { type GameAdminDeps, gameRoutes } from './admin/game-routes.ts'
import { countForAdmin, GAMES, type GameFigures } from './admin/admin-games.repository.ts'
import {
  type Changed,
  changeGame,
  controlMarkets,
  createGame,
  type ManualRefusal,
  type NewGame,
  controlManualGame,
} from './admin/manual-games.ts'
import {
  listedLeagues,
  setSuspended,
  type SuspensionChange,
  type SuspensionRow,
  suspensionsNow,
} from './games/suspensions.repository.ts'
import { gameFactsRoutes, refresher } from './facts/game-facts.ts'
import { type FeedPoller, feedPoller } from './feed/follow-feed.ts'
import { createIngest, feedAlerts, type Ingest } from './feed/ingest-feed.ts'
import { type FeedLag, feedLag, pruneRawChanges, wasReceivedWithin } from './feed/feed.repository.ts'
import { pruneSkips, skippedMatches, type SkippedMatch } from './feed/skips.repository.ts'
import { silenceLimitsOf, watchFeed } from './feed/watch-feed.ts'
import { type BaseOdds, isOpen } from './games/game-change.ts'
import type { GameRow, MarketControls, PriceReaction } from './games/game-row.ts'
import { setPriceReactions } from './games/price-reactions.ts'
import { lockOffers } from './games/offer-lock.repository.ts'
import { currentGames, finishedGames, gamesById, lockGame, openGames } from './games/games.repository.ts'
import { type MayEndByClock, runClock } from './games/run-clock.ts'
import type { FeedPush, FootballFeed, MatchFacts } from './ports.ts'
import { searchNameRoutes } from './search/admin-routes.ts'
import { createGameSearch, type GameSearch } from './search/search-games.ts'
import {
  decideResult,
  evaluateResult,
  lockResultsForReading,
  type StaffResult,
  type ResultEntry,
  type ResultRefusal,
  type LockedResults,
  lockResultsShared,
} from './results/correct-result.ts'
import {
  decidedAmong,
  type DecidedGame,
  decidedGames,
  type GameResult,
  markReschedulesSettled,
  markSettled,
  type RescheduledGame,
  rescheduledGames,
  resultsOf,
  type SettledVersion,
} from './results/settlement.repository.ts'

export { isSameMatch, spelling } from './games/same-match.ts'
export type { StaffResult, ResultRefusal, ResultEntry } from './results/correct-result.ts'
export type { GameRow, MarketControl, MarketControls, PriceReaction, Decision } from './games/game-row.ts'
export { validateEdit, isAsSeen, type ReadEdit, readGameEdit } from './admin/game-form.ts'
export { describeForm, describeGoals, describePlay } from './admin/game-in-words.ts'
export { showGame, type ShowGameDeps, warningOf } from './admin/present-game.ts'
export type { BaseOdds } from './games/game-change.ts'
export type { DecidedGame, GameResult } from './results/settlement.repository.ts'
export { hasEverStarted, isVoidFor, affectedBetsOf, voidTimesOf } from './games/affected-bets.ts'
export { hasFreshQuote, isBeforeStart, isOpen, isSuspended } from './games/game-change.ts'
export { isDisputedByFeed } from './games/taken-over.ts'
export { footballClock, goalsSoFar } from './games/timeline.ts'

const CLOCK_TURN_MS = 30_000
const WATCH_EVERY_MS = 5_000

export type Catalogue = {
  game(id: string): Promise<GameRow | null>
  /** Games by id. With `sql` they are read in the caller's transaction. */
  games(ids: readonly string[], sql?: Sql): Promise<Map<string, GameRow>>
  /** Locks the offers of games: see `games/offer-lock.repository.ts`. */
  readonly lockOffers: typeof lockOffers
  readonly currentGames: typeof currentGames
  /** Upcoming and live games that start before `until`, by start time. */
  openGames(until: Date): Promise<GameRow[]>
  /** Finished games, latest first, after the given one. */
  finished(after: { startTime: Date; id: string } | null, limit: number): Promise<GameRow[]>
  isOpen(game: GameRow, now: Date): boolean
  readonly gameSearch: GameSearch

  /** Decided games that are not settled yet, the earliest end first. */
  toSettle(limit: number): Promise<DecidedGame[]>
  /** Undecided games that were rescheduled since settlement last checked their bets (D20). */
  rescheduledToSettle(limit: number): Promise<RescheduledGame[]>
  markReschedulesSettled(sql: Sql, games: readonly RescheduledGame[]): Promise<void>
  /** The decided games among `ids`, settled or not. */
  decided(ids: readonly string[], sql?: Sql): Promise<DecidedGame[]>
  /** Result versions, locked against corrections until the transaction ends: see `results/correct-result.ts`. */
  lockResultsForReading(tx: Tx, gameIds: readonly string[]): Promise<LockedResults>
  /** Blocks corrections until the transaction ends, for results that are read afterwards. */
  lockResultsShared(tx: Tx): Promise<void>
  /** Returns the settlement timestamp, read after locking. */
  markSettled(tx: Tx, games: readonly SettledVersion[], clock: Clock): Promise<Date>
  /** Enters a first or corrected result. Its timestamp (the game's `updatedAt`) is read after locking. */
  decideResult(
    tx: Tx,
    gameId: string,
    entered: StaffResult,
    entry: ResultEntry,
    clock: Clock,
  ): Promise<Result<GameRow, ResultRefusal | 'OTHER_VERSION'>>
  /** All result versions that bets on these games were settled on, in order. */
  results(gameIds: readonly string[]): Promise<GameResult[]>

  /** Creates a manual game (staff, demo). Odds in hundredths. */
  createGame(tx: Tx, game: NewGame, odds: BaseOdds | null, now: Date): Promise<GameRow>
  changeGame(tx: Tx, id: string, change: Partial<GameRow>, now: Date): Promise<GameRow | null>
  /** Locks the game until the transaction ends. */
  lockGame(tx: Tx, id: string): Promise<GameRow | null>

  /** The game with an entered result, before it is decided; null when the game does not exist. */
  evaluateResult(gameId: string, entered: StaffResult, now: Date): Promise<Result<GameRow, ResultRefusal>>
  countForAdmin(yesterday: Date, today: Date): Promise<GameFigures>
  /** Matches whose reports were skipped recently. */
  skippedMatches(now: Date): Promise<SkippedMatch[]>
  /** The delay of polled responses behind pushed goals; 0 without pushed goals. */
  feedLag(sql?: Sql): Promise<FeedLag>
  controlManualGame(tx: Tx, id: string, step: ManualStep, now: Date): Promise<Result<Changed, ManualRefusal>>
  controlMarkets(
    tx: Tx,
    id: string,
    changed: (controls: MarketControls) => MarketControls,
    now: Date,
  ): Promise<Result<Changed, 'GAME_NOT_FOUND'>>
  /** Sets how far liability lowers the prices of upcoming games. */
  setPriceReactions(tx: Tx, reactions: ReadonlyMap<string, PriceReaction>, now: Date): Promise<void>
  suspensions(): Promise<SuspensionRow[]>
  listedLeagues(): Promise<{ scope: string; name: string }[]>
  setSuspended(
    tx: Tx,
    ...entered: Parameters<typeof setSuspended> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ): Promise<SuspensionChange>

  readonly ingest: Ingest
  /** Advances the clock of every game once. The job runs it every 30 s. */
  runClock(): Promise<number>
  /** Called before the clock ends a manual match. By default the match ends. */
  onBeforeClockEnd(mayEnd: MayEndByClock): void
  readonly routes: readonly Route[]
  /** Console endpoints of games and fixtures. */
  readonly administration: { routes(deps: GameAdminDeps): readonly Route[] }
}

type Ports = {
  readonly feed: FootballFeed | null
  readonly push?: FeedPush | null
  readonly facts?: MatchFacts | null
}

export function createCatalogue(kernel: Kernel, ports: Ports): Catalogue {
  const { feed } = ports
  let mayEnd: MayEndByClock = () => Promise.resolve(async () => {})
  const alerts = feedAlerts(kernel)
  const turnClock = (): Promise<number> => runClock(kernel, { mayEnd, unconfirmed: alerts.unconfirmed })
  const ingest = createIngest(kernel, alerts)
  const gameSearch = createGameSearch(kernel)
  const poller =
    feed === null
      ? null
      : feedPoller(kernel, feed, ports.push ?? null, { store: ingest, unreadable: alerts.unreadable })
  kernel.rollups.add(GAMES)
  if (kernel.config.roles.has('worker')) {
    kernel.jobs.every('run-clock', CLOCK_TURN_MS, async () => void (await turnClock()), {
      leaderOnly: true,
    })
    const prune = async () => {
      const now = kernel.clock.now()
      await pruneRawChanges(kernel.workerDb, now)
      await pruneSkips(kernel.workerDb, now)
    }
    kernel.jobs.cron('prune-feed-changes', '*/10 * * * *', prune)
    if (feed !== null && poller !== null) {
      const follow = async () => {
        poller.keepOpen()
        await poller.poll()
      }
      kernel.jobs.every('follow-football-feed', kernel.config.feedPollMs, follow, { leaderOnly: true })
      const watch = async () => void (await watchFeed(kernel, feed, silenceLimitsOf(kernel.config)))
      kernel.jobs.every('watch-football-feed', WATCH_EVERY_MS, watch, { leaderOnly: true })
    }
  }
  /** Only the leader polls: another node's cached odds may be hours old and would overwrite newer ones. */
  const pollOrCheck = (poller: FeedPoller): Promise<boolean> =>
    kernel.jobs.leads()
      ? poller.poll()
      : wasReceivedWithin(kernel.db, 'football', silenceLimitsOf(kernel.config).liveMs)

  return {
    game: async (id) => (await gamesById(kernel.db, [id]))[0] ?? null,
    games: async (ids, sql = kernel.db) => new Map((await gamesById(sql, ids)).map((game) => [game.id, game])),
    lockOffers,
    currentGames,
    openGames: (until) => openGames(kernel.db, until),
    finished: (after, limit) => finishedGames(kernel.db, after, limit),
    isOpen,
    gameSearch,
    rescheduledToSettle: (limit) => rescheduledGames(kernel.workerDb, limit),
    markReschedulesSettled: async (sql, games) => void (await markReschedulesSettled(sql, games)),
    toSettle: (limit) => decidedGames(kernel.workerDb, limit),
    decided: (ids, sql = kernel.workerDb) => decidedAmong(sql, ids),
    lockResultsForReading,
    lockResultsShared,
    markSettled,
    decideResult: (...entered) => decideResult(kernel.outbox, ...entered),
    results: (gameIds) => resultsOf(kernel.db, gameIds),
    createGame: (tx, game, odds, now) => createGame(kernel.outbox, tx, game, odds, now),
    changeGame: (tx, id, change, now) => changeGame(kernel, tx, id, change, now),
    lockGame,
    async evaluateResult(gameId, entered, now) {
      const [game] = await gamesById(kernel.db, [gameId])
      return game === undefined ? err('GAME_NOT_FOUND') : evaluateResult(game, entered, now)
    },
    countForAdmin: (yesterday, today) => countForAdmin(kernel.db, yesterday, today),
    skippedMatches: (now) => skippedMatches(kernel.db, now),
    feedLag: (sql = kernel.db) => feedLag(sql),
    controlManualGame: (tx, id, step, now) => controlManualGame(kernel, tx, id, step, now),
    controlMarkets: (tx, id, changed, now) => controlMarkets(kernel, tx, id, changed, now),
    setPriceReactions: (tx, reactions, now) => setPriceReactions(kernel.outbox, tx, reactions, now),
    suspensions: () => suspensionsNow(kernel.db),
    listedLeagues: () => listedLeagues(kernel.db),
    setSuspended: (tx, ...entered) => setSuspended(kernel.outbox, tx, ...entered),
    ingest,
    runClock: turnClock,
    onBeforeClockEnd: (check) => void (mayEnd = check),
    routes: gameFactsRoutes(kernel, ports.facts ?? null, refresher(poller === null ? null : () => pollOrCheck(poller))),
    administration: {
      routes: (deps) => [
        ...gameRoutes(kernel, deps),
        ...controlRoutes(kernel, deps),
        ...fixtureRoutes(kernel, createFixtures(kernel), deps.audit),
        ...searchNameRoutes(kernel, deps.audit),
      ],
    },
  }
}

import { isDeepStrictEqual } from 'node:util'
import { type GoalEvent, halfTimeOf, sameScore, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import { sameResult } from '@mupiira/domain/match/decision.ts'
import type { Side } from '@mupiira/domain/markets/types.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { lockName, lockNameShared } from '../../../kernel/db/locks.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { actualKickOff, consequences, eventsOf, decisionFor } from '../games/game-change.ts'
import type { GameRow, ReportedResult, Decision } from '../games/game-row.ts'
import { lockGame, writeGames } from '../games/games.repository.ts'
import { lockOffers } from '../games/offer-lock.repository.ts'
import { type DecidedGame, gamesInCorrection, resultVersions } from './settlement.repository.ts'

/** A feed may correct a result for this long after the finish, and this often. Later corrections need staff. */
const FEED_CORRECTS_WITHIN_MS = 6 * 3_600_000
const MAX_VERSIONS_BY_FEED = 4

/** The fields of a game that make up its result. */
export type ResultFields = Pick<
  GameRow,
  | 'homeScore'
  | 'awayScore'
  | 'halfTimeHomeScore'
  | 'halfTimeAwayScore'
  | 'goalEvents'
  | 'goalsComplete'
  | 'participants'
  | 'qualifier'
>

/**
 * The game after the feed has reported another result than the settled one (D21), or additional fields of it; the
 * same object when unchanged. Contradictory reports are ignored, and a feed never overrides staff. Late or repeated
 * corrections are stored for staff (decision 0027).
 */
export function correctedByFeed(game: GameRow, reported: ResultFields, now: Date): GameRow {
  if (game.decision?.kind !== 'result' || game.resultConfirmed) return game
  const next = { ...game, ...reported }
  const decision = decisionFor(next, now)
  if (decision.kind !== 'result') return game
  if (sameResult(decision.result, game.decision.result)) return withReported(game, null)
  return isAcceptedCorrection(game, now) ? withVersion(next, decision, now) : withReported(game, reportedOf(next))
}

function isAcceptedCorrection(game: GameRow, now: Date): boolean {
  const finishedAt = game.finishedAt ?? game.updatedAt
  if (game.resultVersion >= MAX_VERSIONS_BY_FEED) return false
  return now.getTime() - finishedAt.getTime() <= FEED_CORRECTS_WITHIN_MS
}

const reportedOf = (game: GameRow): ReportedResult => ({
  home: game.homeScore ?? 0,
  away: game.awayScore ?? 0,
  halfTime: storedHalfTime(game),
})

const withReported = (game: GameRow, reportedResult: ReportedResult | null): GameRow =>
  isDeepStrictEqual(game.reportedResult, reportedResult) ? game : { ...game, reportedResult }

/** A result entered by staff: the score of 90 minutes, or void. Omitted fields keep their value. */
export type StaffResult =
  | {
      readonly kind: 'result'
      readonly score: Score
      readonly halfTime?: Score | null
      readonly goals?: readonly GoalEvent[]
      readonly qualifier?: Side | 'nobody' | null
      readonly participants?: readonly string[] | null
    }
  | { readonly kind: 'void'; readonly reason: 'CANCELLED' | 'RETIRED' }

export type ResultRefusal = 'GAME_NOT_FOUND' | 'NOT_STARTED' | 'IMPOSSIBLE_SCORE' | 'SAME_RESULT'

/** `version`: the result version that staff has seen. The decision fails if that version is outdated. */
export type ResultEntry = { readonly actorId: string; readonly note: string; readonly version?: number }

/**
 * Decides a result manually: the first result of a game without one (D54), otherwise a correction (D21). Settlement
 * follows as for any result. `SAME_RESULT`: the result is already in force and undisputed. `OTHER_VERSION`: the result
 * has changed since staff loaded it. Locks the game, for a correction all results, and the offer, then reads the time
 * of the result.
 */
export async function decideResult(
  outbox: Outbox,
  tx: Tx,
  gameId: string,
  entered: StaffResult,
  { version, ...entry }: ResultEntry,
  clock: Clock,
): Promise<Result<GameRow, ResultRefusal | 'OTHER_VERSION'>> {
  const game = await lockGame(tx, gameId)
  if (game === null) return err('GAME_NOT_FOUND')
  if (version !== undefined && version !== game.resultVersion) return err('OTHER_VERSION')
  // Only a correction changes a result that settlement or cash-out may have read. The lock of all results is taken
  // before that of the offer: settlement holds it while it waits for an account, and a bet of that account may wait for
  // the offer.
  if (game.resultVersion > 0) await lockResults(tx)
  await lockOffers(tx, [gameId], 'exclusive')
  const evaluated = evaluateResult(game, entered, clock.now())
  if (!evaluated.ok) return evaluated
  const changed = [{ before: game, after: evaluated.value }]
  await writeGames(tx, changed, { decidedBy: 'operator', ...entry })
  await outbox.appendEvents(tx, eventsOf(changed))
  return evaluated
}

/** The game with the entered result, before anything is written. */
export function evaluateResult(game: GameRow, entered: StaffResult, now: Date): Result<GameRow, ResultRefusal> {
  if (game.startTime > now && entered.kind === 'result') return err('NOT_STARTED')
  if (resultFault(game, entered) !== null) return err('IMPOSSIBLE_SCORE')
  const next = entered.kind === 'void' ? game : { ...game, ...fieldsOf(game, entered), resultConfirmed: true }
  const decision = entered.kind === 'void' ? entered : decisionFor({ ...next, status: 'finished', retired: false }, now)
  if (decision.kind === 'waiting') return err('IMPOSSIBLE_SCORE')
  if (game.decision !== null && isSame(game.decision, decision))
    return game.reportedResult === null
      ? err('SAME_RESULT')
      : ok({ ...game, reportedResult: null, resultConfirmed: true, updatedAt: now })
  return ok(withVersion({ ...next, held: false }, decision, now))
}

const withVersion = (game: GameRow, decision: Decision, now: Date): GameRow => ({
  ...game,
  ...consequences(game, decision),
  decision,
  reportedResult: null,
  resultVersion: game.resultVersion + 1,
  firstLiveAt: game.firstLiveAt ?? actualKickOff(game, now),
  finishedAt: game.finishedAt ?? now,
  updatedAt: now,
})

function fieldsOf(game: GameRow, entered: EnteredScore): Partial<GameRow> {
  const { score, goals, qualifier, participants } = entered
  const halfTime = halfTimeAfter(game, entered)
  return {
    homeScore: score.home,
    awayScore: score.away,
    ...(halfTime === 'missing'
      ? {}
      : { halfTimeHomeScore: halfTime?.home ?? null, halfTimeAwayScore: halfTime?.away ?? null }),
    goalEvents: goals ?? game.goalEvents,
    goalsComplete: goals === undefined ? game.goalsComplete : true,
    qualifier: qualifier === undefined ? game.qualifier : qualifier,
    participants: participants === undefined ? game.participants : participants,
  }
}

/** The field of an entered result that makes it impossible, as the API names it, and the reason. */
export type ResultFault = {
  readonly path: 'home' | 'halfTimeHome' | 'goals'
  readonly message: string
}

const fault = (path: ResultFault['path'], message: string): ResultFault => ({ path, message })

/**
 * Why an entered result is impossible; null if it is possible. Entered goals must be complete. Goals known earlier may
 * contradict the score. A stored half-time score belongs to the goals that it was stored with, so that other goals need
 * a new one, unless they are all listed.
 */
export function resultFault(game: GameRow, entered: StaffResult): ResultFault | null {
  if (entered.kind === 'void') return null
  const { score, goals = [] } = entered
  if (!isCount(score)) return fault('home', 'is not a number of goals')
  const half = halfTimeAfter(game, entered)
  if (half === 'missing') return fault('halfTimeHome', 'is missing, because the goals have changed')
  if (half !== null && !isCount(half)) return fault('halfTimeHome', 'is not a number of goals')
  if (half !== null && (half.home > score.home || half.away > score.away))
    return fault('halfTimeHome', 'is higher than the final score')
  if (game.sport !== 'soccer' || goals.length === 0) return null
  if (!sameScore(scoreOf(goals), score)) return fault('goals', 'do not add up to the final score')
  if (half !== null && !sameScore(halfTimeOf(goals), half))
    return fault('halfTimeHome', 'does not match the listed goals of the first half')
  return null
}

const isCount = (score: Score): boolean =>
  [score.home, score.away].every((count) => Number.isSafeInteger(count) && count >= 0)

type EnteredScore = StaffResult & { readonly kind: 'result' }

/** The entered half-time score, that of a complete list of goals, or the stored one of unchanged goals. */
function halfTimeAfter(game: GameRow, entered: EnteredScore): Score | null | 'missing' {
  const { score, halfTime, goals = [] } = entered
  if (halfTime !== undefined) return halfTime
  const stored = storedHalfTime(game)
  if (stored === null || game.sport !== 'soccer' || hasSameGoals(game, entered)) return stored
  return sameScore(scoreOf(goals), score) ? halfTimeOf(goals) : 'missing'
}

function hasSameGoals(game: GameRow, { score, goals }: EnteredScore): boolean {
  const isSameScore = game.homeScore === score.home && game.awayScore === score.away
  return (
    isSameScore && (goals === undefined || isDeepStrictEqual(sidesAndMinutes(goals), sidesAndMinutes(game.goalEvents)))
  )
}

const sidesAndMinutes = (goals: readonly GoalEvent[]) => goals.map(({ team, minute }) => `${minute} ${team}`).sort()

const storedHalfTime = ({ halfTimeHomeScore: home, halfTimeAwayScore: away }: GameRow): Score | null =>
  home === null || away === null ? null : { home, away }

function isSame(a: Decision, b: Decision): boolean {
  if (a.kind === 'result' && b.kind === 'result') return sameResult(a.result, b.result)
  return a.kind === b.kind
}

const RESULTS = 'results'

/** Blocks corrections and waits for transactions that hold results; see `lockResultsForReading`. */
export const lockResults = (tx: Tx): Promise<void> => lockName(tx, RESULTS)

/** Locks results against corrections, for later reads. Take it before any ticket lock, as settlement does. */
export const lockResultsShared = (tx: Tx): Promise<void> => lockNameShared(tx, RESULTS)

/** Results that cannot change until the transaction ends. */
export type LockedResults = {
  readonly versions: ReadonlyMap<string, number>
  /** Games with a corrected result that is not settled; the outcomes of their legs are outdated. */
  readonly inCorrection: readonly DecidedGame[]
}

/**
 * Locks the results of all games until the transaction ends. Compare versions with results that were read earlier:
 * no leg may be decided on a corrected result, and no ticket may end on one that is known to be wrong.
 */
export async function lockResultsForReading(tx: Tx, gameIds: readonly string[]): Promise<LockedResults> {
  const [, rows, inCorrection] = await Promise.all([
    lockResultsShared(tx),
    // Separate statements, so that they see everything committed while this transaction waited for the lock.
    resultVersions(tx, gameIds),
    gamesInCorrection(tx),
  ])
  return { versions: new Map(rows.map(({ id, version }) => [id, version])), inCorrection }
}

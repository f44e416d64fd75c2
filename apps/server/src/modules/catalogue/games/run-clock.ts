import { isDeepStrictEqual } from 'node:util'
import { matchClock } from '@mupiira/domain/match/clock.ts'
import { scoreAt } from '@mupiira/domain/match/goals.ts'
import { manualElapsed } from '@mupiira/domain/match/manual-run.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { lockDueGames, startDueGames } from './due-games.repository.ts'
import { applyChange, eventsOf } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { isConfirmedByFeed, isTakenOver } from './taken-over.ts'
import { gamesById, lockGame, type Written, writeGames } from './games.repository.ts'

const LIVE_WITHIN_MS = 3 * 60 * MINUTE_MS
const GAMES_PER_BATCH = 200
const RUN_EVERY_MS = 30_000

/**
 * Checks whether the clock may end a manual match with `ended` as its result. Resolves to a function that writes
 * further rows in the transaction that ends the match at `at`, or to null if staff must decide.
 */
type MayEndByClock = (ended: GameRow, now: Date) => Promise<((tx: Tx, at: Date) => Promise<void>) | null>

type EndChecks = {
  readonly mayEnd: MayEndByClock
  /** Called for a taken-over game that is held because its feed does not report its result. */
  readonly unconfirmed: (game: GameRow) => void
}

/**
 * The clock of all games. `onBeforeEnd` sets the check that may stop the clock from ending a manual match. Without a
 * check the match ends.
 */
export function createGameClock(kernel: Kernel, { unconfirmed }: Pick<EndChecks, 'unconfirmed'>) {
  let mayEnd: MayEndByClock = () => Promise.resolve(async () => {})
  const run = () => runClock(kernel, { mayEnd, unconfirmed })
  if (kernel.config.roles.has('worker')) {
    kernel.jobs.every('run-clock', RUN_EVERY_MS, async () => void (await run()), { leaderOnly: true })
  }
  return { run, onBeforeEnd: (check: MayEndByClock) => void (mayEnd = check) }
}

/**
 * Changes by time alone: upcoming games whose start has passed within three hours become live, manual games get their
 * minute and finish, games without a result after a day are void.
 */
async function runClock(kernel: Kernel, checks: EndChecks): Promise<number> {
  const now = kernel.clock.now()
  let changed = await start(kernel, now)
  for (let after: string | null = null; ;) {
    const batch = await updateBatch(kernel, now, after)
    changed += batch.changed
    // The check may read many bets, so it runs without locks, and a failure affects one match only.
    for (const ended of batch.ended) changed += await end(kernel, ended, now, checks)
    if (batch.last === null) return changed
    after = batch.last
  }
}

function start(kernel: Kernel, now: Date): Promise<number> {
  return kernel.workerDb.transaction(async (tx) => {
    const gameIds = await startDueGames(tx, now, new Date(now.getTime() - LIVE_WITHIN_MS))
    if (gameIds.length > 0) await kernel.outbox.appendEvents(tx, [{ type: 'games-changed', data: { gameIds } }])
    return gameIds.length
  })
}

type BatchResult = { readonly changed: number; readonly ended: readonly GameRow[]; readonly last: string | null }

/** Updates one batch of games, except manual matches that are due to end. No `last`: this was the last batch. */
function updateBatch(kernel: Kernel, now: Date, after: string | null): Promise<BatchResult> {
  return kernel.workerDb.transaction(async (tx) => {
    const dayAgo = new Date(now.getTime() - DAY_MS)
    const games = await gamesById(tx, await lockDueGames(tx, { now, dayAgo, after, limit: GAMES_PER_BATCH }))
    const changed: Written[] = []
    const ended: GameRow[] = []
    for (const game of games) {
      const next = applyChange(game, byClock(game, now), now)
      if (game.source === 'hand' && next.decision?.kind === 'result') ended.push(next)
      else if (next !== game) changed.push({ before: game, after: next })
    }
    await write(kernel, tx, changed)
    const last = games.length < GAMES_PER_BATCH ? null : (games.at(-1)?.id ?? null)
    return { changed: changed.length, ended, last }
  })
}

/**
 * Ends or holds a manual match. If the check fails or the match has changed since the check, the next run tries again.
 */
async function end(kernel: Kernel, ended: GameRow, now: Date, { mayEnd, unconfirmed }: EndChecks): Promise<number> {
  try {
    const writeWithIt = await mayEnd(ended, now)
    return await kernel.workerDb.transaction(async (tx) => {
      const game = await lockGame(tx, ended.id)
      if (game === null || game.resultVersion > 0) return 0
      const at = kernel.clock.now()
      const change = byClock(game, at)
      const next = applyChange(game, change, at)
      if (!isDeepStrictEqual(next.decision, ended.decision)) return 0
      // Staff decides in the console, as for a feed's game in an unknown state.
      const isUnconfirmed = isMissingFeedResult(next)
      const isHeld = writeWithIt === null || isUnconfirmed
      const after = isHeld ? applyChange(game, { ...change, held: true }, at) : next
      if (after === game) return 0
      await write(kernel, tx, [{ before: game, after }])
      if (!isHeld) await writeWithIt(tx, at)
      if (isUnconfirmed) tx.afterCommit(() => unconfirmed(after))
      return 1
    })
  } catch (error) {
    kernel.log.error({ err: error, gameId: ended.id }, 'a manual match could not be ended')
    return 0
  }
}

/** A taken-over game whose feed does not report the result of our clock: staff may have missed goals. */
const isMissingFeedResult = (game: GameRow): boolean =>
  isTakenOver(game) && game.decision?.kind === 'result' && !isConfirmedByFeed(game, game.decision.result)

async function write(kernel: Kernel, tx: Tx, changes: readonly Written[]): Promise<void> {
  await writeGames(tx, changes, { decidedBy: 'clock' })
  await kernel.outbox.appendEvents(tx, eventsOf(changes))
}

/** The current minute, and the score of the goal events up to it. */
function byClock(game: GameRow, now: Date): Partial<GameRow> {
  if (game.source !== 'hand' || game.status !== 'live' || game.sport !== 'soccer') return {}
  const { clockOffset, firstLiveAt } = game
  const minutesPassed = manualElapsed({ firstLiveAt: firstLiveAt ?? game.startTime, clockOffset }, now)
  if (game.goalEvents.length === 0) return { minutesPassed }
  const clock = matchClock({ source: 'hand', status: 'live', minutesPassed, breakDuration: game.breakDuration })
  const { home, away } = scoreAt(game.goalEvents, clock, true)
  return { minutesPassed, homeScore: home, awayScore: away }
}

import { matchClock } from '@mupiira/domain/match/clock.ts'
import { sameScore, scoreAt } from '@mupiira/domain/match/goals.ts'
import { manualElapsed, type ManualStep, stepManually, type StepRefusal } from '@mupiira/domain/match/manual-run.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { isRescheduled } from '../games/affected-bets.ts'
import type { BaseOdds } from '../games/base-odds.ts'
import { applyChange, eventsOf, withOdds } from '../games/game-change.ts'
import type { GameRow, MarketControls } from '../games/game-row.ts'
import { newGame } from '../games/new-game.ts'
import { afterBetsInProgress, timeAfterLocks } from '../games/new-start.ts'
import { lockGame, lockGames, writeGames } from '../games/games.repository.ts'
import { leagueNamed, manualGamesToScore, removeGame } from './admin-games.repository.ts'

/** `at`: the time of the change, read after the transaction has its locks. */
export type ChangedGame = { readonly before: GameRow; readonly after: GameRow; readonly at: Date }
type Parts = Pick<Kernel, 'clock' | 'outbox'>
export type ManualRefusal = 'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'GAME_DECIDED' | 'START_HAS_PASSED' | StepRefusal

// For a feed's game, staff can only cancel the game. Everything else comes from the feed.
const STEPS_FOR_FEED_GAMES: ReadonlySet<ManualStep['kind']> = new Set(['cancel'])

/**
 * Applies a step to a manual match. The time of a start is read while no bet is being placed: bets that were accepted
 * while the step waited were placed before the kick-off.
 */
export async function controlManualGame(
  parts: Parts,
  tx: Tx,
  id: string,
  step: ManualStep,
  now: Date,
): Promise<Result<ChangedGame, ManualRefusal>> {
  const before = await lockGame(tx, id)
  if (before === null) return err('GAME_NOT_FOUND')
  if (before.source === 'feed' && !STEPS_FOR_FEED_GAMES.has(step.kind)) return err('GAME_OF_FEED')
  const at =
    step.kind === 'start' ? await afterBetsInProgress(tx, parts.clock, [id], now) : timeAfterLocks(parts.clock, now)
  // A decided game takes no bets, so it cannot begin again.
  if ((step.kind === 'reopen' || step.kind === 'start') && before.resultVersion > 0) return err('GAME_DECIDED')
  // With a start in the past, the clock would run as if the match had begun at that start. Set the new start first.
  if (step.kind === 'reopen' && before.startTime <= at) return err('START_HAS_PASSED')
  const change = stepManually(before, step, at)
  if (!change.ok) return change
  const startFields = step.kind === 'start' ? beginningOf(before, at) : {}
  const after = await changeGame(parts, tx, id, { ...change.value, ...startFields }, at)
  return after === null ? err('GAME_NOT_FOUND') : ok({ before, after, at })
}

/**
 * A match that starts before its scheduled start was brought forward, and its clock runs from now. If staff moved its
 * start into the past while bets were open, its bets are evaluated with that start, while the clock runs from now.
 */
function beginningOf({ startTime, earlierStarts }: GameRow, now: Date): Partial<GameRow> {
  if (startTime > now) return { startTime: now }
  if (!earlierStarts.some(({ until }) => new Date(until) > startTime)) return {}
  return { firstLiveAt: startTime, clockOffset: -manualElapsed({ firstLiveAt: startTime, clockOffset: 0 }, now) }
}

/**
 * Sets market controls and increases the price version, so that all prices are recomputed. Merges with the stored
 * controls under the row lock, so that concurrent edits of different markets are both kept. The caller reads `now`
 * after it has locked the game.
 */
export async function controlMarkets(
  parts: Parts,
  tx: Tx,
  id: string,
  changed: (controls: MarketControls) => MarketControls,
  now: Date,
): Promise<Result<ChangedGame, 'GAME_NOT_FOUND'>> {
  const before = await lockGame(tx, id)
  if (before === null) return err('GAME_NOT_FOUND')
  const after = await changeGame(
    parts,
    tx,
    id,
    { controls: changed(before.controls), priceVersion: before.priceVersion + 1, pricedAt: now },
    now,
  )
  return after === null ? err('GAME_NOT_FOUND') : ok({ before, after, at: now })
}

/**
 * Updates the scores of manual games from their goal events (ADMG-24). Live games count goals up to the clock's minute;
 * finished games count all goals. Games with a result are skipped; they need a correction. Never creates a result.
 */
export async function syncScores(
  { clock, outbox }: Parts,
  tx: Tx,
): Promise<{ readonly changed: readonly ChangedGame[]; readonly at: Date }> {
  const games = await lockGames(tx, await manualGamesToScore(tx))
  const at = clock.now()
  const changed = games
    .map((before) => ({ before, after: applyChange(before, scoreOfEvents(before), at), at }))
    .filter(({ before, after }) => after !== before && before.resultVersion === 0 && after.resultVersion === 0)
  await writeGames(tx, changed, { decidedBy: 'operator' })
  await outbox.appendEvents(tx, eventsOf(changed))
  return { changed, at }
}

function scoreOfEvents(game: GameRow): Partial<GameRow> {
  const { status, minutesPassed, breakDuration } = game
  const clock = matchClock({ source: 'hand', status, minutesPassed, breakDuration })
  const score = scoreAt(game.goalEvents, clock, status === 'live')
  const stored = { home: game.homeScore ?? 0, away: game.awayScore ?? 0 }
  return sameScore(score, stored) ? {} : { homeScore: score.home, awayScore: score.away }
}

/** Deletes a game. The caller has checked that it has no bets. */
export async function deleteGame(outbox: Outbox, tx: Tx, id: string, now: Date): Promise<void> {
  await removeGame(tx, id, now)
  await outbox.appendEvents(tx, [{ type: 'games-changed', data: { gameIds: [id] } }])
}

export type NewGame = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'league' | 'country' | 'sport' | 'startTime'> &
  Partial<Pick<GameRow, 'id' | 'knockOut' | 'breakDuration' | 'matchDuration' | 'halfTimeDuration' | 'goalEvents'>>

/**
 * Creates a manual game. It takes no bets until it has odds (D14). "Uganda Premier League" without a country becomes
 * the league that the feed calls "Premier League" of Uganda, so that players find one league and not two.
 */
export async function createGame(
  outbox: Outbox,
  tx: Tx,
  game: NewGame,
  odds: BaseOdds | null,
  now: Date,
): Promise<GameRow> {
  const known = game.country === null ? await leagueNamed(tx, game) : undefined
  const gameWithoutOdds = newGame({ ...game, ...known, source: 'hand' }, now)
  const row = odds === null ? gameWithoutOdds : withOdds(gameWithoutOdds, odds, now)
  const changes = [{ before: null, after: row }]
  await writeGames(tx, changes, { decidedBy: 'operator' })
  await outbox.appendEvents(tx, eventsOf(changes))
  return row
}

/** Applies a change by staff with all its consequences (winner, decision), as for a report of the feed. */
export async function changeGame(
  { clock, outbox }: Parts,
  tx: Tx,
  id: string,
  change: Partial<GameRow>,
  now: Date,
): Promise<GameRow | null> {
  const game = await lockGame(tx, id)
  if (game === null) return null
  const at = isRescheduled(game, { ...game, ...change }) ? await afterBetsInProgress(tx, clock, [id], now) : now
  const { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds } = { ...game, ...change }
  const priced = withOdds(game, { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }, at)
  const after = applyChange(priced, change, at)
  if (after === game) return game
  const changed = [{ before: game, after }]
  await writeGames(tx, changed, { decidedBy: 'operator' })
  await outbox.appendEvents(tx, eventsOf(changed))
  return after
}

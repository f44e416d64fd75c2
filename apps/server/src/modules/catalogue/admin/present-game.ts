import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import { voidDueAt } from '@mupiira/domain/match/decision.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { forDecision } from '../games/game-change.ts'
import type { GameRow } from '../games/game-row.ts'
import { isTakenOver } from '../games/taken-over.ts'
import { footballClock } from '../games/timeline.ts'

/** Data of other modules that the console shows with a game. */
export type ShowGameDeps = {
  gamesWithBets(sql: Sql, gameIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The prices that players see. */
  offered(game: GameRow, now: Date): NonNullable<AdminGame['offered']>
}

/** Games as staff sees them. */
export async function showGames(
  db: Sql,
  { gamesWithBets, offered }: ShowGameDeps,
  games: readonly GameRow[],
  now: Date,
): Promise<AdminGame[]> {
  const ids = games.map(({ id }) => id)
  const withBets = await gamesWithBets(db, ids)
  return games.map((game) => present(game, withBets.has(game.id), isOffered(game) ? offered(game, now) : null))
}

export async function showGame(db: Sql, deps: ShowGameDeps, game: GameRow, now: Date): Promise<AdminGame> {
  const [shown] = await showGames(db, deps, [game], now)
  if (shown === undefined) throw new Error('a presented game must be exactly one game')
  return shown
}

function present(game: GameRow, hasBets: boolean, offered: AdminGame['offered']): AdminGame {
  const { decision } = game
  return {
    id: game.id,
    shortId: game.shortId,
    name: game.name,
    ...storedForm(game),
    voidsAt: voidDueAt(forDecision(game)).toISOString(),
    status: game.status,
    source: game.source,
    takenOver: isTakenOver(game),
    feedReport: game.feedReport,
    hidden: game.hidden,
    held: game.held,
    suspended: game.suspended || game.startApprovalPending,
    barred: game.scopeSuspended,
    silent: game.stale && (game.status === 'upcoming' || game.status === 'live'),
    offered,
    minutesPassed: game.minutesPassed,
    clock: game.status === 'live' ? (footballClock(game)?.label ?? game.period) : null,
    homeScore: game.homeScore,
    awayScore: game.awayScore,
    halfTimeHomeScore: game.halfTimeHomeScore,
    halfTimeAwayScore: game.halfTimeAwayScore,
    players: game.players.map(({ id, name, side }) => ({ id, name, side })),
    result:
      game.resultVersion === 0 || decision === null
        ? null
        : {
            version: game.resultVersion,
            isSettled: game.settledVersion >= game.resultVersion,
            voidReason: decision.kind === 'void' ? decision.reason : null,
          },
    toldResult: game.reportedResult,
    hasBets,
    createdAt: game.createdAt.toISOString(),
    updatedAt: game.updatedAt.toISOString(),
  }
}

/** The fields of a game's form. */
export const storedForm = (game: GameRow) => ({
  homeTeam: game.homeTeam,
  awayTeam: game.awayTeam,
  league: game.league,
  country: game.country,
  sport: game.sport,
  startTime: game.startTime.toISOString(),
  knockOut: game.knockOut,
  homeOdds: decimal(game.homeOdds),
  drawOdds: decimal(game.drawOdds),
  awayOdds: decimal(game.awayOdds),
  over25Odds: decimal(game.over25Odds),
  under25Odds: decimal(game.under25Odds),
  breakDuration: game.breakDuration,
  matchDuration: game.matchDuration,
  halfTimeDuration: game.halfTimeDuration,
  goals: game.goalEvents.map(presentGoal),
})

const presentGoal = ({ team, minute, scorer, playerId, ownGoal }: GoalEvent) => ({
  team,
  minute,
  scorer: scorer ?? null,
  playerId: playerId ?? null,
  ownGoal: ownGoal === true,
})

const isOffered = ({ status, model }: GameRow): boolean =>
  model !== null && (status === 'upcoming' || status === 'live')

export const decimal = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

/** Odds of a form in hundredths; null for 1.00 or less (D14, ADMG-09). */
export function hundredthsOf(odds: number | null | undefined): number | null {
  const hundredths = Math.round((odds ?? 0) * 100)
  return hundredths > 100 ? hundredths : null
}

export const NO_ODDS_WARNING = 'This game has no odds yet and cannot be bet on.'

/** Why the odds of a new game were not saved. */
export const refusedOddsText = (risk: string): string =>
  `The odds were not saved, because one member of staff must not set them alone (${risk}). Enter them in the game to confirm them.`

export const warningOf = ({ model }: Pick<GameRow, 'model'>): string | null => (model === null ? NO_ODDS_WARNING : null)

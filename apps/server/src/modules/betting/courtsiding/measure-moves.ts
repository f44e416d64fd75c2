import { liveState } from '@mupiira/domain/cashout/live-state.ts'
import { MOVE_AFTER_MS, moveOf } from '@mupiira/domain/in-play/courtsiding.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../../catalogue/index.ts'
import { type Pricing, startedGame } from '../../pricing/index.ts'
import { type AcceptedBet, addMoves, deleteMovesBefore, type MoveRow, unmeasuredBets } from './moves.repository.ts'

const MEASURE_EVERY_MS = 2_000
/** A bet that could not be measured by then, because the server was down, has no moves. */
const LATEST_MS = 2 * MOVE_AFTER_MS
const MAX_AT_ONCE = 500

export type MoveDeps = { readonly catalogue: Pick<Catalogue, 'games'>; readonly pricing: Pick<Pricing, 'prices'> }

/**
 * Measures 30 s after the acceptance of a live bet how events moved the fair odds of its selections (INP-12). The
 * acceptance record has the score and cards of that moment, and the game has them now.
 */
export function createMoveMeasurement({ clock, config, jobs, workerDb }: Kernel, deps: MoveDeps) {
  async function measure(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const [after, until] = [LATEST_MS, MOVE_AFTER_MS].map((ms) => new Date(now.getTime() - ms)) as [Date, Date]
      const bets = await unmeasuredBets(workerDb, after, until, MAX_AT_ONCE)
      const gameIds = new Set(bets.flatMap(({ record }) => record.legs.map(({ gameId }) => gameId)))
      const games = await deps.catalogue.games.byIds([...gameIds], workerDb)
      await addMoves(
        workerDb,
        bets.flatMap((bet) => movesOf(bet, games, deps, now)),
      )
      if (bets.length < MAX_AT_ONCE) return
    }
  }
  if (config.roles.has('worker')) {
    jobs.every('measure-in-play-moves', MEASURE_EVERY_MS, measure, { leaderOnly: true })
    jobs.cron('prune-in-play-moves', '41 3 * * *', async () => {
      await deleteMovesBefore(workerDb, new Date(clock.now().getTime() - RETENTION.inPlayMoves.ms))
    })
  }
  return { measure }
}

/** One row per selection, so that a bet without a known move is not measured again. */
function movesOf(
  { id: betId, userId, acceptedAt, record }: AcceptedBet,
  games: ReadonlyMap<string, GameRow>,
  { pricing }: MoveDeps,
  now: Date,
): MoveRow[] {
  return record.legs.map(({ gameId, market, selection, odds, inPlay }, leg) => {
    const row = { betId, leg, userId, market, selection, acceptedAt }
    const [game, before] = [games.get(gameId), record.games[gameId]]
    if (!inPlay || before === undefined || game?.model?.kind !== 'score') return { ...row, move: null }
    const { gameForMarkets: context, rulebook } = pricing.prices.of(game, now)
    const started = startedGame(game, now)
    const state = liveState(started, now, NEVER_CLOSED)
    const accepted = { market, selection, odds: odds / 100, score: before.score, redCards: before.redCards }
    const { score, redCards } = started
    const move = moveOf(accepted, {
      params: game.model,
      rulebook,
      context,
      score,
      redCards,
      state: state.ok ? state.value : null,
    })
    return { ...row, move }
  })
}

/** A goal or incident has just happened if the odds have moved. */
const NEVER_CLOSED = { afterGoalMs: 0, afterIncidentMs: 0, silenceMs: Number.POSITIVE_INFINITY }

import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Betting } from '../betting/index.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { CashoutDeps } from './offer-now.ts'
import { factsOf } from './price-facts.ts'
import { addFacts, deleteFactsBefore } from './price-facts.repository.ts'

/** Tickets stay open for days, and few for longer. Their graphs then begin later. */
const STORED_MS = 14 * DAY_MS
const RECORD_EVERY_MS = 2_000
/** Under load, some first bets on a game are skipped. Its next change is recorded in any case. */
const MAX_TICKETS = 200

export type PriceFactsRecorder = {
  /** Stores the facts of games with bets that have changed. */
  record(): Promise<void>
  gamesChanged(gameIds: readonly string[]): void
  betPlaced(ticketId: string): void
}

/** Records the facts that price games with bets, for the offer history of tickets (COUT-04). */
export function createPriceFactsRecorder(
  kernel: Kernel,
  deps: CashoutDeps & { readonly exposure: Pick<Betting['exposure'], 'gamesWithBets'> },
): PriceFactsRecorder {
  const { workerDb: db, clock, jobs } = kernel
  const changed = new Set<string>()
  const placed = new Set<string>()
  /** The last facts by game, so that unchanged games are not written again. */
  const known = new Map<string, string>()

  /** A change is recorded at once. The first facts since the start are as old as the game's row. */
  const timeOf = ({ id, updatedAt, pricedAt }: GameRow): Date =>
    known.has(id) ? clock.now() : new Date(Math.max(updatedAt.getTime(), pricedAt?.getTime() ?? 0))

  /** Games that changed and have bets, and games with a new bet that have no facts yet. */
  async function waitingGames(): Promise<string[]> {
    const [gameIds, ticketIds] = [[...changed], [...placed]]
    changed.clear()
    placed.clear()
    const withBets = await deps.exposure.gamesWithBets(db, gameIds)
    const tickets = await deps.tickets.allPlaced(db, ticketIds)
    const ofTickets = tickets.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)).filter((id) => !known.has(id))
    return [...new Set([...withBets, ...ofTickets])]
  }

  const recorder: PriceFactsRecorder = {
    async record() {
      if (changed.size + placed.size === 0) return
      const games = await deps.catalogue.games.byIds(await waitingGames(), db)
      const found = [...games.values()].map((game) => ({ gameId: game.id, at: timeOf(game), facts: factsOf(game) }))
      const rows = found.filter(({ gameId, facts }) => known.get(gameId) !== facts)
      await addFacts(db, rows)
      for (const { gameId, facts } of rows) known.set(gameId, facts)
    },
    gamesChanged: (gameIds) => gameIds.forEach((id) => changed.add(id)),
    betPlaced: (ticketId) => void (placed.size < MAX_TICKETS && placed.add(ticketId)),
  }

  if (kernel.config.roles.has('worker')) {
    kernel.outbox.subscribe(({ events }) => {
      if (!jobs.leads()) return
      for (const { type, data } of events) {
        if (type === 'games-changed') recorder.gamesChanged(data.gameIds)
        else if (type === 'bet-placed') recorder.betPlaced(data.ticketId)
      }
    })
    jobs.every('record-price-facts', RECORD_EVERY_MS, recorder.record, { leaderOnly: true })
    jobs.cron('prune-price-facts', '27 * * * *', async () => {
      await deleteFactsBefore(db, new Date(clock.now().getTime() - STORED_MS))
      // Games that are over leave the memory with the next start. This bounds it between starts.
      if (known.size > 50_000) known.clear()
    })
  }
  return recorder
}

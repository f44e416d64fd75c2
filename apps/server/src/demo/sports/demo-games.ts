import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../../modules/catalogue/index.ts'
import { type Fixture, fixturesBetween } from './fixtures.ts'

/** The lengths that the requirements prescribe, in minutes. */
const SAMPLE_MATCH = { matchDuration: 100, breakDuration: 10, halfTimeDuration: 15 } as const
const AHEAD_MS = 2 * DAY_MS
/** If the product was stopped for longer, the missed games are void by the usual rule. */
const BEHIND_MS = 2 * DAY_MS
const INTERVAL_MS = 5_000

/**
 * Basketball and tennis of the demo: manual games from a fixed calendar, which this job creates and plays (D53). Other
 * manual games of these sports belong to staff.
 */
export function runDemoGames(kernel: Kernel, catalogue: Catalogue): void {
  kernel.jobs.every('demo-games', INTERVAL_MS, createDemoGames(kernel, catalogue), { leaderOnly: true })
}

/** One run of the job. */
export function createDemoGames(kernel: Kernel, catalogue: Catalogue): () => Promise<void> {
  /** The last start of a listed game. The job does not list a game again that staff deleted. */
  let listedUntil: Date | null = null
  return async () => {
    const now = kernel.clock.now()
    const until = new Date(now.getTime() + AHEAD_MS)
    const calendar = new Map(
      fixturesBetween(new Date(now.getTime() - BEHIND_MS), until).map((each) => [keyOf(each.league.name, each), each]),
    )
    const games = (await catalogue.games.open(until)).flatMap((game) => {
      const fixture = game.source === 'hand' ? calendar.get(keyOf(game.league, game)) : undefined
      return fixture === undefined ? [] : [{ game, fixture }]
    })
    const soon = new Date(now.getTime() + MINUTE_MS)
    const from: Date = listedUntil ?? games.at(-1)?.game.startTime ?? soon
    const fixtures = fixturesBetween(new Date(Math.max(from.getTime() + 1, soon.getTime())), until)
    await list(kernel, catalogue, fixtures, now)
    listedUntil = fixtures.at(-1)?.startTime ?? from
    for (const { game, fixture } of games) await play(kernel, catalogue, game, fixture, now)
  }
}

type Meeting = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'startTime'>

const keyOf = (league: string, { homeTeam, awayTeam, startTime }: Meeting): string =>
  JSON.stringify([league, homeTeam, awayTeam, startTime.getTime()])

async function list(kernel: Kernel, catalogue: Catalogue, fixtures: readonly Fixture[], now: Date): Promise<void> {
  if (fixtures.length === 0) return
  await kernel.workerDb.transaction(async (tx) => {
    for (const { league, homeTeam, awayTeam, startTime, homeWins } of fixtures) {
      const { name, country, sport } = league
      const game = { homeTeam, awayTeam, league: name, country, sport, startTime, ...SAMPLE_MATCH }
      await catalogue.manualGames.create(tx, game, twoWayOdds(homeWins), now)
    }
  })
}

/** Reports the score. A game whose time passed while the product was stopped ends immediately. */
async function play(kernel: Kernel, catalogue: Catalogue, game: GameRow, fixture: Fixture, now: Date): Promise<void> {
  const elapsedMs = now.getTime() - fixture.startTime.getTime()
  if (elapsedMs < 0) return
  const plan = fixture.plan()
  const isOver = elapsedMs >= plan.durationMs
  if (game.status !== 'live' && !isOver) return
  const { home, away, period } = plan.scoreAt(elapsedMs)
  if (!isOver && game.period === period && game.homeScore === home && game.awayScore === away) return
  const score = { homeScore: home, awayScore: away }
  const change = isOver ? { ...score, period: null, status: 'finished' as const } : { ...score, period }
  await kernel.workerDb.transaction((tx) => catalogue.manualGames.change(tx, game.id, change, now))
}

const MARGIN = 1.05
const MIN_ODDS = 103

/** Two-way odds in hundredths. */
function twoWayOdds(homeWins: number): Parameters<Catalogue['manualGames']['create']>[2] {
  const odds = (chance: number): number => Math.max(MIN_ODDS, Math.floor(100 / (chance * MARGIN)))
  return {
    homeOdds: odds(homeWins),
    drawOdds: null,
    awayOdds: odds(1 - homeWins),
    over25Odds: null,
    under25Odds: null,
  }
}

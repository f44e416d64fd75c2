import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type Chance, chanceOf } from './demo/chance.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Catalogue, GameRow } from './modules/catalogue/index.ts'

/**
 * Basketball and tennis of the demo: manual games, operated by this file (D53). Kick-offs are real times and a game
 * lasts a few minutes. The id of a game determines its course.
 */
type DemoSport = {
  readonly sport: 'basketball' | 'tennis'
  readonly league: string
  readonly country: string
  readonly sides: readonly string[]
  readonly everyMs: number
  readonly durationMs: number
  /** The score and period after a share (0 to 1) of the game. */
  play(chance: Chance, share: number): { readonly home: number; readonly away: number; readonly period: string }
}

/** The lengths that HELP-27 prescribes. */
const SAMPLE_MATCH = { matchDuration: 100, breakDuration: 10, halfTimeDuration: 15 } as const
const AHEAD_MS = 3 * 60 * MINUTE_MS
const TURN_MS = 5_000

const SPORTS: readonly DemoSport[] = [
  {
    sport: 'basketball',
    league: 'National Basketball League',
    country: 'Uganda',
    sides: [
      'City Oilers',
      'Namuwongo Blazers',
      'UCU Canons',
      'KIU Titans',
      'JT Jaguars',
      'Our Saviour',
      'Power',
      'Nam Blazers II',
    ],
    everyMs: 15 * MINUTE_MS,
    durationMs: 5 * MINUTE_MS,
    play(chance, share) {
      const home = 62 + Math.floor(chance('home') * 40)
      const away = 62 + Math.floor(chance('away') * 40)
      const decided = home === away ? home + 1 : home
      return {
        home: Math.floor(decided * share),
        away: Math.floor(away * share),
        period: `Q${Math.min(4, 1 + Math.floor(share * 4))}`,
      }
    },
  },
  {
    sport: 'tennis',
    league: 'Kampala Open',
    country: 'Uganda',
    sides: ['D. Oringa', 'B. Ocen', 'T. Nkoyoyo', 'F. Ayella', 'R. Kasigwa', 'J. Okello', 'S. Mukasa', 'P. Lubega'],
    everyMs: 15 * MINUTE_MS,
    durationMs: 6 * MINUTE_MS,
    play(chance, share) {
      const homeWins = chance('winner') < 0.5
      const sets = chance('straight') < 0.55 ? 2 : 3
      const done = Math.min(sets, Math.floor(share * sets))
      const loser = sets === 3 && done >= 1 ? 1 : 0
      const winner = done - loser
      return {
        home: homeWins ? winner : loser,
        away: homeWins ? loser : winner,
        period: `Set ${Math.min(sets, done + 1)}`,
      }
    },
  },
]

export function runDemoGames(kernel: Kernel, catalogue: Catalogue): void {
  kernel.jobs.every(
    'demo-games',
    TURN_MS,
    async () => {
      const now = kernel.clock.now()
      const openGames = await catalogue.openGames(new Date(now.getTime() + AHEAD_MS * 2))
      for (const sport of SPORTS) {
        const games = openGames.filter((game) => game.source === 'hand' && game.sport === sport.sport)
        await scheduleAhead(kernel, catalogue, sport, games, now)
        for (const game of games) await advanceGame(kernel, catalogue, sport, game, now)
      }
    },
    { leaderOnly: true },
  )
}

async function scheduleAhead(
  kernel: Kernel,
  catalogue: Catalogue,
  sport: DemoSport,
  games: readonly GameRow[],
  now: Date,
): Promise<void> {
  const latest = Math.max(now.getTime() + MINUTE_MS, ...games.map((game) => game.startTime.getTime()))
  const first = Math.ceil((latest + 1) / sport.everyMs) * sport.everyMs
  for (let start = first; start <= now.getTime() + AHEAD_MS; start += sport.everyMs) {
    const chance = chanceOf(`${sport.sport} ${start}`)
    const at = Math.floor(chance('sides') * sport.sides.length)
    const homeTeam = sport.sides[at] ?? ''
    const awayTeam =
      sport.sides[(at + 1 + Math.floor(chance('other') * (sport.sides.length - 1))) % sport.sides.length] ?? ''
    await kernel.workerDb.transaction((tx) =>
      catalogue.createGame(
        tx,
        {
          homeTeam,
          awayTeam,
          league: sport.league,
          country: sport.country,
          sport: sport.sport,
          startTime: new Date(start),
          ...SAMPLE_MATCH,
        },
        twoWayOdds(0.25 + chance('strength') * 0.5),
        now,
      ),
    )
  }
}

async function advanceGame(
  kernel: Kernel,
  catalogue: Catalogue,
  sport: DemoSport,
  game: GameRow,
  now: Date,
): Promise<void> {
  if (game.status !== 'live') return
  const share = Math.min(1, Math.max(0, (now.getTime() - game.startTime.getTime()) / sport.durationMs))
  const { home, away, period } = sport.play(chanceOf(game.id), share)
  const over = share >= 1
  if (!over && game.period === period && game.homeScore === home && game.awayScore === away) return
  await kernel.workerDb.transaction((tx) =>
    catalogue.changeGame(
      tx,
      game.id,
      {
        homeScore: home,
        awayScore: away,
        period: over ? null : period,
        ...(over ? { status: 'finished' as const } : {}),
      },
      now,
    ),
  )
}

/** Two-way odds in hundredths with a margin of 5 %. */
function twoWayOdds(pHome: number): Parameters<Catalogue['createGame']>[2] {
  const odds = (p: number): number => Math.max(105, Math.floor(100 / (p * 1.05)))
  return { homeOdds: odds(pHome), drawOdds: null, awayOdds: odds(1 - pHome), over25Odds: null, under25Odds: null }
}

import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp, type TestAppOptions } from '../../../testing/test-app.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'

export const START = new Date('2026-11-21T15:00:00Z')
export const BEFORE = new Date('2026-11-21T12:00:00Z')
export const ODDS = { home: 1.85, draw: 3.4, away: 4.3, over25: 1.9, under25: 1.95, quotedAt: BEFORE }

/** Minutes after the kick-off of `feedMatch`. */
export const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000)

export const feedMatch = (matchId: string, change: Partial<FeedGame> = {}): FeedGame => ({
  matchId,
  // A feed never lists two matches of the same teams at the same time in one league.
  league: `League of ${matchId}`,
  country: 'Uganda',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  teamIds: null,
  startsAt: START,
  status: { kind: 'upcoming' },
  score: null,
  halfTime: null,
  goals: [],
  goalsComplete: true,
  redCards: null,
  incidents: null,
  knockOut: false,
  qualifier: null,
  players: [],
  participants: null,
  raw: { match_id: matchId },
  ...change,
})

/** An odds response that quotes exactly these matches, up to `until`. */
export const quoting = (until: Date, ...matchIds: readonly string[]) => ({
  ok: true as const,
  value: { quotes: new Map(matchIds.map((matchId) => [matchId, ODDS])), until },
})

export const goal = (team: 'home' | 'away', minute: number) => ({ team, minute, scorer: 'A. Player', playerId: '9' })

/** The application with a feed that is scripted by the test. */
export async function feedFixture(options: TestAppOptions = {}) {
  const app = await createTestApp({ clock: testClock(BEFORE), ...options })
  const { catalogue } = app.modules
  return {
    ...app,
    catalogue,
    async stored(matchId: string): Promise<GameRow> {
      const [row] = await app.kernel.db.query<{ id: string }>(
        'select game_id as id from feed_links where feed_match_id = $1',
        [matchId],
      )
      const game = await catalogue.games.byId(row?.id ?? '')
      if (game === null) throw new Error(`no game ${matchId}`)
      return game
    },
    /** Receives the reports of the test's poller. */
    sink: { store: catalogue.feed.ingest, unreadable: () => undefined },
    ingest: (now: Date, ...matches: FeedGame[]) =>
      catalogue.feed.ingest(matches, new Map(matches.map(({ matchId }) => [matchId, ODDS])), now),
  }
}

export type FeedFixture = Awaited<ReturnType<typeof feedFixture>>

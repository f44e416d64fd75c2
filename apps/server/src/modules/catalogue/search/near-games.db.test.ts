import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const ODDS = { homeOdds: 234, drawOdds: 305, awayOdds: 310, over25Odds: null, under25Odds: null }

/**
 * Minutes until kick-off, country, league, home and away. Manchester United, Real Madrid and the Serie A do not play.
 */
const GAMES: readonly (readonly [number, string, string, string, string])[] = [
  [30, 'England', 'Premier League', 'West Ham', 'Chelsea'],
  [60, 'England', 'Premier League', 'Manchester City', 'Leeds United'],
  [90, 'England', 'Premier League', 'Arsenal', 'Everton'],
  [120, 'England', 'Premier League 2', 'Manchester United U21', 'Fulham U21'],
  [2_000, 'Uganda', 'Uganda Premier League', 'Vipers', 'KCCA'],
]

let app: TestApp
let pricing: TestApp['modules']['pricing']
beforeAll(async () => {
  app = await createTestApp({ clock: testClock(NOW) })
  pricing = app.modules.pricing
  await app.start()
  await app.kernel.db.transaction(async (tx) => {
    for (const [minutes, country, league, homeTeam, awayTeam] of GAMES) {
      const startTime = new Date(NOW.getTime() + minutes * 60_000)
      const game = { homeTeam, awayTeam, league, country, sport: 'soccer', startTime } as const
      await app.modules.catalogue.manualGames.create(tx, game, ODDS, NOW)
    }
  })
  const isListed = async () => (await pricing.games.list({ limit: 100 }, NOW)).items.length === GAMES.length
  await vi.waitUntil(isListed, { timeout: 30_000 })
})
afterAll(() => app?.close())

type Query = Parameters<TestApp['modules']['pricing']['games']['list']>[0]

async function searched(q: string, filter: Query = {}) {
  const { items, search } = await pricing.games.list({ ...filter, q }, NOW)
  return {
    homes: items.map(({ homeTeam }) => homeTeam),
    isNear: search?.isNear,
    absent: search?.absent.map(({ name, country }) => (country === '' ? name : `${country} ${name}`)),
    elsewhere: search?.elsewhere,
  }
}

describe('a search for names without an upcoming game', () => {
  it.each([
    // An alias of a club without a game finds other teams of the club.
    ['man utd', ['Manchester United'], ['Manchester United U21', 'Manchester City']],
    // The full name of a club means the club itself, even if another team's name contains it.
    ['manchester united', ['Manchester United'], ['Manchester United U21', 'Manchester City']],
    // No other team of the club plays, and no name is spelled similarly.
    ['barca', ['Barcelona'], []],
    // The other club of the search plays.
    ['man utd v arsenal', ['Manchester United'], ['Arsenal', 'Manchester United U21', 'Manchester City']],
    ['arsenal real madrid', ['Real Madrid'], ['Arsenal']],
    ['calcio', ['Italy Serie A'], []],
    // Both clubs play, but not against each other.
    ['arsenal v chelsea', [], ['Arsenal', 'West Ham']],
    // A misspelled name.
    ['arsnal', [], ['Arsenal']],
    ['zzyzx', [], []],
  ])(
    '[HOME-08] a search for “%s” returns the names without a game (%j) and similar games (%j)',
    async (q, absent, homes) => {
      expect(await searched(q)).toEqual({ homes, absent, isNear: true, elsewhere: 0 })
    },
  )

  it.each([
    ['arsenal', ['Arsenal']],
    // A word that is both an alias of Manchester United and part of the name of a club that plays.
    ['united', ['Manchester City', 'Manchester United U21']],
    ['man city v leeds', ['Manchester City']],
    ['upl', ['Vipers']],
  ])('[HOME-08] a search for “%s” lists games and returns no names without a game', async (q, homes) => {
    expect(await searched(q)).toEqual({ homes, absent: [], isNear: false, elsewhere: 0 })
  })

  it('[HOME-08] a search inside a filter returns the number of matching games outside the filter', async () => {
    expect(await searched('vipers', { when: '3h' })).toMatchObject({ homes: [], isNear: false, elsewhere: 1 })
    expect(await searched('premier league', { country: 'Uganda' })).toMatchObject({ homes: ['Vipers'], elsewhere: 4 })
    expect((await pricing.games.list({ country: 'Uganda' }, NOW)).search).toBeUndefined()
  })
})

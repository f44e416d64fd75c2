import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const clock = testClock(NOW)
const ODDS = { homeOdds: 234, drawOdds: 305, awayOdds: 310, over25Odds: null, under25Odds: null }

/** Minutes until kick-off, country, league, home and away. The least important games start first. */
const GAMES: readonly (readonly [number, string, string, string, string])[] = [
  [20, 'England', 'WSL', 'Arsenal W', 'Chelsea W'],
  [25, 'England', 'Premier League 2', 'Chelsea U21', 'Manchester United U21'],
  [30, 'Ghana', 'Ghana Premier League', 'Berekum Chelsea', 'Asante Kotoko'],
  [35, 'Uganda', 'FUFA Big League', 'Kampala City Stars', 'Busoga United'],
  [40, 'Ecuador', 'Liga Pro', 'Barcelona SC', 'Emelec'],
  [45, 'USA', 'MLS', 'Inter Miami', 'Real Salt Lake'],
  [50, 'Uganda', 'Uganda Premier League', 'Vipers', 'KCCA'],
  [55, 'Uganda', 'Uganda Premier League', 'SC Villa', 'Express'],
  [60, 'Uganda', 'Uganda Premier League', 'URA', 'BUL'],
  [65, 'Uganda', 'Uganda Premier League', 'Kitara', 'NEC'],
  [70, 'Uganda', 'Uganda Premier League', 'Maroons', 'UPDF'],
  [75, 'Uganda', 'Uganda Premier League', 'Wakiso Giants', 'Mbarara City'],
  [80, 'Kenya', 'Kenyan Premier League', 'Gor Mahia', 'AFC Leopards'],
  [85, 'Tanzania', 'Ligi Kuu Bara', 'Young Africans', 'Simba'],
  [200, 'England', 'Premier League', 'Arsenal', 'Newcastle'],
  [210, 'England', 'Premier League', 'Manchester United', 'Tottenham'],
  [220, 'England', 'Premier League', 'Manchester City', 'Chelsea'],
  [230, 'England', 'Premier League', 'Liverpool', 'Aston Villa'],
  [240, 'England', 'Premier League', 'West Ham', 'Nottingham Forest'],
  [250, 'England', 'Premier League', 'Wolves', 'Crystal Palace'],
  [300, 'Spain', 'LaLiga', 'Real Madrid', 'Barcelona'],
  [310, 'Spain', 'LaLiga', 'Atlético Madrid', 'Real Sociedad'],
  [320, 'Spain', 'LaLiga', 'Athletic Bilbao', 'Betis'],
  [330, 'Italy', 'Serie A', 'Inter', 'AC Milan'],
  [340, 'Italy', 'Serie A', 'Juventus', 'AS Roma'],
  [350, 'Italy', 'Serie A', 'Napoli', 'Lazio'],
  [360, 'Germany', 'Bundesliga', 'Bayern München', 'Dortmund'],
  [370, 'Germany', 'Bundesliga', 'Bayer Leverkusen', 'B. Monchengladbach'],
  [380, 'France', 'Ligue 1', 'PSG', 'Marseille'],
  [390, '', 'UEFA Champions League', 'Benfica', 'Galatasaray'],
]

/** Typed searches, each with the home side of the game that must come first. */
const QUERIES: readonly (readonly [string, string])[] = [
  ['man utd', 'Manchester United'],
  ['man u', 'Manchester United'],
  ['manu', 'Manchester United'],
  ['united', 'Manchester United'],
  ['red devils', 'Manchester United'],
  ['manchester untd', 'Manchester United'],
  ['man city', 'Manchester City'],
  ['city', 'Manchester City'],
  ['manchester', 'Manchester United'],
  ['arsenal', 'Arsenal'],
  ['gunners', 'Arsenal'],
  ['the gunners', 'Arsenal'],
  ['arsnal', 'Arsenal'],
  ['ars', 'Arsenal'],
  ['chelsea', 'Manchester City'],
  ['chelsae', 'Manchester City'],
  ['blues', 'Manchester City'],
  ['liverpool', 'Liverpool'],
  ['liverpol', 'Liverpool'],
  ['lfc', 'Liverpool'],
  ['spurs', 'Manchester United'],
  ['totenham', 'Manchester United'],
  ['hammers', 'West Ham'],
  ['forest', 'West Ham'],
  ['aston villa', 'Liverpool'],
  ['newcastle utd', 'Arsenal'],
  ['wolverhampton', 'Wolves'],
  ['barca', 'Real Madrid'],
  ['barcelona', 'Real Madrid'],
  ['barcelna', 'Real Madrid'],
  ['real', 'Real Madrid'],
  ['madrid', 'Real Madrid'],
  ['el real madrid', 'Real Madrid'],
  ['atletico', 'Atlético Madrid'],
  ['atlético madrid', 'Atlético Madrid'],
  ['juve', 'Juventus'],
  ['roma', 'Juventus'],
  ['milan', 'Inter'],
  ['inter milan', 'Inter'],
  ['bayern munich', 'Bayern München'],
  ['bayern', 'Bayern München'],
  ['munchen', 'Bayern München'],
  ['bvb', 'Bayern München'],
  ['gladbach', 'Bayer Leverkusen'],
  ['paris saint germain', 'PSG'],
  ['epl', 'Arsenal'],
  ['EPL spurs', 'Manchester United'],
  ['premier league', 'Arsenal'],
  ['upl', 'Vipers'],
  ['uganda', 'Vipers'],
  ['ucl', 'Benfica'],
  ['la liga', 'Real Madrid'],
  ['kcca', 'Vipers'],
  ['kcca fc', 'Vipers'],
  ['KCAA', 'Vipers'],
  ['villa', 'SC Villa'],
  ['jogoo', 'SC Villa'],
  ['yanga', 'Young Africans'],
  ['gor mahia - leopards', 'Gor Mahia'],
  ['vipers v kcca', 'Vipers'],
  ['spurs vs man utd', 'Manchester United'],
  ['real madrid - barca', 'Real Madrid'],
  ['arsenal v', 'Arsenal'],
  ['man city chelsea', 'Manchester City'],
]

let app: TestApp
let pricing: TestApp['modules']['pricing']
beforeAll(async () => {
  app = await createTestApp({ clock })
  pricing = app.modules.pricing
  await app.start()
  await app.kernel.db.transaction(async (tx) => {
    for (const [minutes, country, league, homeTeam, awayTeam] of GAMES) {
      const startTime = new Date(NOW.getTime() + minutes * 60_000)
      const game = { homeTeam, awayTeam, league, country: country || null, sport: 'soccer', startTime } as const
      await app.modules.catalogue.manualGames.create(tx, game, ODDS, NOW)
    }
  })
  const isListed = async () => (await pricing.games.list({ limit: 100 }, NOW)).items.length === GAMES.length
  await vi.waitUntil(isListed, { timeout: 30_000 })
})
afterAll(() => app?.close())

const found = async (q: string, limit = 100): Promise<readonly string[]> =>
  (await pricing.games.list({ q, limit }, NOW)).items.map(({ homeTeam, awayTeam }) => `${homeTeam} ${awayTeam}`)

describe('the search', () => {
  it.each(QUERIES)('[HOME-08] a search for “%s” lists the game of %s first', async (typed, home) => {
    expect((await found(typed))[0]).toMatch(new RegExp(`^${home} `))
  })

  it('this test covers at least sixty search queries', () => {
    expect(new Set(QUERIES.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(60)
  })

  it('[HOME-08] a search matches every part of a team, league or search name, in any case and without accents', async () => {
    for (const [, , league, home, away] of GAMES) {
      for (const text of [home, away, league, `${home} vs ${away}`]) {
        const part = text.slice(1, 5).toUpperCase()
        expect(await found(text), text).toContain(`${home} ${away}`)
        if (/^\p{L}+$/u.test(part)) expect(await found(part), part).toContain(`${home} ${away}`)
      }
    }
  })

  it('[HOME-08] a search for a text that resembles no name returns no games', async () => {
    expect(await found('zzyzx')).toEqual([])
  })

  it('[HOME-08] the pages of a search follow each other without a gap', async () => {
    const all = await found('premier league')
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await pricing.games.list({ q: 'premier league', limit: 4, ...(cursor ? { cursor } : {}) }, NOW)
      paged.push(...page.items.map(({ homeTeam, awayTeam }) => `${homeTeam} ${awayTeam}`))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all)
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { SEARCHED_GAMES, SEARCHES } from './test-searches.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const clock = testClock(NOW)
const ODDS = { homeOdds: 234, drawOdds: 305, awayOdds: 310, over25Odds: null, under25Odds: null }

let app: TestApp
let pricing: TestApp['modules']['pricing']
beforeAll(async () => {
  app = await createTestApp({ clock })
  pricing = app.modules.pricing
  await app.start()
  await app.kernel.db.transaction(async (tx) => {
    for (const [minutes, country, league, homeTeam, awayTeam] of SEARCHED_GAMES) {
      const startTime = new Date(NOW.getTime() + minutes * 60_000)
      const game = { homeTeam, awayTeam, league, country: country || null, sport: 'soccer', startTime } as const
      await app.modules.catalogue.manualGames.create(tx, game, ODDS, NOW)
    }
  })
  const isListed = async () => (await pricing.games.list({ limit: 100 }, NOW)).items.length === SEARCHED_GAMES.length
  await vi.waitUntil(isListed, { timeout: 30_000 })
})
afterAll(() => app?.close())

const found = async (q: string, limit = 100): Promise<readonly string[]> =>
  (await pricing.games.list({ q, limit }, NOW)).items.map(({ homeTeam, awayTeam }) => `${homeTeam} ${awayTeam}`)

describe('the search', () => {
  it.each(SEARCHES)('[HOME-08] a search for “%s” lists the game of %s first', async (typed, home) => {
    expect((await found(typed))[0]).toMatch(new RegExp(`^${home} `))
  })

  it('this test covers at least sixty search queries', () => {
    expect(new Set(SEARCHES.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(60)
  })

  it('[HOME-08] a search matches every part of a team, league or search name, in any case and without accents', async () => {
    for (const [, , league, home, away] of SEARCHED_GAMES) {
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

  it('[HOME-08] the pages of a search contain each game once', async () => {
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

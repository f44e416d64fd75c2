import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type FootballFeed, startFootballFeed } from '../../../../simulators/football-feed/start.ts'
import { createApifootball } from '../adapters/football-feed/apifootball.ts'
import { testClock } from '../kernel/test-kernel.ts'
import { isOpen } from '../modules/catalogue/index.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const clock = testClock(new Date('2026-11-28T01:10:00Z'))
let feed: FootballFeed
let app: TestApp
beforeAll(async () => {
  feed = await startFootballFeed({ clock: { now: () => clock.now().getTime() } })
  app = await createTestApp({ clock })
})
afterAll(async () => {
  await app?.close()
  await feed?.close()
})

/** The feed's matches and odds of the week, as the product receives them on its first request. */
async function receiveWeek(): Promise<Date> {
  const now = clock.now()
  const [from, to] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + 8 * DAY_MS)]
  const source = createApifootball({ url: feed.url, key: feed.apiKey, clock, timeoutMs: 60_000 })
  const [games, odds] = [await source.games(from, to), await source.odds(from, to)]
  if (!games.ok || !odds.ok) throw new Error('the feed did not answer')
  await app.modules.catalogue.feed.ingest(games.value, odds.value.quotes, now, now)
  return to
}

it.each(['2026-11-28T01:10:00Z', '2026-11-28T09:35:00Z', '2026-11-28T17:05:00Z', '2026-11-28T21:50:00Z'])(
  '[D10] at %s the demo has games with To Qualify, games with Goalscorer, and top-league games on each day',
  async (at) => {
    clock.set(new Date(at))
    const until = await receiveWeek()
    const upcoming = (await app.modules.catalogue.games.open(until)).filter((game) => isOpen(game, clock.now()))
    const prices = await app.modules.pricing.prices.snapshot(
      upcoming.map(({ id }) => id),
      clock.now(),
    )
    const isOffered = (gameId: string, market: MarketId, selection: string): boolean =>
      prices.get(gameId)?.price(market, selection)?.oddsHundredths != null
    const finals = upcoming.filter(({ id }) => isOffered(id, 'to_qualify', '1') && isOffered(id, 'to_qualify', '2'))
    expect(finals.length).toBeGreaterThanOrEqual(2)
    expect(finals.map(({ league }) => league).join()).toMatch(/Cup|Copa|Coupe|Coppa|Pokal|Super|Trophee/)
    const withScorers = upcoming.filter(({ id, players }) =>
      players.some((player) => isOffered(id, 'anytime_scorer', player.id)),
    )
    expect(withScorers.length).toBeGreaterThanOrEqual(3)

    const premierLeague = upcoming.filter(({ league, country }) => league === 'Premier League' && country === 'England')
    for (const day of [0, 1]) {
      const [from, to] = [day, day + 1].map((days) => clock.now().getTime() + days * DAY_MS)
      const games = premierLeague.filter(
        ({ startTime }) => startTime.getTime() >= (from ?? 0) && startTime.getTime() < (to ?? 0),
      )
      // One match may be a cup final.
      expect(games.length).toBeGreaterThanOrEqual(9)
    }
  },
  120_000,
)

import { afterEach, expect, it } from 'vitest'
import { startFootballFeed } from '../start.ts'
import { manualClock, NOON, SEED } from '../test-feed.ts'
import { generateSeason } from './generated-season.ts'
import type { Match } from './match.ts'
import { scorerPrices } from './scorer-odds.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((each) => each.close()))))

type Row = {
  readonly fixture: { readonly timestamp: number }
  readonly bookmakers: readonly {
    readonly bets: readonly { readonly name: string; readonly values: readonly { value: string; odd: string }[] }[]
  }[]
}

it('the simulated API-Football has scorer odds for matches whose line-ups are published', async () => {
  const feed = await startFootballFeed({ clock: manualClock(NOON), seed: SEED })
  open.push(feed)
  const headers = { 'x-apisports-key': feed.apiKey }
  const quoted: { readonly isSoon: boolean; readonly scorers: number | undefined }[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const address = `${feed.url}/api-football/odds?date=2026-11-21&page=${page}`
    const body = (await (await fetch(address, { headers })).json()) as { paging: { total: number }; response: Row[] }
    pages = body.paging.total
    for (const { fixture, bookmakers } of body.response) {
      const bet = bookmakers[0]?.bets.find(({ name }) => name === 'Anytime Goal Scorer')
      quoted.push({ isSoon: fixture.timestamp * 1000 - NOON <= 3_600_000, scorers: bet?.values.length })
    }
  }
  expect(quoted.filter(({ isSoon }) => isSoon).length).toBeGreaterThanOrEqual(24)
  for (const { isSoon, scorers } of quoted) expect(scorers).toBe(isSoon ? 20 : undefined)
})

it('simulated scorer odds depend on the player’s goal rate and on the goals that the match odds imply', () => {
  const season = generateSeason(SEED)
  const match: Match = { ...season.pairing(3), ...season.outcome(3), id: '3', kickoffMs: NOON, speed: 10 }
  const prices = scorerPrices(match, match.quotes)
  const of = (clubId: string) => prices.slice(clubId === match.home.id ? 0 : 10, clubId === match.home.id ? 10 : 20)
  for (const club of [match.home, match.away]) {
    const byWeight = of(club.id).toSorted((one, other) => other.player.scoringWeight - one.player.scoringWeight)
    const odds = byWeight.map((each) => each.odds)
    expect(odds).toEqual(odds.toSorted((one, other) => one - other))
  }
  const fewerGoals = scorerPrices(match, { ...match.quotes, 'o+2.5': 3.2, 'u+2.5': 1.35 })
  expect(fewerGoals[9]?.odds).toBeGreaterThan(prices[9]?.odds ?? Infinity)
  expect(scorerPrices(match, {})).toEqual([])
})

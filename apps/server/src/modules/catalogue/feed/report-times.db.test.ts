import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import { at, BEFORE, feedMatch, type FeedFixture, feedFixture } from '../testing/feed-fixture.ts'
import { feedPoller } from './follow-feed.ts'
import type { FeedGame, FootballFeed } from '../ports.ts'

let app: FeedFixture
beforeAll(async () => {
  app = await feedFixture()
  app.clock.set(BEFORE)
})
afterAll(() => app.close())

const playing = (matchId: string, changes: Partial<FeedGame> = {}): FeedGame =>
  feedMatch(matchId, {
    startsAt: at(-200),
    status: { kind: 'live', minute: 20, halfTime: false },
    score: { home: 0, away: 0 },
    incidents: 0,
    ...changes,
  })

/** Stores a report of a poll at this second. Returns the second at which the game's newest data was requested. */
async function requestedAfter(matchId: string, second: number, changes: Partial<FeedGame> = {}) {
  const now = new Date(BEFORE.getTime() + second * 1_000)
  await app.catalogue.feed.ingest([playing(matchId, changes)], new Map(), now, now)
  const { feedRequestedAt } = await app.stored(matchId)
  return feedRequestedAt === null ? null : (feedRequestedAt.getTime() - BEFORE.getTime()) / 1_000
}

it('[INP-05] [TICK-48] a report that was older than its request counts as requested at its update', async () => {
  await requestedAfter('frozen', 0)
  expect(await requestedAfter('frozen', 60)).toBe(60)
  expect(await requestedAfter('frozen', 120, { ageMs: 12_000 })).toBe(108)
  expect(await requestedAfter('frozen', 180)).toBe(180)
})

it('[INP-06] [TICK-48] a report without penalties and reviews does not count as requested, because it decides no bet', async () => {
  expect(await requestedAfter('unknown', 0, { incidents: null })).toBeNull()
  expect(await requestedAfter('unknown', 1)).toBe(1)
  expect(await requestedAfter('unknown', 60, { incidents: null })).toBe(1)
  expect((await app.stored('unknown')).feedReportedAt).toEqual(new Date(BEFORE.getTime() + 60_000))
  // With polls less than four seconds apart, the older row of the next poll must not inherit the time of this one.
  expect(await requestedAfter('unknown', 61, { ageMs: 6_000 })).toBe(55)
})

it('[INP-06] [TICK-48] an older row does not move the time of the newest data back', async () => {
  expect(await requestedAfter('newest', 0)).toBe(0)
  expect(await requestedAfter('newest', 5)).toBe(5)
  expect(await requestedAfter('newest', 10, { ageMs: 9_000 })).toBe(5)
})

it('[TICK-48] the time of a feed request is stored by the database’s clock, not by the node’s clock', async () => {
  await app.ingest(BEFORE, playing('ahead of time'))
  const live = async () => ({ ok: true as const, value: [playing('ahead of time')] })
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: Number.MAX_SAFE_INTEGER,
    games: live,
    liveGames: live,
    matches: async () => ({ ok: true, value: [] }),
    odds: async (_from, until) => ({ ok: true, value: { quotes: new Map(), until } }),
  }
  const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 30_000)
  await poller.poll()
  clock.mockRestore()
  const aheadMs = app.clock.now().getTime() - ((await app.stored('ahead of time')).feedRequestedAt?.getTime() ?? 0)
  expect(aheadMs).toBeGreaterThanOrEqual(30_000)
  expect(aheadMs).toBeLessThan(60_000)
})

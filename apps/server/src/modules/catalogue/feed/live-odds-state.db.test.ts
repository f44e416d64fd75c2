import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import type { FeedScores, FootballFeed, LiveOddsOutcome } from '../ports.ts'
import { type FeedFixture, feedFixture } from '../testing/feed-fixture.ts'
import { feedPoller } from './follow-feed.ts'

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())

const secondsPass = (seconds: number) =>
  app.kernel.db.change('update feed_states set received_at = received_at - make_interval(secs => $1)', [seconds])

/** A feed whose requests for live odds have these outcomes, one or several for each poll. */
function follow(...outcomes: readonly (LiveOddsOutcome | readonly LiveOddsOutcome[] | null)[]) {
  const left = [...outcomes]
  const scores = async (): Promise<FeedScores> => {
    const liveOdds = left.shift() ?? null
    return { ok: true, value: [], ...(liveOdds !== null && { liveOdds: [liveOdds].flat() }) }
  }
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: Number.MAX_SAFE_INTEGER,
    games: scores,
    liveGames: scores,
    matches: async () => ({ ok: true, value: [] }),
    odds: async (_from, until) => ({ ok: true, value: { quotes: new Map(), until } }),
  }
  const metrics = createMetrics()
  const logged: string[] = []
  const log = Object.assign(Object.create(app.kernel.log) as typeof app.kernel.log, {
    warn: (_facts: unknown, text: string) => logged.push(`warn: ${text}`),
    info: (text: string) => logged.push(`info: ${text}`),
  })
  const poller = feedPoller({ ...app.kernel, log, metrics }, feed, null, app.sink)
  return { poll: () => poller.poll(), metrics, logged, missing: () => app.catalogue.feed.missingLiveOdds() }
}

it('[INP-08] missing live odds are counted, logged once, and shown to staff with their reason after 15 seconds', async () => {
  const { poll, metrics, logged, missing } = follow('RECEIVED', 'LATE', 'REFUSED', 'REFUSED', 'RECEIVED')
  await poll()
  expect(await missing()).toBeNull()
  await poll()
  expect(await missing()).toBeNull()
  await secondsPass(16)
  expect(await missing()).toMatchObject({ failure: 'LATE', receivedAt: expect.any(Date) })
  await poll()
  await poll()
  expect(await missing()).toMatchObject({ failure: 'REFUSED' })
  expect(await metrics.text()).toMatch(/feed_live_odds\w*\{outcome="REFUSED"\} 2/)
  await poll()
  expect(await missing()).toBeNull()
  expect(logged).toEqual([
    'warn: no live odds of the football feed: its live games will close',
    'warn: no live odds of the football feed: its live games will close',
    'info: the football feed sends live odds again',
  ])
})

it('[INP-08] live odds that never arrived are missing at once, and those that are not requested are not missing', async () => {
  await app.kernel.db.change('delete from feed_states')
  const { poll, missing } = follow('REFUSED', null)
  await poll()
  expect(await missing()).toEqual({ failure: 'REFUSED', receivedAt: null })
  // The feed was replaced, or bets on live games are off.
  await secondsPass(61)
  await poll()
  expect(await missing()).toBeNull()
})

it('[INP-08] live odds that arrive after the scores of their poll count as received, and the board names no failure', async () => {
  await app.kernel.db.change('delete from feed_states')
  const { poll, metrics, missing } = follow('LATE', ['RECEIVED'], [], ['RECEIVED', 'RECEIVED'])
  await poll()
  expect(await missing()).toMatchObject({ failure: 'LATE' })
  for (let polls = 0; polls < 3; polls++) {
    await poll()
    expect(await missing()).toBeNull()
  }
  expect(await metrics.text()).toMatch(/feed_live_odds\w*\{outcome="RECEIVED"\} 3/)
})

it('[INP-08] a failure before the last live odds is over, although those live odds are now old', async () => {
  await app.kernel.db.change('delete from feed_states')
  const { poll, missing } = follow('REFUSED', 'RECEIVED', 'LATE')
  await poll()
  await secondsPass(5)
  await poll()
  await secondsPass(20)
  expect(await missing()).toBeNull()
  await poll()
  expect(await missing()).toMatchObject({ failure: 'LATE' })
})

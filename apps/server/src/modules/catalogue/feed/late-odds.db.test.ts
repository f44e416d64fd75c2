import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import { feedPoller } from './follow-feed.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FeedOdds, FootballFeed } from '../ports.ts'
import { at, BEFORE, feedMatch, type FeedFixture, feedFixture, quoting } from '../testing/feed-fixture.ts'

const WEEK_EVERY_MS = 300 * SECOND_MS

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())
beforeEach(() => app.clock.set(BEFORE))

/** A feed that lists matches once, as for distant days, with scripted odds responses. */
function follow(
  odds: (to: Date) => FeedAnswer<FeedOdds> | Promise<FeedAnswer<FeedOdds>>,
  ...matchIds: readonly string[]
) {
  let listed = 0
  let receive: (games: readonly FeedGame[]) => void = () => undefined
  let requestCount = 0
  let scores = (): FeedAnswer<readonly FeedGame[]> => ({ ok: true, value: [] })
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: WEEK_EVERY_MS,
    games: async () => ({ ok: true, value: listed++ === 0 ? matchIds.map((matchId) => feedMatch(matchId)) : [] }),
    liveGames: async () => scores(),
    matches: async () => ({ ok: true, value: [] }),
    async odds(_from, to) {
      requestCount++
      return odds(to)
    },
  }
  const poller = feedPoller(
    { ...app.kernel, metrics: createMetrics() },
    feed,
    {
      open(listener) {
        receive = listener
        return { close: () => undefined }
      },
    },
    app.sink,
  )
  return {
    pushes(...games: readonly FeedGame[]): void {
      poller.keepOpen()
      receive(games)
    },
    reports: (answer: FeedAnswer<readonly FeedGame[]>) => void (scores = () => answer),
    pollAt: (second: number): Promise<boolean> => {
      app.clock.set(new Date(BEFORE.getTime() + second * SECOND_MS))
      return poller.poll()
    },
    /** Polls this many seconds after `BEFORE`; returns the number of odds requests. */
    async pollsAt(...seconds: readonly number[]): Promise<number> {
      const before = requestCount
      for (const second of seconds) {
        app.clock.set(new Date(BEFORE.getTime() + second * SECOND_MS))
        await poller.poll()
      }
      return requestCount - before
    },
  }
}
const waitForLocks = async (): Promise<number | undefined> =>
  (await app.kernel.db.query<{ waiting: number }>('select count(*)::int as waiting from pg_locks where not granted'))[0]
    ?.waiting

const failing = (error: FeedFailure): FeedAnswer<never> => ({ ok: false, error })
const everyFiveSeconds = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 5 }, (_, at) => from + at * 5)

it('[MKT-40] odds whose request fails when a match is first listed are requested again soon and applied to the match', async () => {
  let isDown = true
  const { pollsAt } = follow((to) => (isDown ? failing('UNREACHABLE') : quoting(to, 'new')), 'new')
  expect(await pollsAt(0)).toBe(1)
  expect(await app.stored('new')).toMatchObject({ homeOdds: null })
  isDown = false
  expect(await pollsAt(5, 10, 15)).toBe(1)
  expect(await app.stored('new')).toMatchObject({ homeOdds: 185 })
  expect(await pollsAt(20, 40, 80, 160, 295)).toBe(0)
})

it('[MKT-40] odds for a day that the first response did not contain are applied to the matches of that day', async () => {
  let reach = at(-60)
  const { pollsAt } = follow((to) => (reach === BEFORE ? quoting(to, 'beyond') : quoting(reach)), 'beyond')
  await pollsAt(0)
  expect(await app.stored('beyond')).toMatchObject({ homeOdds: null })
  reach = BEFORE
  await pollsAt(15)
  expect(await app.stored('beyond')).toMatchObject({ homeOdds: 185 })
})

it('[MKT-40] odds are requested at growing intervals while the feed fails', async () => {
  const { pollsAt } = follow(() => failing('UNREACHABLE'), 'unreceived')
  expect(await pollsAt(...everyFiveSeconds(0, 300))).toBe(5)
  expect(await pollsAt(...everyFiveSeconds(300, 3600))).toBe(11)
})

it('[MKT-40] odds are not requested again before the next weekly request when the quota is used up', async () => {
  let isSpent = true
  const { pollsAt } = follow((to) => (isSpent ? failing('QUOTA') : quoting(to, 'exhausted')), 'exhausted')
  expect(await pollsAt(...everyFiveSeconds(0, 300))).toBe(1)
  isSpent = false
  expect(await pollsAt(300)).toBe(1)
  expect(await app.stored('exhausted')).toMatchObject({ homeOdds: 185 })
})

it('[MKT-40] late odds do not overwrite a new kick-off with the earlier one', async () => {
  let isDown = true
  const { pollAt, reports } = follow((to) => (isDown ? failing('UNREACHABLE') : quoting(to, 'moved')), 'moved')
  await pollAt(0)
  const { startTime } = await app.stored('moved')
  const later = new Date(startTime.getTime() + 3_600_000)
  reports({ ok: true, value: [{ ...feedMatch('moved'), startsAt: later }] })
  await pollAt(5)
  isDown = false
  reports({ ok: true, value: [] })
  await pollAt(15)
  expect(await app.stored('moved')).toMatchObject({ homeOdds: 185, startTime: later })
})

it('[MKT-40] a match whose state is pushed while late odds are written has the pushed state and the odds', async () => {
  const [isLocked, isPushed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isDown = true
  const { pollAt, pushes } = follow(async (to) => {
    if (isDown) return failing('UNREACHABLE')
    // Delays the statement that records the receipt of odds.
    void app.kernel.db.transaction(async (tx) => {
      await tx.query('lock table feed_states in share mode')
      isLocked.resolve()
      await isPushed.promise
    })
    await isLocked.promise
    return quoting(to, 'pushed')
  }, 'pushed')
  await pollAt(0)
  const { startTime } = await app.stored('pushed')
  const later = new Date(startTime.getTime() + 3_600_000)
  isDown = false
  const running = pollAt(15)
  await expect.poll(waitForLocks).toBe(1)
  pushes({ ...feedMatch('pushed'), startsAt: later })
  isPushed.resolve()
  await running
  await expect.poll(() => app.stored('pushed')).toMatchObject({ homeOdds: 185, startTime: later })
})

it('[LIVE-08] [MKT-40] a response with odds only does not count as live scores, so live games stay marked as delayed', async () => {
  let isDown = true
  const { pollAt, reports } = follow((to) => (isDown ? failing('UNREACHABLE') : quoting(to, 'alone')), 'alone')
  await pollAt(0)
  await app.kernel.db.change(
    `update feed_states set received_at = received_at - interval '1 minute' where name = 'football'`,
  )
  const received = async () =>
    (await app.kernel.db.query<{ at: Date }>(`select received_at as at from feed_states where name = 'football'`))[0]
      ?.at
  const before = await received()
  reports(failing('UNREACHABLE'))
  isDown = false
  expect(await pollAt(15)).toBe(false)
  expect(await app.stored('alone')).toMatchObject({ homeOdds: 185 })
  expect(await received()).toEqual(before)
})

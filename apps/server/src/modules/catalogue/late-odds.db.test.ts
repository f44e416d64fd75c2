import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { createMetrics } from '../../kernel/metrics.ts'
import { feedFollower } from './follow-feed.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FeedOdds, FootballFeed } from './ports.ts'
import { at, BEFORE, feedMatch, type FeedFixture, feedFixture, quoting } from './testing/feed-fixture.ts'

const WEEK_EVERY_MS = 300 * SECOND_MS

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())
beforeEach(() => app.clock.set(BEFORE))

/** A feed that lists these matches once, as it does with days ahead, and answers about odds as it is told to. */
function follow(
  odds: (to: Date) => FeedAnswer<FeedOdds> | Promise<FeedAnswer<FeedOdds>>,
  ...matchIds: readonly string[]
) {
  let listed = 0
  let receive: (games: readonly FeedGame[]) => void = () => undefined
  let asked = 0
  let scores = (): FeedAnswer<readonly FeedGame[]> => ({ ok: true, value: [] })
  const feed: FootballFeed = {
    mark: '',
    weekEveryMs: WEEK_EVERY_MS,
    games: async () => ({ ok: true, value: listed++ === 0 ? matchIds.map((matchId) => feedMatch(matchId)) : [] }),
    liveGames: async () => scores(),
    matches: async () => ({ ok: true, value: [] }),
    async odds(_from, to) {
      asked++
      return odds(to)
    },
  }
  const follower = feedFollower({ ...app.kernel, metrics: createMetrics() }, feed, {
    open(listener) {
      receive = listener
      return { close: () => undefined }
    },
  })
  return {
    pushes(...games: readonly FeedGame[]): void {
      follower.keepOpen()
      receive(games)
    },
    /** What is told of live scores from now on; a push may tell of a match that has not begun. */
    tells: (answer: FeedAnswer<readonly FeedGame[]>) => void (scores = () => answer),
    turn: (second: number): Promise<boolean> => {
      app.clock.set(new Date(BEFORE.getTime() + second * SECOND_MS))
      return follower.turn()
    },
    /** Turns so many seconds after `BEFORE`; answers how often odds were asked for in all of them. */
    async turnsAt(...seconds: readonly number[]): Promise<number> {
      const before = asked
      for (const second of seconds) {
        app.clock.set(new Date(BEFORE.getTime() + second * SECOND_MS))
        await follower.turn()
      }
      return asked - before
    },
  }
}
const waitForLocks = async (): Promise<number | undefined> =>
  (await app.kernel.db.query<{ waiting: number }>('select count(*)::int as waiting from pg_locks where not granted'))[0]
    ?.waiting

const failing = (error: FeedFailure): FeedAnswer<never> => ({ ok: false, error })
const everyFiveSeconds = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 5 }, (_, turn) => from + turn * 5)

it('[MKT-40] odds that fail when a match is listed first are asked for again soon, and are the odds of that match', async () => {
  let isAway = true
  const { turnsAt } = follow((to) => (isAway ? failing('UNREACHABLE') : quoting(to, 'new')), 'new')
  expect(await turnsAt(0)).toBe(1)
  expect(await app.stored('new')).toMatchObject({ homeOdds: null })
  isAway = false
  expect(await turnsAt(5, 10, 15)).toBe(1)
  expect(await app.stored('new')).toMatchObject({ homeOdds: 185 })
  expect(await turnsAt(20, 40, 80, 160, 295)).toBe(0)
})

it('[MKT-40] odds of a day that the first answer did not reach are those of its matches as well', async () => {
  let reach = at(-60)
  const { turnsAt } = follow((to) => (reach === BEFORE ? quoting(to, 'beyond') : quoting(reach)), 'beyond')
  await turnsAt(0)
  expect(await app.stored('beyond')).toMatchObject({ homeOdds: null })
  reach = BEFORE
  await turnsAt(15)
  expect(await app.stored('beyond')).toMatchObject({ homeOdds: 185 })
})

it('[MKT-40] a feed that goes on failing is asked for odds less and less often', async () => {
  const { turnsAt } = follow(() => failing('UNREACHABLE'), 'unheard')
  expect(await turnsAt(...everyFiveSeconds(0, 300))).toBe(5)
  expect(await turnsAt(...everyFiveSeconds(300, 3600))).toBe(11)
})

it('[MKT-40] a quota that is spent is left to the next turn for the week', async () => {
  let isSpent = true
  const { turnsAt } = follow((to) => (isSpent ? failing('QUOTA') : quoting(to, 'unasked')), 'unasked')
  expect(await turnsAt(...everyFiveSeconds(0, 300))).toBe(1)
  isSpent = false
  expect(await turnsAt(300)).toBe(1)
  expect(await app.stored('unasked')).toMatchObject({ homeOdds: 185 })
})

it('[MKT-40] odds that come late do not bring an earlier start back', async () => {
  let isAway = true
  const { turn, tells } = follow((to) => (isAway ? failing('UNREACHABLE') : quoting(to, 'moved')), 'moved')
  await turn(0)
  const { startTime } = await app.stored('moved')
  const later = new Date(startTime.getTime() + 3_600_000)
  tells({ ok: true, value: [{ ...feedMatch('moved'), startsAt: later }] })
  await turn(5)
  isAway = false
  tells({ ok: true, value: [] })
  await turn(15)
  expect(await app.stored('moved')).toMatchObject({ homeOdds: 185, startTime: later })
})

it('[MKT-40] a match that is pushed while its late odds are taken over stands as it was pushed, with its odds', async () => {
  const [isLocked, isPushed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isAway = true
  const { turn, pushes } = follow(async (to) => {
    if (isAway) return failing('UNREACHABLE')
    // The word that odds were told is kept waiting.
    void app.kernel.db.transaction(async (tx) => {
      await tx.query('lock table feed_states in share mode')
      isLocked.resolve()
      await isPushed.promise
    })
    await isLocked.promise
    return quoting(to, 'pushed')
  }, 'pushed')
  await turn(0)
  const { startTime } = await app.stored('pushed')
  const later = new Date(startTime.getTime() + 3_600_000)
  isAway = false
  const asked = turn(15)
  await expect.poll(waitForLocks).toBe(1)
  pushes({ ...feedMatch('pushed'), startsAt: later })
  isPushed.resolve()
  await asked
  await expect.poll(() => app.stored('pushed')).toMatchObject({ homeOdds: 185, startTime: later })
})

it('[LIVE-08] [MKT-40] odds are no word of scores: where those are not told, what is live stays silent', async () => {
  let isAway = true
  const { turn, tells } = follow((to) => (isAway ? failing('UNREACHABLE') : quoting(to, 'alone')), 'alone')
  await turn(0)
  await app.kernel.db.change(`update feed_states set heard_at = heard_at - interval '1 minute' where name = 'football'`)
  const received = async () =>
    (await app.kernel.db.query<{ at: Date }>(`select heard_at as at from feed_states where name = 'football'`))[0]?.at
  const before = await received()
  tells(failing('UNREACHABLE'))
  isAway = false
  expect(await turn(15)).toBe(false)
  expect(await app.stored('alone')).toMatchObject({ homeOdds: 185 })
  expect(await received()).toEqual(before)
})

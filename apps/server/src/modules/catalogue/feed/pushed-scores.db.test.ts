import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feedPoller, type FeedPoller } from './follow-feed.ts'
import type { FeedGame, FootballFeed } from '../ports.ts'
import { at, BEFORE, feedMatch, goal, type FeedFixture, feedFixture, quoting } from '../testing/feed-fixture.ts'

let app: FeedFixture
let poller: FeedPoller
let isInPlayOn = false
/** The requests to the feed, and its response to the request for live scores. */
let requests: string[]
let live: () => Promise<readonly FeedGame[]>
let receive: (games: readonly FeedGame[]) => void
let connections: number

beforeEach(async () => {
  app = await feedFixture()
  app.clock.set(at(30))
  requests = []
  connections = 0
  live = () => Promise.resolve([])
  const answer = (name: string, games: () => Promise<readonly FeedGame[]>) => async () => {
    requests.push(name)
    return { ok: true as const, value: await games() }
  }
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: 3_600_000,
    games: answer('week', async () => []),
    liveGames: answer('live', () => live()),
    matches: answer('matches', async () => []),
    odds: async () => quoting(BEFORE),
  }
  poller = feedPoller(
    app.kernel,
    feed,
    {
      open(listener) {
        connections += 1
        receive = listener
        return { close: () => void (connections -= 1) }
      },
    },
    { ...app.sink, isInPlayOn: () => isInPlayOn },
  )
  isInPlayOn = false
  await app.ingest(BEFORE, feedMatch('pushed'))
  await poller.poll()
})
afterEach(() => app.close())

const playing = (home: number, minute = 30): FeedGame =>
  feedMatch('pushed', {
    status: { kind: 'live', minute, halfTime: false },
    score: { home, away: 0 },
    goals: Array.from({ length: home }, () => goal('home', 9)),
  })

/** Locks the game of a match until `release` is called, so that its reports wait. */
async function lock(matchId: string) {
  const [isLocked, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = app.kernel.db.transaction(async (tx) => {
    await tx.query('select from games join feed_links on game_id = id where feed_match_id = $1 for update of games', [
      matchId,
    ])
    isLocked.resolve()
    await isOver.promise
  })
  await isLocked.promise
  return async () => {
    isOver.resolve()
    await done
  }
}
const score = async () => (await app.stored('pushed')).homeScore

describe('pushed scores', () => {
  it('[LIVE-09] pushed scores are written as they arrive, and the live list is polled only while no scores are pushed', async () => {
    poller.keepOpen()
    poller.keepOpen()
    expect(connections).toBe(1)
    await poller.poll()
    receive([playing(1)])
    await expect.poll(score).toBe(1)
    requests.length = 0
    expect(await poller.poll()).toBe(true)
    expect(requests).toEqual([])
  })

  it('[INP-06] while live games take bets, the live list is polled although scores are pushed', async () => {
    poller.keepOpen()
    receive([playing(1)])
    await expect.poll(score).toBe(1)
    requests.length = 0
    isInPlayOn = true
    expect(await poller.poll()).toBe(true)
    expect(requests).toEqual(['live', 'matches'])
  })

  it('[TICK-48] a feed response that lacks a goal pushed before the request adds to the measured feed lag', async () => {
    const nowMs = performance.now.bind(performance)
    let aheadMs = 0
    const ahead = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + aheadMs)
    // While scores are pushed, the live list is polled every 30 s.
    const pollAt = async (ms: number, home: number) => {
      aheadMs = ms
      live = () => Promise.resolve([playing(home)])
      await poller.poll()
    }
    await pollAt(40_000, 0)
    poller.keepOpen()
    aheadMs = 70_000
    receive([playing(1)])
    await expect.poll(score).toBe(1)
    await pollAt(80_000, 0)
    expect(await app.catalogue.feed.lag()).toEqual({ lagMs: 0, goals: 0 })
    await pollAt(120_000, 1)
    ahead.mockRestore()
    const { lagMs, goals } = await app.catalogue.feed.lag()
    expect(goals).toBe(1)
    expect(lagMs).toBeGreaterThanOrEqual(10_000)
    expect(lagMs).toBeLessThan(50_000)
  })

  it('pushed scores of one match are written in order, so the latest score is stored', async () => {
    poller.keepOpen()
    for (let goals = 1; goals <= 6; goals++) receive([playing(goals, 30 + goals)])
    await expect.poll(score).toBe(6)
    receive([playing(5, 37)])
    await expect.poll(score).toBe(5)
  })

  it('pushed scores are not overwritten by the response to an earlier request', async () => {
    poller.keepOpen()
    let answerNow: (games: readonly FeedGame[]) => void = () => undefined
    live = () => new Promise((resolve) => (answerNow = resolve))
    const poll = poller.poll()
    await expect.poll(() => requests.at(-1)).toBe('live')
    receive([playing(2)])
    await expect.poll(score).toBe(2)
    answerNow([playing(1)])
    await poll
    expect(await score()).toBe(2)
  })

  it('[LIVE-09] pushed scores never overwrite the response to a later request, even with a slow database', async () => {
    poller.keepOpen()
    const release = await lock('pushed')
    receive([playing(1)])
    receive([playing(2)])
    const nowMs = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + 31_000)
    live = () => Promise.resolve([playing(3)])
    const poll = poller.poll()
    await expect.poll(() => requests.at(-1)).toBe('live')
    await sleep(100)
    await Promise.all([release(), poll])
    await sleep(100)
    later.mockRestore()
    expect(await score()).toBe(3)
  })

  it('[INP-08] a score that is pushed while a long response is written is not overwritten by the rest of it', async () => {
    const other = (at: number, home: number): FeedGame => ({
      ...playing(home),
      matchId: `other ${at}`,
      league: `League of other ${at}`,
    })
    const last = (home: number) => other(39, home)
    const others = Array.from({ length: 39 }, (_, at) => other(at, 0))
    await app.ingest(BEFORE, ...[...others, last(0)].map(({ matchId }) => feedMatch(matchId)))
    poller.keepOpen()
    const release = await lock('pushed')
    live = () => Promise.resolve([playing(1), ...others, last(1)])
    const poll = poller.poll()
    await expect.poll(() => requests).toContain('live')
    receive([last(2)])
    await Promise.all([release(), poll])
    await expect.poll(async () => (await app.stored('other 39')).homeScore).toBe(2)
    expect(await score()).toBe(1)
  })

  it('[INP-08] [LIVE-09] the live games of a response are written before its other games', async () => {
    const others = Array.from({ length: 40 }, (_, at) => feedMatch(`other ${at}`))
    await app.ingest(BEFORE, ...others)
    const release = await lock('other 24')
    const rescheduled = others.map((match) => ({ ...match, startsAt: at(120) }))
    live = () => Promise.resolve([...rescheduled, playing(1)])
    const poll = poller.poll()
    await expect.poll(score).toBe(1)
    await Promise.all([release(), poll])
    expect((await app.stored('other 24')).startTime).toEqual(at(120))
  })

  it('[INP-08] [INP-14] a response that contradicts an earlier push closes the game until both agree', async () => {
    const isDisputed = async () => (await app.stored('pushed')).scoreDisputed
    isInPlayOn = true
    poller.keepOpen()
    receive([playing(1)])
    await expect.poll(score).toBe(1)
    live = () => Promise.resolve([playing(0)])
    await poller.poll()
    expect([await score(), await isDisputed()]).toEqual([0, true])
    // The push repeats its score, so neither side is newer.
    receive([playing(1, 31)])
    await expect.poll(score).toBe(1)
    expect(await isDisputed()).toBe(true)
    live = () => Promise.resolve([playing(1, 31)])
    await poller.poll()
    const { scoreDisputed, lastAlertAt } = await app.stored('pushed')
    expect([scoreDisputed, lastAlertAt]).toEqual([false, app.clock.now()])
  })

  it('[INP-08] a goal after the push connection was lost does not contradict the last push', async () => {
    isInPlayOn = true
    poller.keepOpen()
    receive([playing(0)])
    await expect.poll(score).toBe(0)
    const nowMs = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + 16_000)
    live = () => Promise.resolve([playing(1, 31)])
    await poller.poll()
    later.mockRestore()
    const { homeScore, scoreDisputed } = await app.stored('pushed')
    expect([homeScore, scoreDisputed]).toEqual([1, false])
  })

  it('pushed scores count as activity of the feed', async () => {
    poller.keepOpen()
    await app.kernel.db.change(`update feed_states set received_at = now() - interval '1 hour'`)
    receive([playing(1)])
    const received = async () =>
      (
        await app.kernel.db.query<{ recent: boolean }>(
          `select received_at > now() - interval '1 minute' as recent from feed_states where name = 'football'`,
        )
      )[0]?.recent
    await expect.poll(received).toBe(true)
  })
})

describe('a match missing from the live list', () => {
  it('[SETL-06] a match that leaves the live list is requested by id at once, and then every 20 s while it is absent', async () => {
    const requestsAt = async (seconds: readonly number[]): Promise<string[]> => {
      requests.length = 0
      for (const second of seconds) {
        app.clock.set(new Date(at(40).getTime() + second * 1_000))
        await poller.poll()
      }
      return requests.filter((name) => name === 'matches').map(String)
    }
    expect(await requestsAt([0, 5, 10, 15])).toHaveLength(1)
    expect(await requestsAt([21, 26])).toHaveLength(1)
    live = () => Promise.resolve([playing(0, 44)])
    expect(await requestsAt([27, 28])).toHaveLength(0)
    live = () => Promise.resolve([])
    expect(await requestsAt([29, 30])).toHaveLength(1)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import {
  at,
  BEFORE,
  feedMatch,
  goal,
  ODDS,
  type FeedFixture,
  feedFixture,
  quoting,
  START,
} from '../testing/feed-fixture.ts'
import { createKernel } from '../../../kernel/create-kernel.ts'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import type { Call } from '../../../kernel/http/route.ts'
import { isOpen } from '../games/game-change.ts'
import { normalisedTeam } from '../games/same-match.ts'
import { createCatalogue } from '../index.ts'
import { feedPoller } from './follow-feed.ts'
import type { FeedAnswer, FootballFeed } from '../ports.ts'
import { wasReceived } from './feed.repository.ts'
import { silenceLimitsOf, watchFeed } from './watch-feed.ts'

const PATIENCE = { liveMs: MINUTE_MS, pricesMs: 10 * MINUTE_MS }
let app: FeedFixture
beforeAll(async () => {
  app = await feedFixture()
  app.clock.set(BEFORE)
})
afterAll(() => app.close())

const receivedMinutesAgo = (minutes: number, name = 'football') =>
  app.kernel.db.change(
    `insert into feed_states values ($2, now() - make_interval(mins => $1))
     on conflict (name) do update set received_at = excluded.received_at`,
    [minutes, name],
  )
const watch = (idPrefix = '') => watchFeed(app.kernel, { idPrefix, weekPollMs: MINUTE_MS }, PATIENCE)
const isSilent = async (matchId: string) => (await app.stored(matchId)).stale
const isOffered = async (matchId: string) => isOpen(await app.stored(matchId), BEFORE)
const announced = async (): Promise<string[]> => {
  const rows = await app.kernel.db.query<{ events: { type: string; data: { gameIds: string[] } }[] }>(
    'select events from outbox order by id desc limit 1',
  )
  return rows[0]?.events.flatMap(({ data }) => data.gameIds) ?? []
}

describe('a silent feed', () => {
  beforeAll(async () => {
    await app.ingest(BEFORE, feedMatch('to come'), feedMatch('playing', { startsAt: at(-200) }))
    await app.ingest(
      BEFORE,
      feedMatch('playing', {
        startsAt: at(-200),
        status: { kind: 'live', minute: 20, halfTime: false },
        score: { home: 1, away: 0 },
        goals: [goal('home', 5)],
      }),
    )
    await app.kernel.db.transaction((tx) =>
      app.catalogue.manualGames.create(
        tx,
        { homeTeam: 'By', awayTeam: 'Hand', league: 'Friendly', country: null, sport: 'soccer', startTime: START },
        { homeOdds: 200, drawOdds: 300, awayOdds: 350, over25Odds: null, under25Odds: null },
        BEFORE,
      ),
    )
  })
  beforeEach(async () => {
    await receivedMinutesAgo(0)
    await watch()
  })

  it('[LIVE-08] [MKT-42] a silent feed suspends all its prices and marks its games as delayed after an hour, and manual games continue', async () => {
    await receivedMinutesAgo(60)
    expect(await watch()).toBe(2)
    expect([await isSilent('to come'), await isSilent('playing'), await isOffered('to come')]).toEqual([
      true,
      true,
      false,
    ])
    const hand = (await app.catalogue.games.open(at(60))).find(({ source }) => source === 'hand')
    expect([hand?.stale, hand !== undefined && isOpen(hand, BEFORE)]).toEqual([false, true])
    expect((await announced()).toSorted()).toEqual(
      [(await app.stored('to come')).id, (await app.stored('playing')).id].toSorted(),
    )
    expect(await watch()).toBe(0)
    await wasReceived(app.kernel.db, 'football')
    expect(await watch()).toBe(2)
    expect([await isSilent('to come'), await isSilent('playing'), await isOffered('to come')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('after two minutes of silence live games are marked as delayed, and upcoming games stay open for bets', async () => {
    await receivedMinutesAgo(2)
    expect(await watch()).toBe(1)
    expect([await isSilent('to come'), await isSilent('playing'), await isOffered('to come')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('[MKT-42] upcoming games are suspended while the feed sends no odds, and reopened with new odds', async () => {
    let hasOdds = false
    const feed: FootballFeed = {
      idPrefix: '',
      weekPollMs: 0,
      games: async () => ({ ok: true, value: [] }),
      liveGames: async () => ({ ok: true, value: [] }),
      matches: async () => ({ ok: true, value: [] }),
      odds: async (_from, to) => (hasOdds ? quoting(to, 'to come') : { ok: false, error: 'REFUSED' }),
    }
    const poller = feedPoller(app.kernel, feed, null, app.sink)
    await receivedMinutesAgo(60, 'football-odds')
    await poller.poll()
    expect(await app.kernel.metrics.text()).toMatch(/feed_failures\w*\{what="odds",failure="REFUSED"\} 1/)
    expect(await watch()).toBe(1)
    expect([await isSilent('to come'), await isSilent('playing'), await isOffered('to come')]).toEqual([
      true,
      false,
      false,
    ])
    hasOdds = true
    await poller.poll()
    expect(await watch()).toBe(1)
    expect(await isOffered('to come')).toBe(true)
  })

  it('[LIVE-09] [MKT-42] while a feed sends live scores but no match lists, scores are updated and upcoming games are suspended', async () => {
    let hasWeek = true
    let minute = 30
    const playing = () =>
      feedMatch('playing', { startsAt: at(-200), status: { kind: 'live', minute: ++minute, halfTime: false } })
    const feed: FootballFeed = {
      idPrefix: '',
      weekPollMs: 0,
      games: async () => (hasWeek ? { ok: true, value: [] } : { ok: false, error: 'UNREACHABLE' }),
      liveGames: async () => ({ ok: true, value: [playing()] }),
      matches: async () => ({ ok: true, value: [] }),
      odds: async (_from, to) => quoting(to, 'to come'),
    }
    const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
    hasWeek = false
    expect(await poller.poll()).toBe(true)
    expect(await app.stored('playing')).toMatchObject({ minutesPassed: 31 })
    await receivedMinutesAgo(9, 'football-week')
    expect(await watch()).toBe(0)
    await receivedMinutesAgo(60, 'football-week')
    expect(await watch()).toBe(1)
    expect([await isSilent('to come'), await isSilent('playing')]).toEqual([true, false])
    hasWeek = true
    expect(await poller.poll()).toBe(true)
    expect(await watch()).toBe(1)
    expect(await isOffered('to come')).toBe(true)
  })

  it('[LIVE-09] [MKT-42] only the leader polls the feed, and data that another node received earlier does not count as new', async () => {
    const requests: string[] = []
    const list = async (what: string) => (requests.push(what), { ok: true as const, value: [] })
    const feed: FootballFeed = {
      idPrefix: '',
      weekPollMs: MINUTE_MS,
      games: () => list('games'),
      liveGames: () => list('live'),
      matches: () => list('matches'),
      odds: async () => (requests.push('odds'), quoting(BEFORE)),
    }
    const config = { ...app.kernel.config, roles: new Set(['http'] as const) }
    const other = createKernel(config, app.kernel.log, app.kernel.clock)
    onTestFinished(() => other.stop())
    const route = createCatalogue(other.kernel, { feed }).routes.find(({ endpoint }) =>
      endpoint.path.endsWith('/refresh-scores'),
    )
    if (route?.kind !== 'answer') throw new Error('no route')
    const refresh = async (now: Date) => (await route.handler({ now } as unknown as Call)) as unknown
    expect(await refresh(at(1))).toMatchObject({ body: { success: true } })
    await receivedMinutesAgo(2)
    expect(await refresh(at(2))).toMatchObject({ body: { success: false } })
    expect(requests).toEqual([])
  })

  it.each(['REFUSED', 'MALFORMED', 'NOT_JSON', 'UNREACHABLE', 'QUOTA'] as const)(
    '[LIVE-08] a feed whose requests fail with %s counts as silent, and its live games are marked as delayed',
    async (error) => {
      let isFeedUp = true
      const answer = async <T>(value: T): Promise<FeedAnswer<T>> =>
        isFeedUp ? { ok: true, value } : { ok: false, error }
      const feed: FootballFeed = {
        idPrefix: '',
        weekPollMs: MINUTE_MS,
        games: () => answer([]),
        liveGames: () => answer([]),
        matches: () => answer([]),
        odds: (_from, to) => answer(quoting(to, 'to come').value),
      }
      const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
      expect(await poller.poll()).toBe(true)
      isFeedUp = false
      await receivedMinutesAgo(2)
      // The matches of the week are not due, but the live list is. The missing match is requested once, and not again
      // soon.
      for (let poll = 0; poll < 3; poll++) expect(await poller.poll()).toBe(false)
      expect(await watch()).toBe(1)
      expect(await isSilent('playing')).toBe(true)
      isFeedUp = true
      expect(await poller.poll()).toBe(true)
      expect(await watch()).toBe(1)
      expect(await isSilent('playing')).toBe(false)
    },
  )

  it('a silent feed settles no game and loses no data', async () => {
    await receivedMinutesAgo(60)
    await watch()
    expect(await app.stored('playing')).toMatchObject({
      status: 'live',
      homeScore: 1,
      resultVersion: 0,
      decision: null,
    })
    await app.ingest(
      BEFORE,
      feedMatch('playing', {
        startsAt: at(-200),
        status: { kind: 'finished' },
        score: { home: 1, away: 0 },
        halfTime: { home: 1, away: 0 },
        goals: [goal('home', 5)],
      }),
    )
    expect(await app.stored('playing')).toMatchObject({ status: 'finished', resultVersion: 1 })
  })

  it('a feed with a lower polling rate counts as silent after a longer time', () => {
    const config = (changes: object) => ({ ...app.kernel.config, ...changes })
    const plan = (requestsPerHour: number) => ({
      footballFeed: { ...app.kernel.config.footballFeed, requestsPerHour },
    })
    expect(silenceLimitsOf(config({ feedPollMs: 5_000, feedSilenceMs: 600_000 }))).toEqual({
      liveMs: 60_000,
      pricesMs: 600_000,
    })
    expect(silenceLimitsOf(config({ feedPollMs: 60_000, feedSilenceMs: 600_000 })).liveMs).toBe(180_000)
    expect(silenceLimitsOf(config({ feedSilenceMs: 600_000, ...plan(4) }))).toEqual({
      liveMs: 2_700_000,
      pricesMs: 2_700_000,
    })
  })
})

describe('switching to another feed', () => {
  const [old, other] = [at(300), at(330)]
  const match = (matchId: string, homeTeam: string, startsAt: Date) => feedMatch(matchId, { homeTeam, startsAt })

  it('[SETL-40] after a switch to another feed, games that both feeds list continue, and games of the old feed are marked as delayed', async () => {
    await app.ingest(
      BEFORE,
      match('17', 'Mbarara City FC', old),
      match('18', 'Express', old),
      match('19', 'Kitara', other),
    )
    const [adopted, left] = [await app.stored('17'), await app.stored('18')]
    const again = match('api-football:903', 'MBARARA CITY', old)
    await app.ingest(BEFORE, again, match('api-football:904', 'Bul', old))
    expect(await app.stored('api-football:903')).toMatchObject({ id: adopted.id, homeTeam: 'MBARARA CITY' })
    expect((await app.stored('api-football:904')).id).not.toBe(left.id)
    expect(await app.ingest(BEFORE, again)).toMatchObject({ changed: 0 })

    await receivedMinutesAgo(0)
    await watch('api-football:')
    expect([await isSilent('18'), await isSilent('19'), await isSilent('api-football:903')]).toEqual([
      true,
      true,
      false,
    ])
    await watch('')
    expect([await isSilent('18'), await isSilent('api-football:903')]).toEqual([false, true])
    await app.ingest(BEFORE, match('17', 'Mbarara City FC', old))
    expect((await app.stored('17')).id).toBe(adopted.id)
  })

  it('after a switch to another feed a game is not matched if two matches look alike or the kick-off differs', async () => {
    await app.ingest(
      BEFORE,
      match('21', 'Wakiso Giants', old),
      match('22', 'Wakiso  Giants FC', old),
      match('23', 'Lugazi', old),
    )
    await app.catalogue.feed.ingest(
      [match('api-football:31', 'Wakiso Giants', old), match('api-football:33', 'Lugazi', other)],
      new Map([['api-football:31', ODDS]]),
      BEFORE,
    )
    const ids = await Promise.all(['21', '22', '23', 'api-football:31', 'api-football:33'].map((id) => app.stored(id)))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(5)
  })

  it.each([
    ['Vipers SC', 'VIPERS', true],
    ['Malmö FF', 'Malmo', true],
    ["Murang'a Seal", 'Muranga Seal', true],
    ['Manchester United', 'Manchester City', false],
    ['KCCA', 'KCB', false],
  ])('after a switch to another feed, the names %s and %s count as one team: %s', (one, two, alike) => {
    expect(normalisedTeam(one) === normalisedTeam(two)).toBe(alike)
  })
})

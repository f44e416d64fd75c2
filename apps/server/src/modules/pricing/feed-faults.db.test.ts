import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameDetail } from '@mupiira/contract/games.ts'
import { startFootballFeed, type FootballFeed as Simulator } from '@mupiira/simulators/football-feed/start.ts'
import { NOON, recordedRows } from '@mupiira/simulators/football-feed/test-feed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { createApiFootball } from '../../adapters/football-feed/api-football.ts'
import { createApifootball } from '../../adapters/football-feed/apifootball.ts'
import { testClock, WORKER } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { GameRow } from '../catalogue/index.ts'

/**
 * The behaviour of a feed and its effect on screens and rows, in one table for both feeds. Cedar leads Elm 1:0 at half
 * time and wins 5:1. One second of the test clock is a minute of the match, and the clock moves only when a test
 * advances it.
 */
const AHEAD_MS = 2 * HOUR_MS
const FEEDS = {
  apifootball: ({ url, apiKey }: Simulator) => createApifootball({ url, key: apiKey, timeoutMs: 500 }),
  'API-Football': ({ url, apiKey }: Simulator, now: () => Date) =>
    createApiFootball({ url: `${url}/api-football`, key: apiKey, timeoutMs: 500, clock: { now } }),
} as const

/** A finished game is settled immediately. */
const OVER = expect.stringMatching(/^(finished|settled)$/) as never

type World = {
  readonly kickoffMs: number
  /** Advances all clocks to a minute of the match. */
  readonly atMinute: (minute: number) => void
  readonly pass: (ms: number) => void
  /** Advances time until odds are due again, and waits for the request. */
  readonly nextPoll: (ms: number) => Promise<void>
  readonly order: (order: object) => void
  readonly feed: (order: object) => void
  readonly runClock: () => Promise<unknown>
  /** Waits until the game is shown like this. */
  readonly shows: (shown: Partial<GameDetail>) => Promise<void>
}
type Case = {
  readonly does: string
  readonly happens: (world: World) => Promise<unknown> | void
  readonly shown: (world: World) => object
  readonly stored: (world: World) => Partial<GameRow>
}

const playing = async ({ atMinute, shows }: World): Promise<void> => {
  atMinute(50)
  await shows({ status: 'live', homeScore: 1, awayScore: 0 })
}

/** An invalid response, such as a web page or an error, while the match continues. */
const noAnswer = (does: string, mode: string): Case => ({
  does: `[OPS-06] the feed returns ${does} during a match: the match does not change`,
  async happens(world) {
    await playing(world)
    world.feed({ action: 'faults', mode })
    world.atMinute(400)
    // Wait for several polls without new data.
    await new Promise((resolve) => setTimeout(resolve, 300))
  },
  shown: () => ({ status: 'live', homeScore: 1, awayScore: 0, open: false }),
  stored: () => ({ status: 'live', homeScore: 1, resultVersion: 0, decision: null, held: false }),
})

const CASES: readonly Case[] = [
  noAnswer('an HTML page', 'html'),
  noAnswer('an error object and HTTP 200', 'error-object'),
  noAnswer('a server error', 'http-500'),
  noAnswer('a truncated response', 'truncated'),
  {
    does: '[OPS-06] the feed recovers: the match ends and is settled once',
    async happens(world) {
      await noAnswer('', 'html').happens(world)
      world.feed({ action: 'faults' })
    },
    shown: () => ({ status: OVER, homeScore: 5, awayScore: 1, halfTimeHomeScore: 1 }),
    stored: () => ({ resultVersion: 1, decision: expect.objectContaining({ kind: 'result' }) as never }),
  },
  {
    does: '[DATA-12] the feed withdraws a goal: the score goes down',
    async happens(world) {
      await playing(world)
      world.order({ action: 'take-back-goal' })
    },
    shown: () => ({ status: 'live', homeScore: 0, awayScore: 0, goalEvents: [] }),
    stored: () => ({ homeScore: 0, resultVersion: 0 }),
  },
  {
    does: '[SETL-40] the feed reschedules a match by two hours: the match keeps its bets',
    happens({ order, pass, kickoffMs }) {
      order({ action: 'move', kickoff: new Date(kickoffMs + 2 * HOUR_MS).toISOString() })
      pass(6 * MINUTE_MS)
    },
    shown: ({ kickoffMs }) => ({
      status: 'upcoming',
      open: true,
      startTime: new Date(kickoffMs + 2 * HOUR_MS).toISOString(),
    }),
    stored: () => ({ resultVersion: 0, decision: null }),
  },
  {
    does: '[SETL-40] [D20] the feed reschedules a match by two days: the match is open for bets on its new start',
    happens({ order, pass, kickoffMs }) {
      order({ action: 'move', kickoff: new Date(kickoffMs + 2 * DAY_MS).toISOString() })
      pass(6 * MINUTE_MS)
    },
    shown: ({ kickoffMs }) => ({
      status: 'upcoming',
      open: true,
      startTime: new Date(kickoffMs + 2 * DAY_MS).toISOString(),
    }),
    stored: () => ({ resultVersion: 0, decision: null }),
  },
  {
    does: '[SETL-40] the feed stops reporting a match: its bets are void a day after its start',
    async happens({ order, pass, atMinute, runClock, shows }) {
      order({ action: 'hide' })
      pass(6 * MINUTE_MS)
      atMinute(1)
      await runClock()
      await shows({ status: 'live', open: false })
      pass(DAY_MS)
      await runClock()
    },
    shown: () => ({ status: 'abandoned', open: false }),
    stored: () => ({ resultVersion: 1, decision: { kind: 'void', reason: 'NO_RESULT_IN_TIME' } }),
  },
  ...(['Awarded', 'Suspended', 'Crowd trouble'] as const).map((status): Case => ({
    does: `[SETL-06] [LIVE-12] the feed reports the status "${status}": the match is held for staff and never settled`,
    async happens(world) {
      await playing(world)
      world.order({ action: 'status', status })
      world.pass(DAY_MS / 4)
      await world.runClock()
    },
    shown: () => ({ status: 'live', homeScore: 1, awayScore: 0, open: false }),
    stored: () => ({ held: true, resultVersion: 0, decision: null }),
  })),
  {
    does: '[SETL-06] the feed reports a result that contradicts its goals: nothing is settled',
    happens({ order, atMinute }) {
      order({ action: 'correct', home: 1, away: 1, halfTimeHome: 1, halfTimeAway: 0 })
      atMinute(400)
    },
    shown: () => ({ status: OVER, homeScore: 1, awayScore: 1 }),
    stored: () => ({ resultVersion: 0, decision: null }),
  },
  {
    does: '[SETL-06] [D54] the feed reports extra time: only the 90 minutes count',
    happens({ order, atMinute }) {
      order({ action: 'extra-time', extraHome: 0, extraAway: 2 })
      atMinute(400)
    },
    shown: () => ({ status: OVER, homeScore: 5, awayScore: 1 }),
    stored: () => ({ decision: { kind: 'result', result: expect.objectContaining({ home: 5, away: 1 }) as never } }),
  },
  {
    does: '[SETL-40] the feed cancels a match: its bets are void at once',
    happens({ order, pass }) {
      order({ action: 'cancel' })
      pass(6 * MINUTE_MS)
    },
    shown: () => ({ status: 'cancelled', open: false }),
    stored: () => ({ decision: { kind: 'void', reason: 'CANCELLED' } }),
  },
  {
    does: '[SETL-40] the feed abandons a match: settlement waits a day',
    async happens(world) {
      await playing(world)
      world.order({ action: 'abandon' })
    },
    shown: () => ({ status: 'abandoned', homeScore: 1, awayScore: 0 }),
    stored: () => ({ resultVersion: 0, decision: null }),
  },
  {
    does: '[MKT-42] the feed changes its odds: the prices follow',
    happens({ order, pass }) {
      order({ action: 'odds', odds: { odd_1: 3.1, odd_x: 3.2, odd_2: 2.4 } })
      // The plan of the second feed allows odds every 30 minutes.
      pass(31 * MINUTE_MS)
    },
    shown: () => ({ open: true, priced: true }),
    stored: () => ({ homeOdds: 310, drawOdds: 320, awayOdds: 240, priceVersion: 2 }),
  },
  {
    does: '[MKT-40] the feed stops quoting a match: its prices are withdrawn',
    async happens({ order, nextPoll }) {
      order({ action: 'odds' })
      await nextPoll(31 * MINUTE_MS)
      await nextPoll(6 * MINUTE_MS)
    },
    shown: () => ({ status: 'upcoming', open: false, priced: false }),
    stored: () => ({ homeOdds: null, model: null }),
  },
  {
    does: '[MKT-40] the feed leaves a match out of one odds response: the match stays open',
    async happens({ order, pass, nextPoll }) {
      order({ action: 'odds' })
      await nextPoll(31 * MINUTE_MS)
      order({ action: 'odds', odds: { odd_1: 3.1, odd_x: 3.2, odd_2: 2.4 } })
      pass(6 * MINUTE_MS)
    },
    shown: () => ({ open: true, priced: true }),
    stored: () => ({ homeOdds: 310, priceVersion: 2 }),
  },
  {
    does: '[MKT-40] the feed quotes a match again: the match is priced by the new odds',
    async happens({ order, pass, nextPoll, shows }) {
      order({ action: 'odds' })
      await nextPoll(31 * MINUTE_MS)
      await nextPoll(6 * MINUTE_MS)
      await shows({ open: false })
      order({ action: 'odds', odds: { odd_1: 3.1, odd_x: 3.2, odd_2: 2.4 } })
      pass(31 * MINUTE_MS)
    },
    shown: () => ({ open: true, priced: true }),
    stored: () => ({ homeOdds: 310, drawOdds: 320, awayOdds: 240 }),
  },
]

describe.each(Object.entries(FEEDS))('%s', (_name, speak) => {
  const clock = testClock(new Date(NOON))
  let app: TestApp
  let simulator: Simulator
  let requestCount = 0

  beforeAll(async () => {
    simulator = await startFootballFeed({ clock: { now: () => clock.now().getTime() }, empty: true })
    const feed = speak(simulator, clock.now)
    const odds: typeof feed.odds = (...between) => (requestCount++, feed.odds(...between))
    app = await createTestApp({
      clock,
      config: { ...WORKER, FEED_POLL_MS: '50' },
      providers: { football: { feed: { ...feed, odds } } },
      background: true,
    })
  })
  afterAll(async () => {
    await app.close()
    await simulator.close()
  })

  const often = { interval: 20 }

  /**
   * Three days later: Cedar against Elm starts in two hours, is already stored by the application, and is listed with
   * another match.
   */
  async function world(): Promise<World & { readonly gameId: string }> {
    clock.forward(3 * DAY_MS)
    const { pricing, catalogue } = app.modules
    simulator.control({ action: 'reset' })
    const { matches } = simulator.control({
      action: 'load',
      matches: recordedRows().slice(0, 2),
      kickoffInSeconds: AHEAD_MS / 1000,
      speed: 60,
      only: true,
    })
    const match = (matches as { match_id: string; kickoff: string; home: string }[]).find(
      ({ home }) => home === 'Cedar',
    )
    const kickoff = match?.kickoff ?? ''
    const startTime = new Date(kickoff).toISOString()
    let gameId = ''
    const find = async () => {
      const { items } = await pricing.games.list({ q: 'Cedar', limit: 50 }, clock.now())
      const game = items.find((item) => item.startTime === startTime && item.status === 'upcoming' && item.open)
      gameId = game?.id ?? ''
      return game !== undefined
    }
    await expect.poll(find, often).toBe(true)
    const kickoffMs = Date.parse(kickoff)
    const order = (request: object) => void simulator.control({ match_id: match?.match_id, ...request })
    return {
      gameId,
      kickoffMs,
      atMinute: (minute) => clock.set(new Date(kickoffMs + Math.round((minute * MINUTE_MS) / 60))),
      pass: clock.forward,
      nextPoll: async (ms) => {
        const before = requestCount
        clock.forward(ms)
        await expect.poll(() => requestCount, often).toBeGreaterThan(before)
      },
      order,
      feed: (request) => void simulator.control(request),
      runClock: () => catalogue.clock.run(),
      shows: async (shown) => {
        await expect.poll(() => pricing.games.detail(gameId, clock.now()), often).toMatchObject(shown)
      },
    }
  }

  it.each(CASES)('feed fault: $does', async ({ happens, shown, stored }) => {
    const scenario = await world()
    await happens(scenario)
    const { catalogue } = app.modules
    await expect.poll(() => catalogue.games.byId(scenario.gameId), often).toMatchObject(stored(scenario))
    await scenario.shows(shown(scenario))
    expect(await catalogue.games.byId(scenario.gameId)).toMatchObject(stored(scenario))
  })

  it('[DATA-16] kick-offs are exact to the minute in any time zone of the feed, and each match is stored once', async () => {
    const { gameId, kickoffMs } = await world()
    const rows = await app.kernel.db.query<{ count: number }>(
      `select count(*)::int as count from games where home_team = 'Cedar' and start_time = $1`,
      [new Date(kickoffMs)],
    )
    expect(rows).toEqual([{ count: 1 }])
    expect((await app.modules.catalogue.games.byId(gameId))?.startTime).toEqual(new Date(kickoffMs))
  })
})

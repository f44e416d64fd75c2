import { afterEach, describe, expect, it } from 'vitest'
import type { VENDOR_SCENARIOS } from '@mupiira/simulators/football-feed/vendors.ts'
import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedGame } from '../../modules/catalogue/ports.ts'
import {
  startCedarElmMatch,
  closeSimulators,
  type FeedCase,
  FEEDS,
  AFTER_FULL_TIME,
  type MatchSetup,
} from './test-feeds.ts'

afterEach(closeSimulators)

/** A match as the adapter reads it. */
type Reading = Awaited<ReturnType<typeof read>>
type Case = {
  readonly requirements: string
  readonly happens: (world: MatchSetup) => void
  /** The expected differences from a reading of the same match without the scenario. Default: none. */
  readonly differs?: (plain: Reading) => Partial<Reading>
}

const over = ({ atMinute }: MatchSetup): void => atMinute(AFTER_FULL_TIME)

const cancelledGoal: Case = {
  requirements: '[SETL-06]',
  // Adds a valid goal shortly before the review, which the review must not cancel.
  happens({ atMinute, order }) {
    atMinute(80)
    order({ action: 'goal', side: 'home' })
    order({ action: 'goal', side: 'home' })
    order({ action: 'take-back-goal' })
  },
}

const stoppageGoal: Case = {
  requirements: '[SETL-06]',
  happens({ order, atMinute }) {
    atMinute(45.5)
    order({ action: 'goal', side: 'away' })
    atMinute(AFTER_FULL_TIME)
  },
}

const COMMON = {
  'own-goal-under-scorer': {
    requirements: '[SETL-06]',
    happens: over,
    differs: ({ goals }) => ({
      goals: goals.with(-1, {
        ...(goals.at(-1) as GoalEvent),
        ownGoal: true,
        scorer: expect.any(String) as string,
        playerId: expect.any(String) as string,
      }),
    }),
  },
  'goal-listed-twice': { requirements: '[SETL-06]', happens: over },
  'missed-penalty': { requirements: '[SETL-06]', happens: over },
  'cancelled-goal': cancelledGoal,
  'shoot-out-kicks': {
    requirements: '[SETL-06]',
    happens({ order, atMinute }) {
      order({ action: 'extra-time', penaltyHome: 3, penaltyAway: 4 })
      atMinute(AFTER_FULL_TIME)
    },
  },
  'stoppage-in-second-half': stoppageGoal,
  'second-yellow': {
    requirements: '[TICK-42]',
    happens({ order, atMinute }) {
      atMinute(20)
      order({ action: 'card', side: 'away', card: 'red card' })
    },
  },
} satisfies Readonly<Record<string, Case>>

/** One case for each scenario of each vendor; the compiler demands a case for a new scenario. */
const CASES: {
  readonly [vendor in FeedCase['vendor']]: { readonly [name in keyof (typeof VENDOR_SCENARIOS)[vendor]]: Case }
} = {
  apifootball: {
    ...COMMON,
    // The match is read before half time: no half-time score shows yet that the goal belongs to the first half.
    'stoppage-in-first-half': {
      requirements: '[SETL-06]',
      happens({ order, atMinute }) {
        atMinute(45.5)
        order({ action: 'goal', side: 'away' })
      },
    },
    'quoted-minutes': { requirements: '[LIVE-12]', happens: ({ atMinute }) => atMinute(72) },
    'no-statistics': {
      requirements: '[TICK-42]',
      happens: ({ atMinute }) => atMinute(20),
      differs: () => ({ incidents: null }),
    },
  },
  'api-football': {
    ...COMMON,
    'review-without-goal': cancelledGoal,
    'minute-before-start': {
      requirements: '[MKT-42]',
      happens: ({ atMinute }) => atMinute(30),
      differs: () => ({ status: { kind: 'held', text: "NS 30'" } }),
    },
    'away-team-first': { requirements: '[LIVE-37] [LIVE-40]', happens: ({ atMinute }) => atMinute(30) },
    'away-team-only': {
      requirements: '[LIVE-40]',
      happens: ({ atMinute }) => atMinute(30),
      differs: ({ lineups }) => ({
        statistics: { ok: true, value: {} },
        lineups: lineups.ok ? { ok: true, value: { ...lineups.value, home: null } } : lineups,
      }),
    },
  },
}

async function gameOf({ feed }: FeedCase, { simulator, clock }: MatchSetup): Promise<FeedGame> {
  const adapter = feed(simulator, () => clock.now())
  const games = await adapter.games(new Date(clock.now() - DAY_MS), new Date(clock.now() + DAY_MS))
  const game = games.ok ? games.value.find(({ homeTeam }) => homeTeam === 'Cedar') : undefined
  if (game === undefined) throw new Error('the feed does not list the match')
  return game
}

async function read(feedCase: FeedCase, world: MatchSetup) {
  const { matchId, status, score, halfTime, goals, goalsComplete, redCards, incidents } = await gameOf(feedCase, world)
  const facts = feedCase.facts(world.simulator)
  const statistics = await facts.statistics(matchId)
  const lineups = await facts.lineups(matchId)
  return { status, score, halfTime, goals, goalsComplete, redCards, incidents, statistics, lineups }
}

describe.each(FEEDS)('$name', (feedCase) => {
  const cases = Object.entries<Case>(CASES[feedCase.vendor]).map(([scenario, each]) => ({ scenario, ...each }))

  it.each(cases)(
    '$requirements the feed adapter reads a match in the scenario $scenario correctly',
    async ({ scenario, happens, differs }) => {
      const world = await startCedarElmMatch()
      happens(world)
      const plain = await read(feedCase, world)
      const { raw } = await gameOf(feedCase, world)
      world.order({ action: 'scenario', scenario })
      expect((await gameOf(feedCase, world)).raw).not.toEqual(raw)
      expect(plain.lineups).toMatchObject({ ok: true, value: { home: {}, away: {} } })
      expect(await read(feedCase, world)).toEqual({ ...plain, ...differs?.(plain) })
    },
  )

  it('[TICK-42] [INP-08] [INP-14] the feed adapter reports penalties, reviews and corners while they last, before the score changes', async () => {
    const world = await startCedarElmMatch()
    const adapter = feedCase.feed(world.simulator, () => world.clock.now())
    const reported = async () => {
      const live = await adapter.liveGames(new Date(world.clock.now()), true)
      const game = live.ok ? live.value.find(({ homeTeam }) => homeTeam === 'Cedar') : undefined
      return { incidents: game?.incidents, alerts: game?.alerts, isStopped: game?.isStopped === true }
    }
    world.atMinute(20)
    expect(await reported()).toEqual({ incidents: 0, alerts: 0, isStopped: false })
    world.order({ action: 'incident', kind: 'penalty', side: 'home' })
    // apifootball counts the award. API-Football reports that bets are stopped until the kick.
    const isCounted = feedCase.vendor === 'apifootball'
    const expected = (counted: object, stops: object) => ({ isStopped: false, ...(isCounted ? counted : stops) })
    const penalty = expected({ incidents: 1, alerts: 0 }, { incidents: 0, alerts: 1, isStopped: true })
    expect([await reported(), await reported()]).toEqual([penalty, penalty])
    world.atMinute(22)
    world.order({ action: 'incident', kind: 'review', side: 'away' })
    expect(await reported()).toEqual(
      expected({ incidents: 2, alerts: 0 }, { incidents: 0, alerts: 1, isStopped: true }),
    )
    world.atMinute(24)
    expect(await reported()).toEqual(expected({ incidents: 2, alerts: 0 }, { incidents: 1, alerts: 1 }))
    world.order({ action: 'incident', kind: 'corner', side: 'away' })
    expect(await reported()).toEqual(
      expected({ incidents: 2, alerts: 1 }, { incidents: 1, alerts: 2, isStopped: true }),
    )
  })
})

it('[INP-08] [INP-05] API-Football keeps its last live odds for 15 seconds, then they are late and its games take no bets', async () => {
  const [, feedCase] = FEEDS
  const world = await startCedarElmMatch()
  const adapter = feedCase?.feed(world.simulator, () => world.clock.now())
  const read = async (takesBets: boolean) => {
    const live = await adapter?.liveGames(new Date(world.clock.now()), takesBets)
    if (live?.ok !== true) throw new Error('no scores')
    const [game] = live.value.map(({ incidents, ageMs }) => ({ incidents, ageMs }))
    return { ...game, liveOdds: live.liveOdds }
  }
  world.atMinute(20)
  expect(await read(false)).toEqual({ incidents: null, ageMs: undefined, liveOdds: undefined })
  expect(await read(true)).toEqual({ incidents: 0, ageMs: 0, liveOdds: ['RECEIVED'] })
  world.simulator.control({ action: 'faults', mode: 'http-500', only: 'odds/live' })
  // A match minute takes a second.
  world.atMinute(25)
  expect(await read(true)).toEqual({ incidents: 0, ageMs: 5_000, liveOdds: ['REFUSED'] })
  world.atMinute(36)
  expect(await read(true)).toEqual({ incidents: null, ageMs: undefined, liveOdds: ['REFUSED'] })
  world.simulator.control({ action: 'faults' })
  expect(await read(true)).toEqual({ incidents: 0, ageMs: 0, liveOdds: ['RECEIVED'] })
  // The scores arrive although the request for live odds has no answer until its timeout.
  world.simulator.control({ action: 'faults', mode: 'silence', only: 'odds/live' })
  expect(await read(true)).toEqual({ incidents: 0, ageMs: 0, liveOdds: [] })
  world.atMinute(52)
  expect(await read(true)).toEqual({ incidents: null, ageMs: undefined, liveOdds: ['LATE'] })
})

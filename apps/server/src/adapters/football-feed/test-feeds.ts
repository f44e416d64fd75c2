import { startFootballFeed, type FootballFeedOptions } from '@mupiira/simulators/football-feed/start.ts'
import { manualClock, NOON, recordedRows, SEED } from '@mupiira/simulators/football-feed/test-feed.ts'
import type { VENDOR_SCENARIOS } from '@mupiira/simulators/football-feed/vendors.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FootballFeed, MatchFacts } from '../../modules/catalogue/ports.ts'
import { createApiFootball } from './api-football.ts'
import { createApiFootballFacts } from './api-football-facts.ts'
import { fixtureIdOf } from './api-football-fixture.ts'
import { createApifootball } from './apifootball.ts'
import { createApifootballFacts } from './apifootball-facts.ts'

/** Reading a full season takes a second, or ten on a busy machine. */
export const FEED_TIMEOUT_MS = 60_000

type Simulator = { readonly url: string; readonly apiKey: string }
export type FeedCase = {
  readonly name: string
  /** The vendor's name in the simulator. */
  readonly vendor: keyof typeof VENDOR_SCENARIOS
  feed(simulator: Simulator, now: () => number, timeoutMs?: number): FootballFeed
  facts(simulator: Simulator): MatchFacts
  /** The provider's id of the match. */
  idOf(matchId: string): string
}
/** The feeds with their adapters. The simulator serves the same season in each wire format. */
export const FEEDS: readonly FeedCase[] = [
  {
    name: 'apifootball',
    vendor: 'apifootball',
    feed: ({ url, apiKey }, _now, timeoutMs = FEED_TIMEOUT_MS) => createApifootball({ url, key: apiKey, timeoutMs }),
    facts: ({ url, apiKey }) => createApifootballFacts({ url, key: apiKey }),
    idOf: (matchId) => matchId,
  },
  {
    name: 'API-Football',
    vendor: 'api-football',
    feed: ({ url, apiKey }, now, timeoutMs = FEED_TIMEOUT_MS) =>
      createApiFootball({ url: `${url}/api-football`, key: apiKey, timeoutMs, clock: { now: () => new Date(now()) } }),
    facts: ({ url, apiKey }) => createApiFootballFacts({ url: `${url}/api-football`, key: apiKey }),
    idOf: (matchId) => fixtureIdOf(matchId) ?? '',
  },
]

const open: { close(): Promise<void> }[] = []
/** Call after each test. */
export async function closeSimulators(): Promise<void> {
  await Promise.all(open.splice(0).map((each) => each.close()))
}

export async function simulate(options: FootballFeedOptions = {}) {
  const clock = manualClock(NOON)
  const simulator = await startFootballFeed({ clock, seed: SEED, ...options })
  open.push(simulator)
  return { simulator, clock }
}

/** A match minute after the end of every match of `startCedarElmMatch`. */
export const AFTER_FULL_TIME = 400

/** Simulates two matches at sixty times real speed. Cedar leads Elm 1:0 and wins 5:1. */
export async function startCedarElmMatch() {
  const { simulator, clock } = await simulate({ empty: true })
  const { matches } = simulator.control({
    action: 'load',
    matches: recordedRows().slice(0, 2),
    kickoffInSeconds: 60,
    speed: 60,
  })
  const match = (matches as { match_id: string; kickoff: string; home: string }[]).find(({ home }) => home === 'Cedar')
  if (match === undefined) throw new Error('Cedar does not play')
  const kickoffMs = Date.parse(match.kickoff)
  return {
    simulator,
    clock,
    match: { id: match.match_id, kickoffMs },
    atMinute: (minute: number) => clock.set(kickoffMs + Math.round((minute * MINUTE_MS) / 60)),
    order: (order: object) => simulator.control({ match_id: match.match_id, ...order }),
  }
}
export type MatchSetup = Awaited<ReturnType<typeof startCedarElmMatch>>

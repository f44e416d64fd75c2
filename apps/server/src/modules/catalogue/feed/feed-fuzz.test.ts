import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seasonRows } from '@mupiira/simulators/football-feed/season/season-csv.ts'
import { generateSeason } from '@mupiira/simulators/football-feed/season/generated-season.ts'
import { startFootballFeed, type FootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { manualClock, NOON } from '@mupiira/simulators/football-feed/test-feed.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { proofSize } from '../../../../../../tests/support/proof.ts'
import { pageOf } from '../../../adapters/football-feed/api-football-call.ts'
import { readFixture } from '../../../adapters/football-feed/api-football-fixture.ts'
import { oddsIn } from '../../../adapters/football-feed/api-football-odds.ts'
import { readEvent, rowsOf } from '../../../adapters/football-feed/apifootball.ts'
import { medianOdds } from '../../../adapters/football-feed/apifootball-odds.ts'
import { newFeedGame, applyReport } from './apply-report.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'

const RUNS = proofSize({ small: 50, full: 250 })
const MATCHES = 12
const KICKOFF_MS = NOON + 10 * MINUTE_MS
/** Times during and after the match, if the match clock runs at normal speed. */
const [DURING, AFTER] = [KICKOFF_MS + 70 * MINUTE_MS, KICKOFF_MS + 300 * MINUTE_MS]

type Wire = {
  readonly name: string
  /** Requests all matches, or all odds. */
  request(
    simulator: FootballFeed,
    day: string,
    ids: readonly string[],
  ): Promise<{ readonly games: string; readonly odds: string }>
  games(text: string): readonly FeedGame[]
  odds(text: string): ReadonlyMap<string, object>
}
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const WIRES: readonly Wire[] = [
  {
    name: 'apifootball',
    async request({ url, apiKey }, date) {
      const get = async (action: string) =>
        (await fetch(`${url}/?action=${action}&from=${date}&to=${date}&timezone=UTC&APIkey=${apiKey}`)).text()
      return { games: await get('get_events'), odds: await get('get_odds') }
    },
    games(text) {
      const rows = rowsOf(text)
      return rows.ok ? rows.value.flatMap((row) => readEvent(row) ?? []) : []
    },
    odds(text) {
      const rows = rowsOf(text)
      return rows.ok ? medianOdds(rows.value) : new Map()
    },
  },
  {
    name: 'API-Football',
    async request({ url, apiKey }, date, ids) {
      const get = async (path: string) =>
        (await fetch(`${url}/api-football/${path}`, { headers: { 'x-apisports-key': apiKey } })).text()
      return { games: await get(`fixtures?ids=${ids.join('-')}`), odds: await get(`odds?date=${date}`) }
    },
    games(text) {
      const page = pageOf(text)
      return page.ok ? page.value.rows.flatMap((row) => readFixture(row) ?? []) : []
    },
    odds(text) {
      const page = pageOf(text)
      return page.ok ? oddsIn(page.value.rows) : new Map()
    },
  },
]

type Reported = { readonly before: string; readonly during: string; readonly after: string; readonly odds: string }
let simulator: FootballFeed
const answers = new Map<string, Reported>()

beforeAll(async () => {
  const clock = manualClock(NOON)
  simulator = await startFootballFeed({ clock, empty: true })
  const { matches } = simulator.control({
    action: 'load',
    matches: seasonRows(generateSeason('fuzz'), MATCHES),
    kickoffInSeconds: (KICKOFF_MS - NOON) / 1000,
    speed: 1,
  })
  const ids = (matches as { match_id: string }[]).map(({ match_id: id }) => id)
  for (const wire of WIRES) {
    const at = async (ms: number) => {
      clock.set(ms)
      return wire.request(simulator, day(KICKOFF_MS), ids)
    }
    const [before, during, after] = [await at(NOON), await at(DURING), await at(AFTER)]
    answers.set(wire.name, { before: before.games, during: during.games, after: after.games, odds: before.odds })
  }
})
afterAll(() => simulator.close())

/** Values that no valid response contains. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', '-', 'x', 'NaN', '1.5', '-1', '999999', true, false, -1, 1.5, 1e12, 2 ** 53),
  fc.constantFrom<unknown>([], {}, [null], [[]], { home: {} }, '\u0000', 'null', '<b>', ['Finished'], { short: 'FT' }),
  fc.string({ maxLength: 4 }).filter((text) => !/^[\s\d':+-]*$/.test(text)),
)
const mutation = fc.record({
  at: fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
  how: fc.constantFrom('replace', 'remove', 'repeat'),
  by: junk,
})

/** Follows a random path into the value and replaces or removes the value found there. */
function mutated(value: unknown, { at, how, by }: { at: number[]; how: string; by: unknown }): unknown {
  const [step = 0, ...rest] = at
  if (typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return by
  const child = (value as Record<string, unknown>)[key]
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  if (rest.length > 0 && typeof child === 'object' && child !== null) copy[key] = mutated(child, { at: rest, how, by })
  else if (how === 'remove') delete copy[key]
  else if (how === 'repeat' && Array.isArray(copy)) copy.push(child)
  else copy[key] = by
  return copy
}

/** The stored games before the last response: first reported before kick-off, then in the second half. */
function gamesKnown(wire: Wire, { before, during }: Reported): ReadonlyMap<string, GameRow> {
  const games = new Map<string, GameRow>()
  for (const match of wire.games(before)) games.set(match.matchId, newFeedGame(match, new Date(NOON)))
  for (const match of wire.games(during)) {
    const game = games.get(match.matchId)
    if (game !== undefined) games.set(match.matchId, applyReport(game, match, undefined, new Date(DURING)))
  }
  return games
}

const resultOf = (game: GameRow | undefined) =>
  game?.decision?.kind === 'result' ? { ...game.decision.result } : (game?.decision?.kind ?? null)

describe.each(WIRES)('responses of $name', (wire) => {
  const answer = (): Reported => answers.get(wire.name) ?? { before: '', during: '', after: '', odds: '' }

  it('unmutated feed responses settle each match with its true result', () => {
    const known = gamesKnown(wire, answer())
    const results = wire
      .games(answer().after)
      .map((match) => applyReport(known.get(match.matchId) as GameRow, match, undefined, new Date(AFTER)))
    expect(results).toHaveLength(MATCHES)
    for (const game of results)
      expect(game).toMatchObject({ status: 'finished', resultVersion: 1, decision: { kind: 'result' } })
  })

  it('[OPS-06] [SETL-06] mutated feed responses never crash the server, and never settle a game differently from its true result', () => {
    const { after } = answer()
    const known = gamesKnown(wire, answer())
    const trueResults = new Map(
      wire
        .games(after)
        .map((match) => [
          match.matchId,
          resultOf(applyReport(known.get(match.matchId) as GameRow, match, undefined, new Date(AFTER))),
        ]),
    )
    const full: unknown = JSON.parse(after)
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        const text = JSON.stringify(mutations.reduce(mutated, full))
        for (const match of wire.games(text)) {
          expectValid(match)
          const game = known.get(match.matchId)
          if (game === undefined) continue
          const result = resultOf(applyReport(game, match, undefined, new Date(AFTER)))
          if (result === null) continue
          const ended = trueResults.get(match.matchId)
          if (typeof result !== 'object' || typeof ended !== 'object' || ended === null)
            throw new Error(`${match.matchId} is ${JSON.stringify(result)}`)
          expect([result.home, result.away]).toEqual([ended.home, ended.away])
          if (result.halfTime !== undefined) expect(result.halfTime).toEqual(ended.halfTime)
          if (result.firstToScore !== undefined) expect(result.firstToScore).toBe(ended.firstToScore)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('[OPS-06] feed responses truncated at any position are rejected', () => {
    const { after, odds } = answer()
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.9999, noNaN: true }), (share) => {
        expect(wire.games(after.slice(0, Math.floor(after.length * share)))).toEqual([])
        expect([...wire.odds(odds.slice(0, Math.floor(odds.length * share)))]).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('[MKT-40] feed responses with mutated odds give valid prices or no prices', () => {
    const { odds, before } = answer()
    const full: unknown = JSON.parse(odds)
    const [match] = wire.games(before)
    if (match === undefined) throw new Error('no match')
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        for (const [, quoted] of wire.odds(JSON.stringify(mutations.reduce(mutated, full)))) {
          const game = applyReport(newFeedGame(match, new Date(NOON)), match, quoted as never, new Date(NOON))
          for (const price of [game.homeOdds, game.drawOdds, game.awayOdds]) {
            expect(price === null || (Number.isInteger(price) && price > 100 && price <= 1_000_000)).toBe(true)
          }
        }
      }),
      { numRuns: RUNS },
    )
  })
})

/** Invariants that the rest of the application relies on. */
function expectValid(match: FeedGame): void {
  for (const text of [match.matchId, match.homeTeam, match.awayTeam]) expect(text.trim()).not.toBe('')
  expect(Number.isFinite(match.startsAt.getTime())).toBe(true)
  for (const score of [match.score, match.halfTime, match.redCards]) {
    if (score === null) continue
    for (const count of [score.home, score.away])
      expect(Number.isInteger(count) && count >= 0 && count <= 99).toBe(true)
  }
  for (const { team, minute } of match.goals) {
    expect(['home', 'away']).toContain(team)
    expect(Number.isInteger(minute) && minute >= 1 && minute <= 90).toBe(true)
  }
  if (match.status.kind === 'live' && match.status.minute !== null) {
    expect(Number.isInteger(match.status.minute) && match.status.minute >= 0 && match.status.minute <= 999).toBe(true)
  }
}

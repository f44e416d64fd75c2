import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GameFacts, ruledGame } from '../../../../tests/support/game-rules.ts'
import type { Team } from '../../../../tests/support/market-rules.ts'
import { proofSize } from '../../../../tests/support/proof.ts'
import { GAME_STATUSES, type GameStatus } from '../ticket/states.ts'
import { decisionOf, type GameForDecision } from './decision.ts'

// Random games, finished or not, are void, waiting or settled as the rules page says.

const start = Date.parse('2026-11-21T15:00:00Z')
const at = (hours: number): Date => new Date(start + hours * 3_600_000)

const halfHours = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 2 * least, max: 2 * most }).map((count) => count / 2)
const score = fc.record({ home: fc.nat(2), away: fc.nat(2) })
const rarely = fc.nat(9).map((roll) => roll === 0)

/** Half of the games have goals that match their scores. The others have any goals and scores. */
const goalsAndScores = fc.oneof(
  fc.record({
    goals: fc.array(
      fc.record({ team: fc.constantFrom<Team>('home', 'away'), minute: fc.integer({ min: 1, max: 90 }) }),
      {
        maxLength: 3,
      },
    ),
    score: fc.option(score),
    halfTime: fc.option(score),
  }),
  fc
    .array(fc.record({ team: fc.constantFrom<Team>('home', 'away'), minute: fc.constantFrom(1, 45, 46, 90) }), {
      maxLength: 4,
    })
    .map((goals) => {
      const count = (until: number, side: Team): number =>
        goals.filter(({ team, minute }) => team === side && minute <= until).length
      return {
        goals,
        score: { home: count(90, 'home'), away: count(90, 'away') },
        halfTime: { home: count(45, 'home'), away: count(45, 'away') },
      }
    }),
)

const facts: fc.Arbitrary<GameFacts> = fc
  .tuple(
    fc.record({
      status: fc.oneof(fc.constantFrom('finished', 'live'), fc.constantFrom(...GAME_STATUSES)),
      isManual: fc.boolean(),
      retired: rarely,
      minutesPassed: fc.oneof(fc.constantFrom(89, 94, 95, 99, 99.5, 100, 104, 105, 119, 120), fc.nat(200)),
      breakMinutes: fc.constantFrom(5, 10, 15),
      durationMinutes: fc.constantFrom(95, 100, 120),
      earlier: fc.array(fc.record({ start: halfHours(-60, 30), replacedAt: halfHours(-80, 8) }), { maxLength: 3 }),
      isListComplete: fc.boolean(),
      confirmed: rarely,
    }),
    goalsAndScores,
  )
  .map(([game, scores]) => ({ ...game, ...scores }))

const gameOf = (game: GameFacts): GameForDecision => ({
  sport: 'soccer',
  source: game.isManual ? 'hand' : 'feed',
  status: game.status as GameStatus,
  startsAt: at(0),
  earlierStarts: game.earlier.map((each) => ({ startsAt: at(each.start), until: at(each.replacedAt) })),
  minutesPassed: game.minutesPassed,
  breakDuration: game.breakMinutes,
  matchDuration: game.durationMinutes,
  score: game.score,
  halfTime: game.halfTime,
  goals: game.goals,
  goalsComplete: game.isListComplete,
  retired: game.retired,
  confirmed: game.confirmed,
})

it('[SETL-03] [SETL-06] [SETL-40] [SETL-47] [SETL-48] random games are void, waiting or settled as the rules page says', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(facts, halfHours(0, 36), (game, hours) => {
      const decision = decisionOf(gameOf(game), at(hours))
      const ruled = ruledGame(game, hours)
      const decided =
        decision.kind === 'result' ? { home: decision.result.home, away: decision.result.away } : decision.kind
      expect(decided).toEqual(ruled)
      seen.add(decision.kind)
    }),
    { numRuns: proofSize({ small: 5_000, full: 200_000 }) },
  )
  expect(seen).toEqual(new Set(['void', 'waiting', 'result']))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type MatchFacts,
  RULED_MARKETS,
  ruledOutcome,
  type Score,
  type Team,
} from '../../../../tests/support/market-rules.ts'
import { proofSize } from '../../../../tests/support/proof.ts'
import { decisionOf, type GameForDecision } from '../match/decision.ts'
import type { GoalEvent } from '../match/goals.ts'
import { selectionIdsOf } from './catalogue.ts'
import { isSelectionId, settle } from './settle.ts'
import { MARKET_IDS, type MarketId, type MatchResult } from './types.ts'

// Random matches, goal by goal, settle as the rules page says. The rules of `market-rules.ts` share no code with the
// domain. A match is known completely, or only in part, as feeds and staff report it.

const rulebooks = ['house', 'industry'] as const
const runs = proofSize({ small: 300, full: 10_000 })
const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, count) => count)
const quarters = upTo(16).map((count) => count / 4)

/** Selections that the catalogue does not offer, but tickets may have: whole and quarter lines, other scores. */
const OTHER_SELECTIONS: { readonly [market in MarketId]?: readonly string[] } = {
  over_under: quarters.flatMap((line) => [`over_${line}`, `under_${line}`]),
  first_half_over_under: quarters.flatMap((line) => [`over_${line}`, `under_${line}`]),
  asian_handicap: quarters.flatMap((line) =>
    ['home', 'away'].flatMap((team) => [`${team}_-${line}`, `${team}_+${line}`]),
  ),
  correct_score: upTo(4).flatMap((home) => upTo(4).map((away) => `${home}-${away}`)),
  total_goals: ['0-3', '5-5', '2+'],
  exact_goals: ['7', '3+'],
  winning_margin: ['home_4', 'away_2+', 'away_10'],
}

const game = { sport: 'soccer', homeTeam: 'Vipers', awayTeam: 'KCCA', knockout: true, drawPossible: true } as const
const scoring = { share: 0.3, quotedHundredths: 400 }
const TEAMS = { home: ['Okello', 'Kato', 'Mugisha'], away: ['Ssali', 'Odongo', 'Opio'] } as const
const PLAYED = [...TEAMS.home, ...TEAMS.away]
const players = [...PLAYED, 'Wasswa'].map((id) => ({ id, name: id, side: 'home', scoring }) as const)

const selectionsOf = (market: MarketId): readonly string[] => [
  ...new Set([
    ...(['home', 'away'] as const).flatMap((favourite) => selectionIdsOf(market, { ...game, favourite, players })),
    ...(OTHER_SELECTIONS[market] ?? []),
  ]),
]

type Match = { readonly goals: readonly GoalEvent[]; readonly goesThrough: Team | 'nobody' | null }
const match: fc.Arbitrary<Match> = fc.record({
  goals: fc.array(
    fc
      .record({
        team: fc.constantFrom<Team>('home', 'away'),
        minute: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constantFrom(45, 46)),
        player: fc.nat(2),
        ownGoal: fc.nat(9).map((roll) => roll === 0),
      })
      .map(({ team, minute, player, ownGoal }) => {
        const scorer = TEAMS[(team === 'home') === ownGoal ? 'away' : 'home'][player] ?? ''
        return { team, minute, ownGoal, scorer, playerId: scorer }
      }),
    { maxLength: 9, size: 'max' },
  ),
  goesThrough: fc.constantFrom('home', 'away', 'nobody', null),
})

const scoreOf = (goals: readonly GoalEvent[]): Score => ({
  home: goals.filter(({ team }) => team === 'home').length,
  away: goals.filter(({ team }) => team === 'away').length,
})
const halfTimeOf = (goals: readonly GoalEvent[]): Score => scoreOf(goals.filter(({ minute }) => minute <= 45))

function factsOf({ goals, goesThrough }: Match): MatchFacts {
  const byMinute = goals.toSorted((a, b) => a.minute - b.minute)
  const scorers = goals.flatMap(({ ownGoal, scorer }) => (ownGoal === true ? [] : [scorer ?? '']))
  const firstGoal = byMinute[0]?.team ?? 'none'
  return { ...scoreOf(goals), halfTime: halfTimeOf(goals), firstGoal, scorers, players: PLAYED, goesThrough }
}

const start = new Date('2026-11-21T15:00:00Z')
const ended: Omit<GameForDecision, 'score' | 'halfTime' | 'goals'> = {
  sport: 'soccer',
  source: 'feed',
  status: 'finished',
  startsAt: start,
  minutesPassed: 0,
  breakDuration: null,
  matchDuration: null,
  goalsComplete: true,
  participants: PLAYED,
}

type Report = (match: Match) => { readonly game: GameForDecision; readonly facts: MatchFacts }

/** What the product receives of a match, and what a spectator of the same report knows. */
const REPORTS: Readonly<Record<string, Report>> = {
  'all facts from a feed': (match) => {
    const { goals } = match
    return { game: { ...ended, score: scoreOf(goals), halfTime: halfTimeOf(goals), goals }, facts: factsOf(match) }
  },
  'goals entered by staff': (match) => ({
    // Staff enter the score of a match without goals.
    game: {
      ...ended,
      source: 'hand',
      score: match.goals.length === 0 ? { home: 0, away: 0 } : null,
      halfTime: null,
      goals: match.goals,
    },
    facts: factsOf(match),
  }),
  'goals without scorers': (match) => {
    const goals = match.goals.map((goal) => ({ ...goal, scorer: null, playerId: null }))
    const facts = factsOf(match)
    return {
      game: { ...ended, score: scoreOf(goals), halfTime: halfTimeOf(goals), goals },
      facts: { ...facts, scorers: facts.scorers?.length === 0 ? [] : null },
    }
  },
  'goals that the feed calls incomplete': (match) => ({
    game: {
      ...ended,
      score: scoreOf(match.goals),
      halfTime: halfTimeOf(match.goals),
      goals: match.goals,
      goalsComplete: false,
    },
    facts: { ...factsOf(match), firstGoal: null, scorers: match.goals.length === 0 ? [] : null },
  }),
  'half-time and final score only': (match) => ({
    game: {
      ...ended,
      score: scoreOf(match.goals),
      halfTime: halfTimeOf(match.goals),
      goals: [],
      goalsComplete: false,
    },
    facts: { ...factsOf(match), firstGoal: null, scorers: match.goals.length === 0 ? [] : null },
  }),
  'the final score only': (match) => {
    const isGoalless = match.goals.length === 0
    const { participants: _, ...unknown } = ended
    return {
      game: { ...unknown, score: scoreOf(match.goals), halfTime: null, goals: [], goalsComplete: false },
      facts: {
        ...factsOf(match),
        halfTime: isGoalless ? { home: 0, away: 0 } : null,
        firstGoal: null,
        scorers: null,
        players: null,
      },
    }
  },
}

function resultOf({ goesThrough }: Match, reported: GameForDecision): MatchResult {
  const known = goesThrough === null ? reported : { ...reported, qualifier: goesThrough }
  const decision = decisionOf(known, new Date(start.getTime() + 2 * 3_600_000))
  if (decision.kind !== 'result') throw new Error(`no result: ${JSON.stringify(decision)}`)
  return decision.result
}

describe('every market, as the rules page says', () => {
  it('[MKT-20] the rules of the second implementation cover every market', () => {
    expect(new Set(RULED_MARKETS)).toEqual(new Set(MARKET_IDS))
    for (const market of MARKET_IDS)
      for (const selection of selectionsOf(market))
        expect([selection, isSelectionId(market, selection)]).toEqual([selection, true])
  })

  it.each(MARKET_IDS)(
    '[SETL-06] [SETL-39] the market %s settles random matches as the rules page says, whatever is reported of them',
    (market) => {
      const selections = selectionsOf(market)
      fc.assert(
        fc.property(match, fc.constantFrom(...Object.keys(REPORTS)), (played, report) => {
          const { game: reported, facts } = (REPORTS[report] as Report)(played)
          const result = resultOf(played, reported)
          for (const rulebook of rulebooks) {
            const settled = selections.map((selection) => [selection, settle(market, selection, result, rulebook)])
            const ruled = selections.map((selection) => [selection, ruledOutcome(facts, market, selection, rulebook)])
            expect(settled).toEqual(ruled)
          }
        }),
        { numRuns: runs },
      )
    },
  )

  it('[SETL-48] basketball and tennis settle the winner only, and a retirement is void', () => {
    const score = fc.record({ home: fc.nat(140), away: fc.nat(140) })
    fc.assert(
      fc.property(score, fc.constantFrom('basketball', 'tennis'), fc.boolean(), (points, sport, retired) => {
        const result: MatchResult = { sport, ...points, retired }
        const facts = { ...factsOf({ goals: [], goesThrough: null }), ...points }
        for (const pick of ['1', 'X', '2'])
          expect(settle('1x2', pick, result, 'house')).toBe(
            retired ? 'void' : ruledOutcome(facts, '1x2', pick, 'house'),
          )
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Player, Side } from '../markets/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { priceSelection } from './price-game.ts'
import { probabilityOf } from './probability.ts'
import { POSITIONS, type Position, type ScorerRecord, withRecords } from './scorer-records.ts'
import { chanceOfShare, goalsOf, scoringOf } from './scorers.ts'
import { fairMatches, game, scoreParams } from './test-prices.ts'
import type { ScoreParams } from './types.ts'

const PARAMS = scoreParams({ home: 0.5, draw: 0.26, away: 0.24, over25: 0.55 })
const ELEVEN: readonly Position[] = [
  'goalkeeper',
  ...(['defender', 'defender', 'defender', 'defender'] as const),
  ...(['midfielder', 'midfielder', 'midfielder'] as const),
  ...(['forward', 'forward', 'forward'] as const),
]
const eleven = (side: Side): Player[] =>
  ELEVEN.map((_, at) => ({ id: `${side}${at}`, name: `${side} Player${at}`, side }))
const PLAYERS = [...eleven('home'), ...eleven('away')]

type Made = { readonly matches?: number; readonly goals?: readonly number[] }
/** Usual goals of a season by position in `ELEVEN`; the last player is the best forward. */
const GOALS = [0, 1, 1, 2, 1, 4, 3, 5, 6, 8, 17]
const records = (side: Side, { matches = 30, goals = GOALS }: Made = {}): ScorerRecord[] =>
  ELEVEN.map((position, at) => ({ playerId: `${side}${at}`, position, matches, goals: goals[at] ?? 0 }))

const SIDES = { home: records('home'), away: records('away') }
const chanceOf = (id: string, players: readonly Player[], params: ScoreParams = PARAMS): number | null =>
  probabilityOf(params, 'anytime_scorer', id, 'house', { players })
const oddsOf = (id: string, players: readonly Player[], params: ScoreParams = PARAMS): number | null => {
  const options = { rulebook: 'house', overround: DEFAULT_SETTINGS.overround } as const
  const price = priceSelection(params, { ...game, players }, 'anytime_scorer', id, options)
  return price === null || price.oddsHundredths === null ? null : price.oddsHundredths / 100
}
const homeWith = (change: Made): readonly Player[] =>
  withRecords(PLAYERS, { ...SIDES, home: records('home', change) }, PARAMS)

describe('[SETL-30] goalscorer prices from player records', () => {
  it('a player with more goals has lower Goalscorer odds than a teammate with fewer goals', () => {
    const players = withRecords(PLAYERS, SIDES, PARAMS)
    const [star = 0, second = 0, defender = 0] = ['home10', 'home9', 'home1'].map((id) => oddsOf(id, players) ?? 0)
    expect(star).toBeLessThan(second)
    expect(second).toBeLessThan(defender)
    // The player scored 17 of the team's 48 goals in 30 matches.
    expect(chanceOf('home10', players)).toBeGreaterThan(0.35)
    expect(chanceOf('home10', players)).toBeLessThan(0.5)
  })

  it('a short scoring record counts less than a long record with the same goal rate', () => {
    const long = chanceOf('home10', homeWith({ matches: 30, goals: GOALS }))
    const short = chanceOf('home10', homeWith({ matches: 6, goals: GOALS.map((goals) => Math.round(goals / 5)) }))
    expect(short ?? 0).toBeLessThan(long ?? 0)
    expect(short ?? 0).toBeGreaterThan(0.2)
  })

  it('a price from a short scoring record has more margin than a price from a long record', () => {
    const marginOf = (change: Made): number => {
      const players = homeWith(change)
      return 1 / ((oddsOf('home10', players) ?? 0) * (chanceOf('home10', players) ?? 0))
    }
    const long = marginOf({ matches: 38, goals: GOALS })
    expect(long).toBeGreaterThan(1.12)
    expect(marginOf({ matches: 5, goals: GOALS.map((goals) => Math.round(goals / 7)) })).toBeGreaterThan(long)
  })

  const without: readonly (readonly [string, () => readonly Player[], string])[] = [
    ['fewer than five matches', () => homeWith({ matches: 4 }), 'home10'],
    ['no recorded goals as a goalkeeper', () => withRecords(PLAYERS, SIDES, PARAMS), 'home0'],
    [
      'no record',
      () =>
        withRecords(
          PLAYERS,
          { ...SIDES, home: records('home').filter(({ playerId }) => playerId !== 'home10') },
          PARAMS,
        ),
      'home10',
    ],
    ['a record of the other team only', () => withRecords(PLAYERS, { home: null, away: SIDES.home }, PARAMS), 'home10'],
    [
      'a line-up that is not complete',
      () =>
        withRecords(
          PLAYERS.filter(({ id }) => id !== 'home3'),
          SIDES,
          PARAMS,
        ),
      'home10',
    ],
    ['no score model', () => withRecords(PLAYERS, SIDES, null), 'home10'],
  ]
  it.each(without)('with %s a player has no price', (_, players, id) => {
    expect(oddsOf(id, players())).toBeNull()
  })

  const shareOf = (id: string, players: readonly Player[]): number => scoringOf(id, players)?.share ?? 0
  /** A team with 27 goals in 20 matches: 1.35 goals per match, as usual. */
  const USUAL_TEAM = [0, 1, 1, 1, 1, 2, 3, 3, 5, 5, 5]
  const usualWith = (at: number, change: Partial<ScorerRecord>): readonly Player[] => {
    const home = records('home', { matches: 20, goals: USUAL_TEAM })
    return withRecords(
      PLAYERS,
      { ...SIDES, home: home.map((each, no) => (no === at ? { ...each, ...change } : each)) },
      PARAMS,
    )
  }

  it('the line-up shares all goals of its side except own goals', () => {
    const players = withRecords(PLAYERS, SIDES, PARAMS)
    for (const side of ['home', 'away'] as const) {
      const shares = players.filter((player) => player.side === side).map(({ id }) => shareOf(id, players))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.97, 9)
    }
  })

  it('three goals are added to the record of every player, so a position counts as well as the goals', () => {
    const players = usualWith(10, {})
    // Forwards with 5 goals each, and midfielders with 2 and 3 goals, all in 20 matches.
    expect(shareOf('home10', players)).toBeCloseTo(shareOf('home9', players), 12)
    expect(shareOf('home6', players) / shareOf('home5', players)).toBeCloseTo((3 + 3) / (2 + 3), 9)
  })

  it.each([
    [10, 'forward', 10.1],
    [6, 'midfielder', 22.2],
    [3, 'defender', 63.5],
  ])('the three goals of player %d, a %s, count as %d matches', (at, _position, priorMatches) => {
    const long = shareOf(`home${at}`, usualWith(at, {}))
    const players = usualWith(at, { matches: 10 })
    // The others keep their rates, so their shares show the change of the total.
    const total = shareOf('home8', usualWith(at, {})) / shareOf('home8', players)
    expect((shareOf(`home${at}`, players) / long) * total).toBeCloseTo((20 + priorMatches) / (10 + priorMatches), 2)
  })

  it.each([
    [17, 1.592],
    [5, 2],
    [0, 2.802],
  ])('the highest price of a player with %d goals is that of the 99th percentile of the rate', (goals, factor) => {
    // The percentiles of a gamma distribution with 3 more goals, as multiples of its mean (chi-square table).
    const players = homeWith({ goals: [...GOALS.slice(0, 10), goals] })
    const scoring = scoringOf('home10', players)
    const chance = chanceOfShare((scoring?.share ?? 0) * factor, goalsOf('home', PARAMS))
    expect((scoring?.quotedHundredths ?? 0) / (100 / chance)).toBeCloseTo(1, 2)
  })

  it('a starter without a record counts as a midfielder who has not played', () => {
    const unknown = withRecords(PLAYERS, { ...SIDES, home: SIDES.home.filter((_, at) => at !== 6) }, PARAMS)
    const home = SIDES.home.map((each, at) => (at === 6 ? { ...each, matches: 0, goals: 0 } : each))
    expect(unknown).toEqual(withRecords(PLAYERS, { ...SIDES, home }, PARAMS))
    expect(shareOf('home10', unknown)).toBeGreaterThan(0)
  })

  it.each([
    ['4 goals in one match', { matches: 1, goals: 4 }, true],
    ['5 goals in one match', { matches: 1, goals: 5 }, false],
    ['5 goals in two matches', { matches: 2, goals: 5 }, false],
    ['10 goals in 5 matches', { matches: 5, goals: 10 }, true],
    ['11 goals in 5 matches', { matches: 5, goals: 11 }, false],
  ])('a record of %s leaves the line-up its prices: %s', (_, record, isPriced) => {
    const home = SIDES.home.map((each, at) => (at === 9 ? { ...each, ...record } : each))
    const players = withRecords(PLAYERS, { ...SIDES, home }, PARAMS)
    expect(oddsOf('home10', players) !== null).toBe(isPriced)
    expect(oddsOf('away10', players)).not.toBeNull()
  })

  it('a line-up with one player twice has no prices', () => {
    const twice = PLAYERS.map((player) => (player.id === 'home3' ? { ...player, id: 'home4' } : player))
    expect(oddsOf('home10', withRecords(twice, SIDES, PARAMS))).toBeNull()
  })

  it('scoring records are matched to players by id, in any order', () => {
    const reversed = { home: SIDES.home.toReversed(), away: SIDES.away.toReversed() }
    expect(withRecords(PLAYERS, reversed, PARAMS)).toEqual(withRecords(PLAYERS, SIDES, PARAMS))
  })

  const anyRecords = (side: Side) =>
    fc
      .array(fc.record({ matches: fc.integer({ min: 0, max: 60 }), goals: fc.integer({ min: 0, max: 60 }) }), {
        minLength: 11,
        maxLength: 11,
      })
      .chain((made) =>
        fc.array(fc.constantFrom(...POSITIONS), { minLength: 11, maxLength: 11 }).map((positions) =>
          made.map((each, at): ScorerRecord => {
            return { ...each, playerId: `${side}${at}`, position: positions[at] ?? 'forward' }
          }),
        ),
      )

  it('scoring probabilities are between 0 and 1, add up to at most the team’s goals, and give no price above fair odds', () => {
    fc.assert(
      fc.property(fairMatches, anyRecords('home'), anyRecords('away'), (fair, home, away) => {
        const params = scoreParams(fair)
        const players = withRecords(PLAYERS, { home, away }, params)
        for (const side of ['home', 'away'] as const) {
          const shares = players.flatMap((player) => (player.side === side ? (player.scoring?.share ?? 0) : []))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.97 + 1e-9)
        }
        for (const { id, scoring } of players) {
          if (scoring === undefined) continue
          const chance = chanceOf(id, players, params) ?? -1
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
          const odds = oddsOf(id, players, params)
          if (odds !== null) expect(odds * chance).toBeLessThan(1)
        }
      }),
      { numRuns: 150 },
    )
  })
})

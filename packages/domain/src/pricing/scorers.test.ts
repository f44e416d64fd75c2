import { describe, expect, it } from 'vitest'
import type { Player, Side } from '../markets/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { priceSelection } from './price-game.ts'
import { probabilityOf } from './probability.ts'
import { jointOdds, jointProbability } from './same-game.ts'
import { chanceOfShare, goalsOf, highestHundredths, scoringOf, withScoring } from './scorers.ts'
import { game, scoreParams } from './test-prices.ts'
import type { ScorerQuote } from './types.ts'

const PARAMS = scoreParams({ home: 0.5, draw: 0.26, away: 0.24, over25: 0.55 })
/** True shares of an eleven with a star; they sum to the goals that starters score. */
const SHARES = [0.32, 0.13, 0.1, 0.08, 0.06, 0.04, 0.03, 0.02, 0.02, 0.013, 0.001] as const

const eleven = (side: Side): Player[] =>
  SHARES.map((_, at) => ({ id: `${side}${at}`, name: `${side} Player${at}`, side }))
const PLAYERS = [...eleven('home'), ...eleven('away')]
const TRUE_PLAYERS = PLAYERS.map((player, at) => ({
  ...player,
  scoring: { share: SHARES[at % SHARES.length] ?? 0, quotedHundredths: 100_000 },
}))
const chanceOf = (id: string, players: readonly Player[]): number | null =>
  probabilityOf(PARAMS, 'anytime_scorer', id, 'house', { players })
const trueChance = (id: string): number => chanceOf(id, TRUE_PLAYERS) ?? 0

type Margin = (chance: number) => number
/** Decimal odds of a bookmaker whose margin depends on the probability. */
const quotesWith = (margin: Margin, of: readonly Player[] = PLAYERS): ScorerQuote[] =>
  of.map(({ id, name }) => ({ name, odds: Math.max(1.01, 1 / (trueChance(id) * (1 + margin(trueChance(id))))) }))

const MARGINS: readonly (readonly [string, Margin])[] = [
  ['none', () => 0],
  ['an equal share of each price', () => 0.2],
  ['half of each price', () => 0.5],
  ['more on long odds', (chance) => 0.05 + 0.4 * (1 - chance) ** 3],
  ['only on long odds', (chance) => (chance > 0.4 ? 0.02 : 0.4)],
]

describe('goalscorer prices', () => {
  it.each(MARGINS)(
    '[MKT-34] with the scorer margin "%s", no Goalscorer price is above fair odds or the feed’s odds',
    (_, margin) => {
      const quotes = quotesWith(margin)
      const players = withScoring(PLAYERS, quotes, PARAMS)
      const options = { rulebook: 'house', overround: DEFAULT_SETTINGS.overround } as const
      PLAYERS.forEach(({ id }, at) => {
        for (const movement of [
          { home: 0, away: 0 },
          { home: -0.02, away: -0.02 },
        ]) {
          const ours = priceSelection(PARAMS, { ...game, players }, 'anytime_scorer', id, { ...options, movement })
          expect((ours?.oddsHundredths ?? Infinity) / 100, id).toBeLessThan(1 / trueChance(id))
          expect((ours?.oddsHundredths ?? Infinity) / 100, id).toBeLessThanOrEqual(quotes[at]?.odds ?? 0)
        }
      })
    },
  )

  it.each(MARGINS)(
    '[SLIP-05] with the scorer margin "%s", no same-game combination with a likely scorer is above fair odds',
    (_, margin) => {
      const players = withScoring(PLAYERS, quotesWith(margin), PARAMS)
      const overroundPercent = DEFAULT_SETTINGS.overround.same_game
      for (const other of [
        { market: '1x2', selectionId: '1' },
        { market: 'over_under', selectionId: 'over_2.5' },
      ] as const) {
        const picks = [{ market: 'anytime_scorer', selectionId: 'home0' } as const, other]
        const joint = jointOdds(PARAMS, picks, { rulebook: 'house', overroundPercent, players })
        const truth = jointProbability(PARAMS, picks, 'house', { players: TRUE_PLAYERS }) ?? 0
        expect(joint.ok && joint.value / 100).toBeLessThan(1 / truth)
      }
    },
  )

  it('a likely scorer is priced by the odds for that player, not by the player’s position', () => {
    const players = withScoring(
      PLAYERS,
      quotesWith(() => 0.15),
      PARAMS,
    )
    expect(trueChance('home0')).toBeGreaterThan(0.42)
    expect(chanceOf('home0', players)).toBeGreaterThan(trueChance('home0'))
    expect(chanceOf('home0', players)).toBeLessThanOrEqual(trueChance('home0') * 1.1501)
  })

  it.each(MARGINS)(
    'with the scorer margin "%s", the goal shares of a line-up add up to less than 100 percent',
    (_, margin) => {
      const players = withScoring(PLAYERS, quotesWith(margin), PARAMS)
      for (const side of ['home', 'away'] as const) {
        const shares = players.flatMap((player) => (player.side === side ? (player.scoring?.share ?? 0) : []))
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.97)
      }
    },
  )

  it('scorer odds without margin for a whole line-up reproduce each player’s goal share', () => {
    const players = withScoring(
      PLAYERS,
      quotesWith(() => 0),
      PARAMS,
    )
    SHARES.forEach((share, at) => expect(scoringOf(`home${at}`, players)?.share).toBeCloseTo(share, 2))
  })

  const noQuotes: readonly (readonly [string, readonly ScorerQuote[]])[] = [
    ['no quotes', []],
    ['odds of 1.00', PLAYERS.map(({ name }) => ({ name, odds: 1 }))],
    ['quotes of players who are not in the line-ups', [{ name: 'C. Other', odds: 2 }]],
    ['quotes that imply three times the team’s goals', PLAYERS.map(({ name }) => ({ name, odds: 1.6 }))],
  ]
  it.each(noQuotes)('with %s, no player has a Goalscorer price', (_, quotes) => {
    const players = withScoring(TRUE_PLAYERS, quotes, PARAMS)
    expect(players).toEqual(PLAYERS)
    expect(chanceOf('home0', players)).toBeNull()
  })

  it('a sport without goals has no goalscorer prices', () => {
    const winner = { kind: 'winner', version: 1, home: 0.5, draw: 0, away: 0.5 } as const
    expect(
      withScoring(
        PLAYERS,
        quotesWith(() => 0),
        winner,
      ),
    ).toEqual(PLAYERS)
    expect(
      withScoring(
        PLAYERS,
        quotesWith(() => 0),
        null,
      ),
    ).toEqual(PLAYERS)
  })

  it.each([
    ['Bukayo Saka', ['B. Saka'], ['B. Saka']],
    ['Kylian Mbappé', ['Kylian Mbappe'], ['Kylian Mbappe']],
    ['Bukayo Saka', ['C. Saka'], []],
    ['James Okello', ['J. Okello', 'J. Okello'], []],
    ['Joseph Okello', ['Joseph Okello', 'J. Okello'], ['Joseph Okello']],
    ['Rodri', ['Rodri', 'A. Rodri'], ['Rodri']],
    ['Rodri', ['A. Rodri'], []],
    ['A. Rodri', ['Rodri'], []],
    ['Jean-Pierre Okello', ['J. Okello'], ['J. Okello']],
    ['  KYLIAN  MBAPPE ', ['Kylian Mbappé'], ['Kylian Mbappé']],
    ['Bukayo Saka', ['B. Sako'], []],
    ['J. Okello', ['J. Okello', 'J. Okello'], []],
    ['James Okello', ['James Okello', 'J. Okello', 'J. Okello'], ['James Okello']],
  ] as const)('feed odds for %s are assigned, in the line-up %j, to %j', (name, names, expected) => {
    const players = names.map((each, at) => ({ id: String(at), name: each, side: at === 0 ? 'home' : 'away' }) as const)
    const priced = withScoring(players, [{ name, odds: 4 }], PARAMS).filter(({ scoring }) => scoring !== undefined)
    expect(priced.map((player) => player.name)).toEqual(expected)
  })

  it('the highest price of a scorer is the exact price of the feed, and other selections have no such limit', () => {
    const listed = [{ id: 'p9', name: 'B. Saka', side: 'home' } as const]
    const pick = { market: 'anytime_scorer', selectionId: 'p9' } as const
    for (const odds of [2.3, 4.35, 8.2]) {
      const players = withScoring(listed, [{ name: 'B. Saka', odds }], PARAMS)
      expect(highestHundredths(pick, players)).toBe(Math.round(odds * 100))
    }
    expect(highestHundredths(pick, listed)).toBe(0)
    expect(highestHundredths(pick)).toBe(0)
    expect(highestHundredths({ market: '1x2', selectionId: '1' })).toBe(Infinity)
  })

  it('a player scores with the probability that at least one goal of the side is the player’s', () => {
    expect(chanceOfShare(0.5, [0.5, 0.5])).toBeCloseTo(0.25, 12)
    expect(chanceOfShare(0.5, [0, 0, 1])).toBeCloseTo(0.75, 12)
    expect(chanceOfShare(0, [0.2, 0.3, 0.5])).toBeCloseTo(0, 12)
    expect(chanceOfShare(1, [0.2, 0.3, 0.5])).toBeCloseTo(0.8, 12)
  })

  it('the goals of a side are those of all scores', () => {
    const [home, away] = [goalsOf('home', PARAMS), goalsOf('away', PARAMS)]
    const mean = (goals: readonly number[]) => goals.reduce((sum, chance, count) => sum + chance * count, 0)
    for (const goals of [home, away]) expect(goals.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(mean(home)).toBeGreaterThan(mean(away))
    expect(home[0]).toBeCloseTo(probabilityOf(PARAMS, 'home_total', '0', 'house') ?? 0, 12)
    expect(away[2]).toBeCloseTo(probabilityOf(PARAMS, 'away_total', '2', 'house') ?? 0, 12)
  })

  it('several odds for one player give the price of the lowest odds', () => {
    const players = [{ id: 'p9', name: 'B. Saka', side: 'home' } as const]
    const one = withScoring(players, [{ name: 'Bukayo Saka', odds: 2.5 }], PARAMS)
    const two = withScoring(
      players,
      [
        { name: 'B. Saka', odds: 4 },
        { name: 'Bukayo Saka', odds: 2.5 },
      ],
      PARAMS,
    )
    expect(two).toEqual(one)
    expect(probabilityOf(PARAMS, 'anytime_scorer', 'p9', 'house', { ...game, players: one })).toBeCloseTo(0.4, 6)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKETS, selectionIdsOf } from './catalogue.ts'
import { isSelectionId, settle } from './settle.ts'
import { winnersOf } from './test-winners.ts'
import type { GameForMarkets, MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

type Row = readonly [
  ids: string,
  market: MarketId,
  selection: string,
  score: string,
  house: Settlement,
  industry?: Settlement,
]

/** Parses "2-1 (1-0)": the final score, and the half-time score in brackets if known. */
function resultFrom(text: string): MatchResult {
  const [home = 0, away = 0, halfHome, halfAway] = (text.match(/\d+/g) ?? []).map(Number)
  const score = { sport: 'soccer', home, away } as const
  return halfHome === undefined || halfAway === undefined
    ? score
    : { ...score, halfTime: { home: halfHome, away: halfAway } }
}

const ROWS: readonly Row[] = [
  ['[SETL-14]', '1x2', '1', '2-1', 'won'],
  ['[SETL-14]', '1x2', 'X', '2-1', 'lost'],
  ['[SETL-14]', '1x2', '2', '0-3', 'won'],
  ['[SETL-14]', '1x2', 'X', '1-1', 'won'],
  ['[SETL-15]', 'over_under', 'over_2.5', '2-1', 'won'],
  ['[SETL-15]', 'over_under', 'under_2.5', '2-1', 'lost'],
  ['[SETL-15]', 'over_under', 'under_0.5', '0-0', 'won'],
  ['[SETL-15] [SETL-37]', 'over_under', 'over_3', '2-1', 'lost', 'void'],
  ['[SETL-15] [SETL-37]', 'over_under', 'under_3', '2-1', 'lost', 'void'],
  ['[SETL-38]', 'over_under', 'over_2.75', '2-1', 'won', 'half-won'],
  ['[SETL-38]', 'over_under', 'under_2.75', '2-1', 'lost', 'half-lost'],
  ['[SETL-38]', 'over_under', 'over_3.25', '2-1', 'lost', 'half-lost'],
  ['[SETL-17]', 'btts', 'yes', '1-1', 'won'],
  ['[SETL-17]', 'btts', 'yes', '3-0', 'lost'],
  ['[SETL-17]', 'btts', 'no', '0-0', 'won'],
  ['[SETL-18]', 'double_chance', '1X', '1-1', 'won'],
  ['[SETL-18]', 'double_chance', '12', '1-1', 'lost'],
  ['[SETL-18]', 'double_chance', 'X2', '0-2', 'won'],
  ['[SETL-18]', 'double_chance', 'X2', '2-0', 'lost'],
  ['[SETL-19] [SETL-34]', 'draw_no_bet', '1', '1-1', 'won', 'void'],
  ['[SETL-19]', 'draw_no_bet', '2', '1-0', 'lost'],
  ['[SETL-19]', 'draw_no_bet', '2', '1-4', 'won'],
  ['[SETL-20] [SETL-35]', 'ht_ft', '1/1', '2-1 (0-1)', 'won', 'lost'],
  ['[SETL-20] [SETL-35]', 'ht_ft', '2/1', '2-1 (0-1)', 'won', 'won'],
  ['[SETL-35]', 'ht_ft', '2/2', '2-1 (0-1)', 'lost'],
  ['[SETL-35] [SETL-36]', 'ht_ft', '2/1', '2-1', 'won', 'undecided'],
  ['[SETL-21]', 'correct_score', '2-1', '2-1', 'won'],
  ['[SETL-21]', 'correct_score', '2-1', '1-2', 'lost'],
  ['[SETL-22]', 'exact_goals', '3', '2-1', 'won'],
  ['[SETL-22]', 'exact_goals', '6+', '4-3', 'won'],
  ['[SETL-22]', 'exact_goals', '6+', '4-1', 'lost'],
  ['[SETL-23]', 'total_goals', '2-3', '2-1', 'won'],
  ['[SETL-23]', 'total_goals', '0-1', '0-2', 'lost'],
  ['[SETL-23]', 'total_goals', '7+', '5-2', 'won'],
  ['[SETL-24]', 'odd_even', 'even', '0-0', 'won'],
  ['[SETL-24]', 'odd_even', 'odd', '2-1', 'won'],
  ['[SETL-25]', 'home_total', '2', '2-3', 'won'],
  ['[SETL-25]', 'away_total', '2', '2-3', 'lost'],
  ['[SETL-26]', 'clean_sheet', 'home_yes', '0-0', 'won'],
  ['[SETL-26]', 'clean_sheet', 'away_yes', '1-0', 'lost'],
  ['[SETL-26]', 'clean_sheet', 'away_no', '1-0', 'won'],
  ['[SETL-27]', 'win_to_nil', 'home_yes', '0-0', 'lost'],
  ['[SETL-27]', 'win_to_nil', 'home_yes', '2-0', 'won'],
  ['[SETL-27]', 'win_to_nil', 'away_no', '1-2', 'won'],
  ['[SETL-28]', 'asian_handicap', 'home_-1.5', '2-0', 'won'],
  ['[SETL-28]', 'asian_handicap', 'home_-1.5', '2-1', 'lost'],
  ['[SETL-28]', 'asian_handicap', 'away_+1.5', '2-1', 'won'],
  ['[SETL-28]', 'asian_handicap', 'away_-2.5', '0-3', 'won'],
  ['[SETL-29] [SETL-37]', 'asian_handicap', 'home_-1', '2-1', 'won', 'void'],
  ['[SETL-29] [SETL-37]', 'asian_handicap', 'away_+1', '2-1', 'won', 'void'],
  ['[SETL-38]', 'asian_handicap', 'home_-0.75', '2-1', 'won', 'half-won'],
  ['[SETL-38]', 'asian_handicap', 'away_+0.75', '2-1', 'lost', 'half-lost'],
  ['[SETL-32]', 'winning_margin', 'home_1', '3-2', 'won'],
  ['[SETL-32]', 'winning_margin', 'home_1', '2-3', 'lost'],
  ['[SETL-32]', 'winning_margin', 'away_3+', '0-5', 'won'],
  ['[SETL-32]', 'winning_margin', 'draw', '2-2', 'won'],
  ['[MKT-20]', 'half_time_result', 'X', '2-1 (1-1)', 'won'],
  ['[MKT-20] [SETL-36]', 'half_time_result', 'X', '2-1', 'undecided'],
  ['[MKT-20]', 'first_half_over_under', 'over_0.5', '2-1 (0-1)', 'won'],
  ['[MKT-20]', 'first_half_over_under', 'over_1.5', '2-1 (0-1)', 'lost'],
  ['[MKT-20]', 'highest_scoring_half', 'second', '2-1 (0-1)', 'won'],
  ['[MKT-20]', 'highest_scoring_half', 'equal', '1-1 (0-1)', 'won'],
  ['[MKT-20]', 'highest_scoring_half', 'first', '1-1', 'undecided'],
  ['[MKT-20]', '1x2_over_under', '1&over_2.5', '2-1', 'won'],
  ['[MKT-20]', '1x2_over_under', '1&over_2.5', '2-0', 'lost'],
  ['[MKT-20]', '1x2_btts', 'X&yes', '1-1', 'won'],
  ['[MKT-20]', '1x2_btts', 'X&no', '1-1', 'lost'],
  ['[MKT-20]', 'double_chance_over_under', '1X&under_2.5', '1-1', 'won'],
]

const bothRulebooks: readonly Rulebook[] = ['house', 'industry']

describe('settlement', () => {
  it.each(
    ROWS.map(([ids, market, selection, score, house, industry = house]) => ({
      ids,
      market,
      selection,
      score,
      house,
      industry,
    })),
  )(
    '$ids market $market, selection $selection, score $score: $house by house rules, $industry by industry rules',
    ({ market, selection, score, house, industry }) => {
      expect(settle(market, selection, resultFrom(score), 'house')).toBe(house)
      expect(settle(market, selection, resultFrom(score), 'industry')).toBe(industry)
    },
  )

  it('[MKT-20] every market has a settlement test case', () => {
    // The cases of these three are below, because they need more than a score.
    const needMore: readonly MarketId[] = ['first_to_score', 'anytime_scorer', 'to_qualify']
    expect(new Set([...ROWS.map(([, market]) => market), ...needMore])).toEqual(new Set(MARKETS.map(({ id }) => id)))
  })

  const first = resultFrom('2-1')
  it.each([
    ['home', { ...first, firstToScore: 'home' }, 'won'],
    ['away', { ...first, firstToScore: 'home' }, 'lost'],
    ['none', { ...first, firstToScore: 'home' }, 'lost'],
    ['home', first, 'undecided'],
    ['none', resultFrom('0-0'), 'won'],
    ['home', resultFrom('0-0'), 'lost'],
  ] as const)('[SETL-31] First to Score, selection %s, result %j: %s', (selection, result, settled) => {
    for (const rulebook of bothRulebooks) expect(settle('first_to_score', selection, result, rulebook)).toBe(settled)
  })

  it.each([
    [{ scorers: ['m', 'k'], participants: ['m', 'k', 'z'] }, 'k', 'won'],
    [{ scorers: ['m', 'k'], participants: ['m', 'k', 'z'] }, 'z', 'lost'],
    [{ scorers: ['m', 'k'], participants: ['m', 'k', 'z'] }, 'q', 'void'],
    [{ participants: ['z'] }, 'z', 'undecided'],
    [{ participants: ['z'] }, 'q', 'void'],
    [{ scorers: ['m'] }, 'z', 'undecided'],
    [{}, 'z', 'undecided'],
  ] as const)('[SETL-30] with the result %j, the Goalscorer selection %s is %s', (known, player, settled) => {
    expect(settle('anytime_scorer', player, { ...first, ...known }, 'house')).toBe(settled)
  })

  it.each([
    ['home', '1', 'won'],
    ['home', '2', 'lost'],
    ['nobody', '1', 'void'],
    [undefined, '1', 'undecided'],
  ] as const)(
    '[SETL-33] when the qualified team is %s, the To Qualify selection %s is %s',
    (qualifier, selection, settled) => {
      const result = qualifier === undefined ? resultFrom('1-1') : { ...resultFrom('1-1'), qualifier }
      expect(settle('to_qualify', selection, result, 'house')).toBe(settled)
    },
  )

  it('[SETL-48] basketball settles with overtime, tennis by the winner, and a retired tennis match is void', () => {
    expect(settle('1x2', '1', { sport: 'basketball', home: 101, away: 97 }, 'house')).toBe('won')
    expect(settle('1x2', '2', { sport: 'tennis', home: 1, away: 2 }, 'house')).toBe('won')
    expect(settle('1x2', '2', { sport: 'tennis', home: 1, away: 0, retired: true }, 'house')).toBe('void')
  })

  it.each([
    ['1x2', '3'],
    ['1x2', 'constructor'],
    ['over_under', 'over_2.3'],
    ['over_under', 'over'],
    ['asian_handicap', 'home'],
    ['asian_handicap', '-1.5'],
    ['1x2_over_under', '1&over_2'],
    ['1x2_over_under', '1&over_2.5&yes'],
    ['winning_margin', 'home_0'],
    ['correct_score', '2:1'],
  ] as const)('[SLIP-07] the market %s has no selection %s', (market, selection) => {
    expect(isSelectionId(market, selection)).toBe(false)
    expect(() => settle(market, selection, first, 'house')).toThrow(/no selection/)
  })
})

const game: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'Express',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
}

const known: fc.Arbitrary<MatchResult> = fc
  .tuple(fc.nat(6), fc.nat(6), fc.nat(6), fc.nat(6), fc.boolean())
  .map(([firstHome, firstAway, moreHome, moreAway, homeFirst]) => {
    const home = firstHome + moreHome
    const away = firstAway + moreAway
    const first = home + away === 0 ? 'none' : away === 0 || (home > 0 && homeFirst) ? 'home' : 'away'
    const qualifier = home === away ? (homeFirst ? 'home' : 'away') : home > away ? 'home' : 'away'
    return {
      sport: 'soccer',
      home,
      away,
      halfTime: { home: firstHome, away: firstAway },
      firstToScore: first,
      qualifier,
    }
  })

describe('settlement, for every result', () => {
  it.each(MARKETS.filter(({ needs }) => needs !== 'scorer odds').map(({ id }) => id))(
    '[SETL-39] in the market %s the same number of selections wins for every result, under each rulebook',
    (market) => {
      const ids = selectionIdsOf(market, game)
      fc.assert(
        fc.property(known, fc.constantFrom(...bothRulebooks), (result, rulebook) => {
          const outcomes = ids.map((id) => settle(market, id, result, rulebook))
          expect(outcomes).not.toContain('undecided')
          const winners = outcomes.filter((outcome) => outcome === 'won').length
          expect(winners).toBe(winnersOf(market, rulebook) ?? winners)
        }),
        { numRuns: 200 },
      )
    },
  )

  it('[SETL-28] [SETL-38] under the industry rulebook the two selections of a line settle to opposite outcomes', () => {
    const mirror: Readonly<Record<string, Settlement>> = {
      won: 'lost',
      lost: 'won',
      void: 'void',
      'half-won': 'half-lost',
      'half-lost': 'half-won',
    }
    fc.assert(
      fc.property(known, fc.integer({ min: -16, max: 16 }), (result, quarters) => {
        const line = quarters / 4
        const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value}`
        const home = settle('asian_handicap', `home_${signed(line)}`, result, 'industry')
        expect(settle('asian_handicap', `away_${signed(-line)}`, result, 'industry')).toBe(mirror[home])
        const over = settle('over_under', `over_${Math.abs(line)}`, result, 'industry')
        expect(settle('over_under', `under_${Math.abs(line)}`, result, 'industry')).toBe(mirror[over])
      }),
    )
  })

  it.each(MARKETS.filter(({ needs }) => needs !== 'scorer odds').map(({ id }) => id))(
    '[SLIP-07] the market %s has no selection with further characters',
    (market) => {
      const longer = selectionIdsOf(market, game).flatMap((id) =>
        ['x', '&', '_'].flatMap((more) => [more + id, id + more]),
      )
      expect(longer.filter((id) => isSelectionId(market, id))).toEqual([])
    },
  )

  it('[MKT-20] every selection of the market catalogue is a valid selection of its market', () => {
    for (const { id } of MARKETS)
      for (const selection of selectionIdsOf(id, game)) expect(isSelectionId(id, selection)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import {
  headingOf,
  labelOf,
  marketDefinition,
  MARKETS,
  offeredMarkets,
  ruleText,
  selectionIdsOf,
  selectionsOf,
} from './catalogue.ts'
import { resolveSelection } from './infer.ts'
import { settle } from './settle.ts'
import { MARKET_GROUPS, MARKET_IDS } from './types.ts'
import type { GameForMarkets, MarketId, MatchResult } from './types.ts'

const game: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  knockout: false,
  favourite: 'away',
  drawPossible: true,
}
const ids = (market: MarketId, of: GameForMarkets = game): readonly string[] =>
  selectionsOf(market, of).map(({ id }) => id)

describe('the catalogue', () => {
  it('[MKT-20] [LIVE-33] the market catalogue has every market once, group by group', () => {
    expect(MARKETS.map(({ id }) => id)).toEqual(MARKET_IDS)
    const groups = MARKETS.map(({ group }) => MARKET_GROUPS.indexOf(group))
    expect(groups).toEqual(groups.toSorted((a, b) => a - b))
    expect(new Set(MARKETS.map(({ category }) => category)).size).toBe(MARKETS.length)
    expect(new Set(MARKETS.map(({ name }) => name)).size).toBe(MARKETS.length)
  })

  const scoring = { share: 0.3, quotedHundredths: 400 }
  const players = [{ id: 'okello', name: 'Okello', side: 'home', scoring } as const]
  const results = manyResults()

  it.each(MARKETS.map((market) => [market.id, market] as const))(
    'coversEverything of the market %s is true only if every result has a selection that does not lose',
    (id, market) => {
      const selections = selectionIdsOf(id, { ...game, players })
      const covers = results.every((result) =>
        selections.some((selection) => !['lost', 'half-lost'].includes(settle(id, selection, result, 'house'))),
      )
      expect(market.coversEverything).toBe(covers)
    },
  )

  it.each(MARKETS.map((market) => [market.id, market] as const))(
    'decidedBy of the market %s names the facts that its settlement depends on',
    (id, { decidedBy }) => {
      const selections = selectionIdsOf(id, { ...game, players })
      const settlements = (result: MatchResult): string =>
        selections.flatMap((each) => [settle(id, each, result, 'house'), settle(id, each, result, 'industry')]).join()
      const changesWith = (parts: Partial<MatchResult>): boolean =>
        results.some((result) => settlements(result) !== settlements({ ...result, ...parts }))
      const dependsOn = {
        halves: changesWith({ halfTime: { home: 0, away: 0 } }),
        'first goal': changesWith({ firstToScore: 'away' }),
        qualifier: changesWith({ qualifier: 'home' }),
        scorers: changesWith({ scorers: [] }),
      }
      const decisive = Object.entries(dependsOn).flatMap(([part, isDecisive]) => (isDecisive ? [part] : []))
      expect(decisive).toEqual(['winner', 'score'].includes(decidedBy) ? [] : [decidedBy])
      // The same side leads, with more goals.
      const changesWithGoals = results.some((result) => {
        const { home, away } = result
        const further = { ...result, home: home + Number(home > away), away: away + Number(away > home) }
        const higher = { ...result, home: home + 1, away: away + 1 }
        return [further, higher].some((other) => settlements(other) !== settlements(result))
      })
      if (decidedBy === 'winner' || decidedBy === 'score') expect(changesWithGoals).toBe(decidedBy === 'score')
    },
  )

  it.each([
    ['[MKT-10]', '1x2', '1 X 2'],
    ['[MKT-11]', 'double_chance', '1X 12 X2'],
    ['[MKT-12]', 'draw_no_bet', '1 2'],
    ['[MKT-13]', 'over_under', 'over_0.5 under_0.5 over_1.5 under_1.5 over_2.5 under_2.5 over_3.5 under_3.5'],
    ['[MKT-14]', 'btts', 'yes no'],
    ['[MKT-15]', 'ht_ft', '1/1 1/X 1/2 X/1 X/X X/2 2/1 2/X 2/2'],
    ['[MKT-16]', 'correct_score', '1-0 2-0 2-1 3-0 3-1 0-1 1-1 0-2'],
    ['[MKT-17]', 'asian_handicap', 'home_+1.5 away_-1.5 home_+2.5 away_-2.5'],
    ['[MKT-19]', 'total_goals', '0-1 2-3 4-6 7+'],
  ] as const)('%s the market %s offers %s', (_, market, offered) => {
    expect(ids(market).join(' ')).toBe(offered)
  })

  it('[MKT-17] a home favourite has the negative goal handicaps', () => {
    expect(ids('asian_handicap', { ...game, favourite: 'home' })).toEqual([
      'home_-1.5',
      'away_+1.5',
      'home_-2.5',
      'away_+2.5',
    ])
  })

  it('[MKT-18] [MKT-20] To Qualify is offered only for knock-out games, and Goalscorer only with line-ups and scorer odds', () => {
    const unpriced = [{ id: 'p9', name: 'Ssebuliba', side: 'home' } as const]
    const players = [
      { id: 'p9', name: 'Ssebuliba', side: 'home', scoring: { share: 0.3, quotedHundredths: 400 } },
      { id: 'p4', name: 'Mutebi', side: 'home' },
    ] as const
    const unavailable = (of: GameForMarkets): string[] =>
      offeredMarkets(of, 'house').flatMap(({ id, available, selections }) =>
        available || selections.length > 0 ? [] : [id],
      )
    expect(unavailable(game)).toEqual(['to_qualify', 'anytime_scorer'])
    expect(unavailable({ ...game, knockout: true, players: unpriced })).toEqual(['anytime_scorer'])
    expect(unavailable({ ...game, knockout: true, players })).toEqual([])
    expect(ids('to_qualify', { ...game, knockout: true })).toEqual(['1', '2'])
    expect(selectionsOf('anytime_scorer', { ...game, players })).toEqual([
      { id: 'p9', label: `Ssebuliba (${game.homeTeam})` },
    ])
  })

  it('[SETL-30] two players with the same name have different labels in the Goalscorer market', () => {
    const players = [
      { id: 'p9', name: 'J. Okello', side: 'home', scoring: { share: 0.3, quotedHundredths: 400 } },
      { id: 'q9', name: 'J. Okello', side: 'away', scoring: { share: 0.2, quotedHundredths: 400 } },
    ] as const
    expect(selectionsOf('anytime_scorer', { ...game, players }).map(({ label }) => label)).toEqual([
      `J. Okello (${game.homeTeam})`,
      `J. Okello (${game.awayTeam})`,
    ])
  })

  it('[DATA-19] a scorer who is in no line-up is shown by id', () => {
    expect(labelOf('anytime_scorer', 'p9', game)).toBe('p9')
    const players = [{ id: 'q9', name: 'J. Okello', side: 'away' }] as const
    expect(labelOf('anytime_scorer', 'p9', { ...game, players })).toBe('p9')
    expect(labelOf('anytime_scorer', 'q9', { ...game, players })).toBe('J. Okello (KCCA)')
  })

  it('[MKT-45] basketball and tennis have the Moneyline only', () => {
    const available = offeredMarkets({ ...game, sport: 'tennis', drawPossible: false }, 'house').filter(
      (m) => m.available,
    )
    expect(available.map(({ id }) => id)).toEqual(['1x2'])
  })

  it('[MKT-44] market headings say how the house rulebook differs from the industry rulebook', () => {
    expect(headingOf('draw_no_bet', 'house')).toBe('Draw No Bet – a draw counts as a win')
    expect(headingOf('ht_ft', 'house')).toBe('Half Time/Full Time – only the full-time part counts')
    expect(headingOf('asian_handicap', 'house')).toBe('Asian Handicap – a tie wins')
    expect(headingOf('draw_no_bet', 'industry')).toBe('Draw No Bet')
  })

  it('[HELP-14] a rule in words is that of the rulebook, if the rulebooks differ', () => {
    expect(ruleText('draw_no_bet', 'house')).toContain('A draw counts as a win')
    expect(ruleText('draw_no_bet', 'industry')).toContain('If the game is drawn, the selection is void')
    expect(ruleText('btts', 'house')).toContain('both teams score')
    expect(ruleText('btts', 'house')).toBe(ruleText('btts', 'industry'))
  })

  it.each([
    ['1x2', '1', 'Vipers'],
    ['1x2', 'X', 'Draw'],
    ['asian_handicap', 'away_-1.5', 'KCCA -1.5'],
    ['over_under', 'over_2.5', 'Over 2.5'],
    ['1x2_over_under', '1&over_2.5', '1 & Over 2.5'],
    ['clean_sheet', 'home_yes', 'Vipers: Yes'],
    ['winning_margin', 'away_3+', 'KCCA by 3+'],
    ['first_to_score', 'none', 'No goal'],
    ['correct_score', '2-1', '2-1'],
  ] as const)('[DATA-19] the market catalogue labels the market %s, selection %s, as %s', (market, id, label) => {
    const offered = selectionsOf(market, game).find((selection) => selection.id === id)
    expect(offered?.label).toBe(label)
  })
})

describe('texts of selections', () => {
  it.each([
    ['[SLIP-07] [SETL-14]', null, 'Vipers', '1x2', '1'],
    ['[SLIP-07] [SETL-14]', '', 'kcca to win', '1x2', '2'],
    ['[SLIP-07]', undefined, 'Home', '1x2', '1'],
    ['[SLIP-07]', 'Other', 'Over 2.5', 'over_under', 'over_2.5'],
    ['[SETL-16]', null, 'Over', 'over_under', 'over_2.5'],
    ['[SLIP-08]', 'Other', 'Yes', 'btts', 'yes'],
    ['[SLIP-08]', 'Other', 'no', 'btts', 'no'],
    ['[SLIP-07]', null, '2:1', 'correct_score', '2-1'],
    ['[SLIP-07]', null, '12', 'double_chance', '12'],
    ['[SLIP-07]', null, 'Vipers or Draw', 'double_chance', '1X'],
    ['[SLIP-07]', null, '2/X', 'ht_ft', '2/X'],
    ['[SLIP-07]', null, 'KCCA -1.5', 'asian_handicap', 'away_-1.5'],
    ['[SLIP-07]', null, '4-6', 'total_goals', '4-6'],
    ['[SLIP-07]', ' OTHER ', ' 2-3 ', 'total_goals', '2-3'],
    ['[SLIP-07]', 'Total Goals', '0-1', 'total_goals', '0-1'],
    ['[SETL-22]', 'Total Goals', '3', 'exact_goals', '3'],
    ['[SLIP-07]', 'Moneyline', 'Draw', '1x2', 'X'],
    ['[SLIP-07]', 'Draw No Bet – a draw counts as a win', 'KCCA', 'draw_no_bet', '2'],
    ['[SLIP-07]', 'double_chance_over_under', 'X2 & Under 2.5', 'double_chance_over_under', 'X2&under_2.5'],
    ['[SLIP-07]', 'Winning Margin', 'Vipers by 2', 'winning_margin', 'home_2'],
    ['[SLIP-07]', 'Clean Sheet', 'KCCA', 'clean_sheet', 'away_yes'],
    ['[SLIP-07]', 'Highest-Scoring Half', '2nd half', 'highest_scoring_half', 'second'],
  ])(
    '%s the market text %j with the selection text "%s" is parsed as market %s, selection %s',
    (_, marketText, text, market, selectionId) => {
      expect(resolveSelection(marketText, text, game)).toEqual({ ok: true, value: { market, selectionId } })
    },
  )

  it.each([
    [null, 'Chelsea'],
    ['over_under', 'Vipers'],
    ['draw_no_bet', 'Draw'],
    ['over_under', 'Over 2.6'],
    [null, ''],
    ['1x2', '__proto__'],
    ['Second Half Result', 'Home'],
    ['second_half_over_under', 'over_2.5'],
    ['—', 'Home'],
  ])(
    '[SLIP-07] the market text %j with the ambiguous or unknown selection text "%s" is refused',
    (marketText, text) => {
      expect(resolveSelection(marketText, text, game)).toEqual({ ok: false, error: 'UNKNOWN_SELECTION' })
    },
  )

  it('[SLIP-07] every selection label of the catalogue is parsed as the same selection', () => {
    const everything = { ...game, knockout: true, players: [{ id: 'p9', name: 'p9', side: 'home' } as const] }
    for (const { id } of MARKETS) {
      for (const selection of selectionsOf(id, everything)) {
        const named = { ok: true, value: { market: id, selectionId: selection.id } }
        expect(resolveSelection(id, selection.label, everything)).toEqual(named)
        expect(resolveSelection(headingOf(id, 'house'), selection.id, everything)).toEqual(named)
      }
    }
  })

  it.each([
    ['[MKT-23]', ['draw', '1', 'X', '2', 'Vipers', 'Home Win'], 'match_winner'],
    ['[MKT-24]', ['Over 2.5', 'under 1.5'], 'over_under'],
    ['[MKT-25]', ['Both teams to score', 'BTTS yes', 'No'], 'both_teams_to_score'],
    ['[MKT-26]', ['1X', '12', 'X2'], 'double_chance'],
    ['[MKT-27]', ['2:1', '0:0', '3-1'], 'correct_score'],
    ['[MKT-28]', ['Home -1.5', 'KCCA +1'], 'handicap'],
    ['[MKT-29]', ['1/1', '2/X'], 'ht_ft'],
    ['[MKT-30]', ['2-3', '4-6', '7+'], 'total_goals'],
    ['[MKT-31]', ['Odd', 'even'], 'odd_even'],
  ])('%s the selection texts %j without a market belong to the category %s', (_, texts, category) => {
    const categoryOf = (text: string) => {
      const named = resolveSelection(null, text, game)
      return named.ok ? marketDefinition(named.value.market).category : named.error
    }
    expect(texts.map((text) => [text, categoryOf(text)])).toEqual(texts.map((text) => [text, category]))
  })

  it('[MKT-31] [SLIP-04] no two markets share a category', () => {
    expect(new Set(MARKETS.map(({ category }) => category)).size).toBe(MARKETS.length)
  })
})

/** Every score up to 3–3 with every half-time score, first goal, qualifier and one scorer who scores or does not. */
function manyResults(): MatchResult[] {
  const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, n) => n)
  return upTo(3).flatMap((home) =>
    upTo(3).flatMap((away) =>
      upTo(home).flatMap((halfHome) =>
        upTo(away).flatMap((halfAway) =>
          (['home', 'away'] as const).map((side): MatchResult => ({
            sport: 'soccer',
            home,
            away,
            halfTime: { home: halfHome, away: halfAway },
            firstToScore: home + away === 0 ? 'none' : home === 0 ? 'away' : away === 0 ? 'home' : side,
            qualifier: side,
            scorers: home > 0 && side === 'home' ? ['okello'] : [],
            participants: ['okello'],
          })),
        ),
      ),
    ),
  )
}

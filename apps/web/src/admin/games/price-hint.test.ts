import { describe, expect, it } from 'vitest'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { baseBookText, booksText, keptText } from './manual-odds.ts'
import { isCapped, priceHints } from './price-hint.ts'

const MARGIN = 1.05
const marketOf = (id: string, offered: readonly (number | null)[], ids?: readonly string[]): AdminMarket => ({
  id,
  name: id,
  suspended: false,
  books: [],
  selections: offered.map((odds, at) => ({
    id: ids?.[at] ?? String(at),
    label: '',
    model: odds,
    fair: odds === null ? null : Math.floor(odds * MARGIN * 100) / 100,
    probability: odds === null ? null : 1 / (odds * MARGIN),
    kept: 4.8,
    own: null,
    mostStake: null,
    offered: odds,
    bets: 0,
    stake: 0,
    payout: 0,
  })) as AdminMarket['selections'],
})
const RULES = { approval: 'wait', distancePercent: 25 } as const
const hints = (market: AdminMarket, own: number | null, rules: Parameters<typeof priceHints>[3] = RULES): string => {
  const [first] = market.selections
  if (first === undefined) throw new Error('a market has selections')
  return priceHints(market, first, own, rules).join(' ')
}

describe('[MKT-43] manual odds of a selection', () => {
  it.each([
    ['1x2', [2.18, 3.21, 3.55], 2.6],
    ['btts', [1.8, 1.95], 2.2],
    ['draw_no_bet', [1.5, 2.4], 1.9],
  ])('the hints warn if betting on every selection of the market %s cannot lose', (id, offered, own) => {
    expect(hints(marketOf(id, offered), own)).toMatch(/cannot lose/)
  })

  it.each([
    // One outcome has no odds, so a player cannot bet on every outcome.
    ['1x2', [2.18, null, 3.55], 2.6],
    // These odds belong to two lines, so they are not the outcomes of one market.
    ['over_under', [1.3, 3.4, 1.9, 1.9], 9],
  ])('the hints in the market %s, with odds %j, do not say that a player cannot lose at %d', (id, offered, own) => {
    expect(hints(marketOf(id, offered), own)).not.toMatch(/cannot lose/)
  })

  it('the hints show the fair odds, what the odds give away and the book before and after', () => {
    expect(hints(marketOf('1x2', [2, 3.5, 4]), 2.4)).toBe(
      'Fair odds 2.10. These odds give away 14.3 % of stakes: UGX 14,286 per UGX 100,000 staked. Book 105.0 % → 96.6 %. A player who backs every selection at these odds cannot lose. Lower the other odds too. A second member of staff must approve these odds.',
    )
  })

  it('the hints show what the house keeps at odds without a risk', () => {
    expect(hints(marketOf('1x2', [2, 3.5, 4]), 1.9)).toBe(
      'Fair odds 2.10. The house keeps 9.5 % of stakes. Book 105.0 % → 107.7 %. These odds stay until you remove them. They are capped so that players do not win on average.',
    )
    expect(hints(marketOf('1x2', [2, 3.5, 4]), null)).toBe('Leave empty to use the model’s odds.')
  })

  it('[ADMT-30] [ADMS-19] odds with a risk are typed again where there is no second member of staff', () => {
    expect(hints(marketOf('1x2', [2, 3.5, 4]), 2.4, { ...RULES, approval: 'alone' })).toMatch(/typing them again\.$/)
    expect(hints(marketOf('1x2', [2, 3.5, 4]), 2.06, { ...RULES, distancePercent: 2 })).toMatch(/must approve/)
  })

  it('each line of Over/Under is a book of its own', () => {
    const ids = ['over_2.5', 'under_2.5', 'over_3.5', 'under_3.5']
    expect(hints(marketOf('over_under', [1.9, 1.9, 4, 1.25], ids), 1.8)).toMatch(/Book 105\.0 % → 107\.9 %\./)
  })

  it('manual odds that are offered lower than entered are marked', () => {
    const [selection] = marketOf('1x2', [2.18, 3.21, 3.55]).selections
    if (selection === undefined) throw new Error('a market has selections')
    expect([7, 2.18, null].map((own) => isCapped({ ...selection, own }))).toEqual([true, false, false])
    expect(isCapped({ ...selection, own: 7, offered: null })).toBe(false)
  })

  it('the form of a game shows the book of its base odds', () => {
    expect(baseBookText([2, 3.5, 4])).toBe('The entered odds have a book of 103.6 %.')
    expect(baseBookText([2, null, 2.1])).toBe(
      'The entered odds have a book of 97.6 %. Under 100 %, at least one of them is above fair odds.',
    )
  })

  it('books and shares of stakes are written with one decimal', () => {
    expect(booksText([{ line: null, percent: 104.96 }])).toBe('Book 105.0 %')
    const lines = [
      { line: '2.5', percent: 105 },
      { line: '3.5', percent: 99.94 },
    ]
    expect(booksText(lines)).toBe('Book 2.5: 105.0 %, 3.5: 99.9 %')
    expect([booksText([]), keptText(4.76), keptText(-14.29)]).toEqual(['', 'keeps 4.8 %', 'gives away 14.3 %'])
  })
})

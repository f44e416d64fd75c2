import { describe, expect, it } from 'vitest'
import {
  booksOf,
  bookPercent,
  highestManualOdds,
  keptPercent,
  manualOddsRisk,
  type SelectionOdds,
} from './manual-odds.ts'

const selection = (id: string, odds: number | null, probability: number | null, model = odds): SelectionOdds => ({
  id,
  odds,
  model,
  probability,
})
/** Fair odds 2.00, 4.00 and 4.00 with a margin of 5 %. */
const WINNER = [selection('1', 1.9, 0.5), selection('X', 3.8, 0.25), selection('2', 3.8, 0.25)]

describe('[MKT-43] the book of a market', () => {
  it('the percentage of a book is the sum of the implied probabilities', () => {
    expect(bookPercent(WINNER)).toBeCloseTo(105.26, 2)
  })

  it('a market whose outcomes overlap has the same percentage as its margin', () => {
    const overlapping = [selection('1X', 1.27, 0.75), selection('12', 1.27, 0.75), selection('X2', 1.9, 0.5)]
    expect(bookPercent(overlapping)).toBeCloseTo(105.06, 2)
  })

  it('locked selections are left out, and one selection is no book', () => {
    expect(bookPercent([selection('yes', 1.9, 0.5), selection('no', null, 0.5)])).toBeNull()
    expect(bookPercent([...WINNER.slice(0, 2), selection('2', null, 0.25)])).toBeCloseTo(105.26, 2)
  })

  it('each line of Over/Under is a book of its own', () => {
    const lines = [
      ...[selection('over_2.5', 1.9, 0.5), selection('under_2.5', 1.9, 0.5)],
      ...[selection('over_3.5', 4.2, 0.25), selection('under_3.5', 1.4, 0.75)],
    ]
    expect(booksOf(lines).map(({ line, percent }) => [line, Math.round(percent)])).toEqual([
      ['2.5', 105],
      ['3.5', 95],
    ])
    const handicap = [selection('home_-1.5', 1.9, 0.5), selection('away_+1.5', 1.9, 0.5)]
    expect(booksOf(handicap).map(({ line }) => line)).toEqual(['1.5'])
  })
})

it.each([
  [1.9, 0.5, 5],
  [2, 0.5, 0],
  [2.4, 0.5, -20],
])(
  '[MKT-43] at odds of %d and a probability of %d the house keeps %d percent of stakes',
  (odds, probability, percent) => {
    expect(keptPercent(odds, probability)).toBeCloseTo(percent, 6)
  },
)

describe('[ADMT-30] [ADMS-19] manual odds that one member of staff may not set alone', () => {
  const risk = (entered: Readonly<Record<string, number | null>>, selections = WINNER) =>
    manualOddsRisk(selections, entered, 25)

  it.each([[{ '1': 1.98 }], [{ '1': 1.5 }], [{ '1': null }], [{ X: 3.9, '2': 3.9 }], [{}]])(
    'odds of %j have no risk',
    (entered) => expect(risk(entered)).toBeNull(),
  )

  it('odds above the fair odds less 1 % have a risk', () => {
    expect(risk({ '1': 1.99 })).toMatchObject({ aboveFair: ['1'], farAboveModel: [], thinBooks: [], selections: ['1'] })
  })

  it('odds further above the model than allowed have a risk, even below fair odds', () => {
    expect(manualOddsRisk(WINNER, { '1': 1.97 }, 3)).toMatchObject({ aboveFair: [], farAboveModel: ['1'] })
    expect(manualOddsRisk(WINNER, { '1': 1.95 }, 3)).toBeNull()
    expect(risk({ '1': 2.38 })).toMatchObject({ aboveFair: ['1'], farAboveModel: ['1'] })
    // 1.90 × 1.25 is 2.375.
    expect(risk({ '1': 2.37 })).toMatchObject({ aboveFair: ['1'], farAboveModel: [] })
  })

  it('odds that lower a book below 100 % have a risk, and those that raise it have none', () => {
    // Approved odds of the draw are already above fair.
    const approved = [WINNER[0], selection('X', 4.6, 0.25, 3.8), WINNER[2]] as readonly SelectionOdds[]
    const lowered = manualOddsRisk(approved, { '1': 1.97 }, 25)
    expect(lowered).toMatchObject({ aboveFair: [], farAboveModel: [], selections: ['1'] })
    expect(manualOddsRisk(approved, { '1': 1.97, '2': 3.7 }, 25)?.selections).toEqual(['1'])
    expect(lowered?.thinBooks[0]?.percent).toBeCloseTo(98.82, 2)
    expect(manualOddsRisk(approved, { '1': 1.85 }, 25)).toBeNull()
    expect(manualOddsRisk(approved, { X: null }, 25)).toBeNull()
  })
})

it.each([
  [0.5, 198],
  [0.25, 396],
  [0.99, 100],
  [0, 0],
])('the highest manual odds for a probability of %d keep a margin of one percent: %d', (probability, highest) => {
  expect(highestManualOdds(probability)).toBe(highest)
})

import { expect, it } from 'vitest'
import { changeLines, confirmationOf, fieldText, selectionChanges, typedOddsOf } from './selection-changes.ts'

const selection = { id: '1', own: 2.6, mostStake: 500_000 }
const [odds, stake] = [fieldText(selection.own), fieldText(selection.mostStake)]

it.each([
  ['with a stake limit only', [odds, '250,000'], { mostStake: { '1': 250_000 } }],
  ['with odds only', ['2.4', stake], { odds: { '1': 2.4 } }],
  ['with odds with a comma', ['2,4', stake], { odds: { '1': 2.4 } }],
  ['with both fields cleared', ['', ' '], { odds: { '1': null }, mostStake: { '1': null } }],
  ['without a change', [odds, stake], null],
  ['with invalid odds', ['1.001', stake], null],
  ['with unreadable odds', ['2.4x', stake], null],
  ['with odds as a power', ['1e2', stake], null],
  ['with an unreadable stake limit', [odds, 'much'], null],
  ['with a stake limit with a decimal comma', [odds, '30000,50'], null],
  ['with a stake limit with misplaced commas', [odds, '1,00,000'], null],
  ['with a stake limit in cents', [odds, '1000.50'], null],
] as const)(
  '[ADMG-05] the form of a selection, submitted $0, sends the request $2',
  (_what, [typedOdds, typedStake], changes) => {
    const seen = { odds: { '1': 2.6 }, mostStake: { '1': 500_000 } }
    expect(selectionChanges(selection, typedOdds, typedStake)).toEqual(changes === null ? null : { ...changes, seen })
  },
)

it.each([
  ['odds equal to the model’s', { own: null, model: 2.184 }, { odds: { '1': 2.4 } }, 'Odds: 2.18 (model odds) → 2.40'],
  ['manual odds', { own: 2.6, model: 2.184 }, { odds: { '1': null } }, 'Odds: 2.60 → 2.18 (model odds)'],
  ['odds without a model', { own: 2.6, model: null }, { odds: { '1': null } }, 'Odds: 2.60 → model odds'],
  ['a stake', {}, { mostStake: { '1': null } }, 'Maximum stake: UGX 500,000.00 → no limit'],
] as const)('[ADMG-05] the confirmation shows the old and the new value of %s', (_what, now, changes, text) => {
  const lines = changeLines({ ...selection, model: 2.5, ...now }, changes)
  expect(lines.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join('; ')).toBe(text)
})

it('[ADMG-05] the confirmation shows no change of another selection', () => {
  expect(changeLines({ ...selection, model: 2.5 }, { odds: { '2': 2 } })).toEqual([])
})

it('[ADMT-30] the second entry of odds is sent as the confirmation', () => {
  const changes = { odds: { '1': 3.4 } }
  expect([typedOddsOf(changes), typedOddsOf({ odds: { '1': null } }), typedOddsOf({})]).toEqual(['3.40', null, null])
  expect(confirmationOf(changes, '3.40')).toEqual({ confirmedOdds: { '1': 3.4 } })
  expect(confirmationOf(changes, '34.0')).toEqual({ confirmedOdds: { '1': 34 } })
  expect(confirmationOf(changes, '')).toEqual({})
})

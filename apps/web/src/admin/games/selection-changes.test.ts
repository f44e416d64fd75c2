import { expect, it } from 'vitest'
import { selectionChanges, typedOf } from './selection-changes.ts'

const selection = { id: '1', own: 2.6, mostStake: 500_000 }
const [odds, stake] = [typedOf(selection.own), typedOf(selection.mostStake)]

it.each([
  ['a stake alone', [odds, '250,000'], { mostStake: { '1': 250_000 } }],
  ['odds alone', ['2.4', stake], { odds: { '1': 2.4 } }],
  ['odds with a comma', ['2,4', stake], { odds: { '1': 2.4 } }],
  ['what is taken away', ['', ' '], { odds: { '1': null }, mostStake: { '1': null } }],
  ['nothing', [odds, stake], null],
  ['odds that are none', ['1.001', stake], null],
  ['odds that cannot be read', ['2.4x', stake], null],
  ['a stake that cannot be read', [odds, 'much'], null],
  ['a stake in cents', [odds, '1000.50'], null],
] as const)('[ADMG-05] says of a selection %s', (_what, [typedOdds, typedStake], changes) => {
  expect(selectionChanges(selection, typedOdds, typedStake)).toEqual(changes)
})

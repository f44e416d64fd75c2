import { expect, it } from 'vitest'
import { readStakeLimit } from './read-stake-limit.ts'

it.each([
  ['5,000', { ugx: 5_000 }],
  ['0', { ugx: 0 }],
  ['5,000.00', { ugx: 5_000 }],
  ['5,000.75', { error: 'Please enter whole shillings, without cents.' }],
  ['0.50', { error: 'Please enter whole shillings, without cents.' }],
  ['', { error: 'Please enter an amount, such as 5,000.' }],
  ['many', { error: 'Please enter an amount, such as 5,000.' }],
])('a stake limit typed as %j is read as %j', (typed, read) => {
  expect(readStakeLimit(typed)).toEqual(read)
})

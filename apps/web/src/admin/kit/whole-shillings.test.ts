import { expect, it } from 'vitest'
import { centsProblem } from './whole-shillings.ts'

it.each([
  ['1,000.50', 'Please enter whole shillings, without cents.'],
  ['0.50', 'Please enter whole shillings, without cents.'],
  ['1,000.00', null],
  ['1,000', null],
  ['much', null],
  ['', null],
])('an amount of whole shillings typed as %j has the error %j', (typed, problem) => {
  expect(centsProblem(typed)).toBe(problem)
})

import { expect, it } from 'vitest'
import { oddsProblem } from './typed-odds.ts'

it.each([
  ['4,2', true],
  [' ', true],
  ['0,0', 'must be above 1'],
  ['abc', 'is not a number'],
  ['1e999', 'is not a number'],
  ['1e3', 'is not a number'],
  ['0x10', 'is not a number'],
  ['1,000.5', 'is not a number'],
  ['-2', 'is not a number'],
])('[ADMG-09] [ADMF-04] the text %j in an odds field is checked as: %s', (typed, problem) => {
  expect(oddsProblem(typed)).toBe(problem)
})

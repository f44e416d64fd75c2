import { describe, expect, it } from 'vitest'
import { amountProblem } from './adjust-balance.tsx'

const INVALID = 'Invalid Amount: Please enter a valid positive amount'
const TOO_MUCH = 'Insufficient Balance: Amount exceeds available balance'

describe('the amount of an adjustment', () => {
  it.each([
    ['[ADMU-10]', 'top-up', '', INVALID],
    ['[ADMU-10]', 'top-up', '0', INVALID],
    ['[ADMU-10]', 'top-up', '0.00', INVALID],
    ['[ADMU-10]', 'top-up', 'much', INVALID],
    ['[ADMU-10]', 'top-up', '0.01', null],
    ['[ADMU-10]', 'top-up', '9,000,000', null],
    ['[ADMU-14]', 'deduct', '0', INVALID],
    ['[ADMU-15]', 'deduct', '5,000.51', TOO_MUCH],
    ['[ADMU-15]', 'deduct', '5,000.50', null],
  ] as const)('%s %s of %j with 5,000.50 there: %s', (_id, kind, typed, problem) => {
    expect(amountProblem(kind, typed, 5_000.5)).toBe(problem)
  })
})

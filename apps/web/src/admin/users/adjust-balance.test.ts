import { describe, expect, it } from 'vitest'
import { amountProblem, approvalText } from './adjust-balance.tsx'

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
  ] as const)(
    '%s an adjustment (%s) of %j on a balance of 5,000.50 gives the message %j',
    (_id, kind, typed, problem) => {
      expect(amountProblem(kind, typed, 5_000.5)).toBe(problem)
    },
  )
})

describe('the approver of an adjustment', () => {
  it.each([
    ['do', 0, 'Up to UGX 1,000,000.00: no approval is needed. It takes effect immediately.'],
    ['wait', 0, 'Above UGX 1,000,000.00: a second member of staff must approve it.'],
    [
      'wait',
      700_000,
      'Above UGX 1,000,000.00, including your UGX 700,000.00 of the last 24 hours: a second member of staff must approve it.',
    ],
    [
      'alone',
      0,
      'Above UGX 1,000,000.00: no second member of staff can approve, so this adjustment takes effect immediately and appears under “Without approval” in the daily report.',
    ],
  ] as const)(
    '[ADMT-30] the approval note of an adjustment, for the decision "%s" after earlier adjustments of %d, says "%s"',
    (judgement, movedBefore, text) => {
      expect(approvalText({ judgement, threshold: 1_000_000, movedBefore })).toBe(text)
    },
  )
})

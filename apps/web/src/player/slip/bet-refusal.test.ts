import { describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api/errors.ts'
import { refusedBy } from './bet-refusal.ts'

const refusal = (code: string, detail?: string) => new ApiError(422, { code: code as never, detail })

describe('the message for a refused placement', () => {
  it.each([
    [
      '[SLIP-61] a bet refused without a session shows the message to log in',
      refusal('NOT_AUTHENTICATED', 'You need to be logged in.'),
      'You need to be logged in to place a bet.',
    ],
    [
      '[SLIP-62] a bet refused for its balance shows the message of the server',
      refusal('INSUFFICIENT_BALANCE', 'Insufficient balance. Your balance: X, Required: Y'),
      'Insufficient balance. Your balance: X, Required: Y',
    ],
    [
      '[SLIP-67] a bet refused with a message shows the message',
      refusal('LIMIT_REACHED', 'It frees tomorrow.'),
      'It frees tomorrow.',
    ],
    [
      '[SLIP-67] a bet refused without a message shows a general one',
      refusal('UNKNOWN'),
      'Failed to place bet. Please try again.',
    ],
    [
      '[SLIP-68] a bet that fails with an unexpected error says so',
      new TypeError('x is undefined'),
      'An unexpected error occurred. Please try again.',
    ],
  ])('bet messages: %s', (_title, error, text) => {
    expect(refusedBy(error).text).toBe(text)
  })

  it('[SLIP-72] a bet above the liability limit offers the largest allowed stake', () => {
    const text = 'The most you can stake on this bet is UGX 40,000'
    const details = { maximum: '40,000', maximumUgx: 40_000 }
    const error = new ApiError(422, { code: 'STAKE_ABOVE_LIABILITY', detail: text, details })
    expect(refusedBy(error)).toEqual({ reason: 'STAKE_ABOVE_LIABILITY', text, mostStake: 40_000 })
  })
})

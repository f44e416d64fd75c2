import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../shared/api/errors.ts'
import { lookupProblem, readBookingInput } from './booking-problems.ts'

const refusal = (code: string, detail = '') => new ApiError(400, { code: code as never, detail })
const MALFORMED = 'Invalid booking code format. Use 6-12 letters and numbers only.'
const FORM = 'Booking codes should be 6-12 characters long and contain only letters and numbers'

describe('validating a typed booking code', () => {
  it.each([
    ['[CODE-03]', ' abcd2345 ', 'page', { code: 'ABCD2345' }],
    ['[CODE-04]', ' ', 'page', { problem: { title: 'Please enter a booking code' } }],
    ['[CODE-04]', '', 'slip', { problem: { title: 'Please enter a booking code' } }],
    ['[CODE-06]', 'ABC12', 'page', { problem: { title: MALFORMED } }],
    ['[CODE-05]', 'ABC-1234', 'slip', { problem: { title: 'Invalid booking code format', text: FORM } }],
  ] as const)('%s the booking code %j typed on the %s is validated as %j', (_, typed, place, wanted) => {
    expect(readBookingInput(typed, place)).toEqual(wanted)
  })
})

describe('the message for a search', () => {
  it.each([
    ['[CODE-14]', refusal('BOOKING_CODE_NOT_FOUND'), true, 'No bet found with this booking code', undefined],
    [
      '[CODE-15]',
      refusal('BOOKING_CODE_NOT_FOUND'),
      false,
      'No bet found with this booking code',
      'Please log in to find the codes of your own bets.',
    ],
    [
      '[CODE-12]',
      refusal('BOOKING_CODE_OF_ANOTHER'),
      true,
      'This booking code belongs to another user',
      'You can only view your own bets',
    ],
    ['[CODE-06]', refusal('INVALID_BOOKING_CODE'), true, MALFORMED, undefined],
    ['after too many requests,', refusal('RATE_LIMITED', 'Slowly.'), true, 'Slowly.', undefined],
    ['[CODE-17]', refusal('INTERNAL'), true, 'Failed to search. Please try again.', undefined],
    ['[CODE-17]', new TypeError('x'), true, 'Failed to search. Please try again.', undefined],
    [
      '[CODE-18]',
      new NetworkError('unreachable'),
      true,
      'Connection failed',
      'The server could not be reached. Please check your internet connection and try again.',
    ],
  ])('%s a booking code search that fails with $1 shows "$3"', (_, error, isLoggedIn, title, text) => {
    expect(lookupProblem(error, 'page', isLoggedIn)).toMatchObject({ title, ...(text === undefined ? {} : { text }) })
  })
})

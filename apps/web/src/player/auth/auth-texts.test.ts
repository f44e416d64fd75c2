import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../shared/api/errors.ts'
import { loginText, registrationText } from './auth-texts.ts'

const refusal = (status: number, detail?: string) => new ApiError(status, { code: 'INVALID_PASSWORD', detail })

describe('messages of login and registration', () => {
  it.each([
    ['[AUTH-18]', refusal(401, 'Invalid password'), 'Invalid password'],
    [
      '[AUTH-20]',
      new NetworkError('timeout'),
      'Login is taking too long. Please check your internet connection and try again.',
    ],
    [
      '[AUTH-21]',
      new NetworkError('unreachable'),
      'Network error. Please check your internet connection and try again.',
    ],
    ['[AUTH-22]', refusal(400), 'Login failed. Please try again.'],
    ['[AUTH-23]', new TypeError('x'), 'An unexpected error occurred'],
  ])('%s a login that fails with %s shows "%s"', (_id, error, text) => {
    expect(loginText(error)).toBe(text)
  })

  it.each([
    [
      '[AUTH-52]',
      refusal(409, 'An account with this phone number already exists'),
      'An account with this phone number already exists',
    ],
    ['[AUTH-58]', refusal(503, 'anything'), 'Registration failed. Please try again later.'],
    ['[AUTH-59]', new NetworkError('timeout'), 'Registration failed. Please try again later.'],
    ['[AUTH-60]', refusal(400), 'Registration failed'],
    ['[AUTH-23]', new TypeError('x'), 'An unexpected error occurred'],
  ])('%s a registration that fails with %s shows "%s"', (_id, error, text) => {
    expect(registrationText(error)).toBe(text)
  })
})

import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../shared/api/errors.ts'
import { requestErrorText } from './recovery-texts.ts'

it.each([
  ['[AUTH-31]', new ApiError(400, { detail: 'Please enter your email.' }), 'email', 'Please enter your email.'],
  ['[AUTH-33]', new ApiError(503, { detail: 'The service is not available.' }), 'email', 'Failed to send reset email.'],
  ['[AUTH-33]', new NetworkError('timeout'), 'email', 'Failed to send reset email.'],
  ['[AUTH-33]', new ApiError(404, {}), 'email', 'Failed to send reset email.'],
  ['[AUTH-34]', new TypeError('x is undefined'), 'email', 'Unexpected error.'],
  ['[AUTH-35]', new NetworkError('timeout'), 'sms', 'Failed to send the code. Please try again.'],
] as const)('%s a recovery request that fails with %s, by %s, shows "%s"', (_id, error, by, text) => {
  expect(requestErrorText(error, by)).toBe(text)
})

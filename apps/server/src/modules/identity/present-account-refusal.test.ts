import { expect, it } from 'vitest'
import { presentAccountRefusal } from './present-account-refusal.ts'

const tooLong = (path: string) => [{ path, message: 'has at most 128 characters' }]

it.each<[Parameters<typeof presentAccountRefusal>[0], object]>([
  [
    { code: 'LOGIN_SLOWED', waitSeconds: 7 },
    { details: { seconds: 7 }, retryAfterSeconds: 7 },
  ],
  [
    { code: 'RECOVERY_SLOWED', waitSeconds: 11 },
    { details: { seconds: 11 }, retryAfterSeconds: 11 },
  ],
  [
    { code: 'RECOVERY_LIMIT', waitSeconds: 300 },
    { details: { wait: '5 minutes' }, retryAfterSeconds: 300 },
  ],
  [
    { code: 'RATE_LIMITED', waitSeconds: 180 },
    { details: { wait: '3 minutes' }, retryAfterSeconds: 180 },
  ],
  [
    { code: 'EMAIL_LIMIT', waitSeconds: 7_500 },
    { details: { wait: '2 hours 5 minutes' }, retryAfterSeconds: 7_500 },
  ],
  [
    { code: 'LINK_RATE_LIMITED', waitSeconds: 180 },
    { error: 'RATE_LIMITED', retryAfterSeconds: 180 },
  ],
  [{ code: 'PASSWORD_TOO_SHORT', minLength: 6 }, { details: { minimum: 6 } }],
  [{ code: 'NEW_PASSWORD_TOO_SHORT', minLength: 10 }, { details: { minimum: 10 } }],
  [{ code: 'PASSWORD_TOO_LONG' }, { error: 'INVALID_FIELDS', errors: tooLong('password') }],
  [{ code: 'NEW_PASSWORD_TOO_LONG' }, { error: 'INVALID_FIELDS', errors: tooLong('newPassword') }],
  [{ code: 'RECIPIENT_MISSING' }, { error: 'EMAIL_MISSING' }],
  [{ code: 'CURRENT_PASSWORD_WRONG' }, {}],
])('the refusal %o is presented as an HTTP error', (refusal, expected) => {
  expect(presentAccountRefusal(refusal)).toEqual({ error: refusal.code, ...expected })
})

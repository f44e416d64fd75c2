import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../shared/api/errors.ts'
import { changeText, isFilled, newPasswordFault } from './password-form.ts'

describe('the password form', () => {
  it.each([
    [{ currentPassword: 'a', newPassword: 'b', confirmation: 'c' }, true],
    [{ currentPassword: '', newPassword: 'b', confirmation: 'c' }, false],
    [{ currentPassword: 'a', newPassword: '', confirmation: 'c' }, false],
    [{ currentPassword: 'a', newPassword: 'b', confirmation: '' }, false],
  ])('[ACCT-17] the password form with %j is complete: %s', (form, filled) => {
    expect(isFilled(form)).toBe(filled)
  })

  it.each([
    ['[ACCT-18]', 'abc', 'abc', 4, 'New password must be at least 4 characters.'],
    ['[ACCT-18]', 'abcdef', 'abcdef', 7, 'New password must be at least 7 characters.'],
    ['[ACCT-19]', 'mango-7391', 'mango-7392', 4, 'New passwords do not match.'],
    ['[ACCT-19]', 'mango-7391', 'mango-7391', 4, null],
  ])(
    '%s the new password %s, confirmed by %s with a minimum length of %i, has the error %j',
    (_id, newPassword, confirmation, minLength, fault) => {
      expect(newPasswordFault({ newPassword, confirmation }, minLength)).toBe(fault)
    },
  )

  it.each([
    [
      '[ACCT-20]',
      new ApiError(422, { detail: 'The current password is incorrect.' }),
      'The current password is incorrect.',
    ],
    ['[ACCT-21]', new ApiError(502, {}), 'Failed to change password.'],
    ['[ACCT-22]', new NetworkError('unreachable'), 'Unexpected error.'],
    ['[ACCT-22]', new TypeError('x is undefined'), 'Unexpected error.'],
  ])('%s a password change that fails with %s shows “%s”', (_id, error, text) => {
    expect(changeText(error, false)).toBe(text)
  })

  it.each([
    ['NOT_AUTHENTICATED', 'Your password may already have changed. Try to log in with the new password.'],
    ['CURRENT_PASSWORD_WRONG', 'Your password may already have changed. Try to log in with the new password.'],
    ['PASSWORD_TOO_COMMON', 'From the server.'],
  ] as const)(
    '[ACCT-24] a password change repeated after a lost response that fails with %s shows "%s"',
    (code, text) => {
      expect(changeText(new ApiError(422, { code, detail: 'From the server.' }), true)).toBe(text)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { INVALID_NIN_TEXT, parseNin } from './nin.ts'
import { checkPassword } from './password.ts'
import { nameOf, readName, termsLabel, usernameFrom } from './registration.ts'

const phone = '+256772915836'

describe('validating a registration', () => {
  it.each([
    ['\u202eAmina\n', 'Amina'],
    ['Am\u200cina\u200d Nak\u200dato', 'Amina Nakato'],
    ['مه\u200cناز', 'مه\u200cناز'],
    ['क्\u200dषमा', 'क्\u200dषमा'],
    ['\u200cمه\u200c\u200cناز\u200c', 'مهناز'],
    ['\u3164\u200c\u3164', ''],
  ])(
    '[AUTH-64] the name %j is cleaned to %j: visible characters, and joiners in non-Latin scripts only',
    (typed, name) => {
      expect(readName(typed)).toBe(name)
    },
  )

  it.each([
    ['', false, { ok: true, value: null }],
    [undefined, false, { ok: true, value: null }],
    ['cm12ab', false, { ok: true, value: 'CM12AB' }],
    ['CM1234567890AB', false, { ok: true, value: 'CM1234567890AB' }],
    ['CM1234567890ABC', false, { ok: false, error: 'INVALID_NIN' }],
    ['CM_12', false, { ok: false, error: 'INVALID_NIN' }],
  ])('[AUTH-43] the NIN %j, with nin_required = %j, is parsed as %j', (text, required, read) => {
    expect(parseNin(text, required)).toEqual(read)
  })

  it.each([
    ['', false],
    ['CM12', false],
    ['cm 1234-567890 ab', true],
    ['cm1234567890ab', true],
  ])('[AUTH-44] the NIN %j is accepted with nin_required: %s', (text, taken) => {
    expect(parseNin(text, true).ok).toBe(taken)
    expect(INVALID_NIN_TEXT).toBe('Please enter a valid NIN ')
  })

  it.each([
    ['abc', 4, 'PASSWORD_TOO_SHORT'],
    ['k7', 2, 'PASSWORD_TOO_SHORT'],
    ['k7m2p', 6, 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 4, 'PASSWORD_TOO_LONG'],
  ])('[AUTH-53] the password %s with a minimum length of %d is refused with %s', (password, minLength, error) => {
    expect(checkPassword(password, { minLength, phone })).toEqual({ ok: false, error })
  })

  const common = [
    '0000',
    '1234',
    '4321',
    '7890',
    '98765',
    '1111',
    '7777777',
    '1212',
    '565656',
    '2580',
    'abcd',
    'Password',
  ]
  const own = ['772915836', '0772915836', '256772915836', '+256772915836', '5836', '7729', '2915']

  it.each([...common, ...own, '1122', '1930', '1984', '2000', '2049'])(
    '[AUTH-54] the password %s is refused as too common',
    (password) => {
      expect(checkPassword(password, { minLength: 4, phone })).toEqual({ ok: false, error: 'PASSWORD_TOO_COMMON' })
    },
  )

  it.each(['8901', '1098', '+5836', 'aaaa', 'ABAB'])(
    '[AUTH-54] the password %s is refused as too common too',
    (password) => {
      expect(checkPassword(password, { minLength: 4, phone })).toEqual({ ok: false, error: 'PASSWORD_TOO_COMMON' })
    },
  )

  it('[AUTH-53] the length of a password counts characters, and 128 are accepted', () => {
    expect(checkPassword('⚽⚾🏀', { minLength: 4 }).ok).toBe(false)
    expect(checkPassword('⚽⚾🏀🏈', { minLength: 4 }).ok).toBe(true)
    expect(checkPassword('km'.repeat(63) + 'xy', { minLength: 4 }).ok).toBe(true)
  })

  it.each(['k1111', '1111k', '11223', 'k1122', '1122k', '11984', '19844', '1984k', 'k5836', '5836k', '1234k', 'k1234'])(
    '[AUTH-54] the password %s contains a common one and is accepted',
    (password) => {
      expect(checkPassword(password, { minLength: 4, phone })).toEqual({ ok: true, value: password })
    },
  )

  it.each(['4827', '9163', '1929', '2050', 'k7m2', 'mango-tree', '583609'])(
    '[AUTH-53] [AUTH-54] the password %s is accepted',
    (password) => {
      expect(checkPassword(password, { minLength: 4, phone })).toEqual({ ok: true, value: password })
    },
  )

  it('[AUTH-47] [AUTH-64] the terms contain the minimum age, and the greeting contains the trimmed first name', () => {
    expect(termsLabel(25)).toBe('I am at least 25 years old and accept the terms')
    expect(usernameFrom('  Okello ')).toBe('Okello')
    expect(nameOf({ firstName: 'Okello', lastName: 'Peter' })).toBe('Okello Peter')
    expect(nameOf({ firstName: 'Okello', lastName: '' })).toBe('Okello')
  })
})

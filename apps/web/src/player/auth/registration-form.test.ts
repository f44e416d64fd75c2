import { describe, expect, it } from 'vitest'
import {
  faultAfterEdit,
  isOfUnknownNetwork,
  readRegistration,
  refusedRegistration,
  registrationFault,
  type RegistrationForm,
} from './registration-form.ts'

const GOOD: RegistrationForm = {
  firstName: 'Achan',
  lastName: 'Okello',
  phoneNumber: '772123457',
  nin: '',
  password: 'nile-77',
  location: 'Gulu',
  acceptTerms: true,
}
const RULE = { ninRequired: false, passwordMinLength: 4 }
const MISSING = 'Please fill in all required fields and accept the terms'

describe('a registration form before it is sent', () => {
  it.each([
    ['a valid form', {}, RULE, null],
    ['[AUTH-51] no first name', { firstName: '' }, RULE, MISSING],
    ['[AUTH-51] no last name', { lastName: '' }, RULE, null],
    ['[AUTH-51] no phone', { phoneNumber: '' }, RULE, MISSING],
    ['[AUTH-51] no password', { password: '' }, RULE, MISSING],
    ['[AUTH-51] no district', { location: '' }, RULE, MISSING],
    ['[AUTH-51] terms not accepted', { acceptTerms: false }, RULE, MISSING],
    [
      '[AUTH-05] a short phone',
      { phoneNumber: '77212345' },
      RULE,
      'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)',
    ],
    ['[AUTH-43] a short NIN', { nin: 'CM123' }, RULE, null],
    [
      '[AUTH-44] a short NIN where it is required',
      { nin: 'CM123' },
      { ...RULE, ninRequired: true },
      'Please enter a valid NIN ',
    ],
    ['[AUTH-53] a short password', { password: 'abc' }, RULE, 'The password must have at least 4 characters.'],
  ] as const)('the registration form is validated before sending: %s', (_title, over, rule, text) => {
    const fault = registrationFault({ ...GOOD, ...over }, rule)
    expect(fault === null ? null : (fault.text ?? Object.values(fault.fields)[0])).toBe(text)
  })

  it.each([
    ['every empty field', { firstName: '', location: '' }, RULE, { firstName: 'Required', location: 'Required' }],
    ['a name without a letter', { firstName: '123' }, RULE, { firstName: 'At least one letter' }],
    ['a name with an emoji', { firstName: '🙂' }, RULE, { firstName: 'At least one letter' }],
    [
      'the phone',
      { phoneNumber: '7721' },
      RULE,
      { phoneNumber: 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)' },
    ],
    ['the NIN', { nin: 'CM_12' }, RULE, { nin: 'At most 14 letters or digits' }],
    ['a NIN that is required', {}, { ...RULE, ninRequired: true }, { nin: '14 letters or digits' }],
    [
      'a NIN beside an empty field',
      { firstName: '', nin: 'CM123' },
      { ...RULE, ninRequired: true },
      { firstName: 'Required', nin: '14 letters or digits' },
    ],
    ['a place that is not a district', { location: 'Nairobi' }, RULE, { location: 'Choose a district from the list' }],
    ['a district in lower case', { firstName: '', location: ' fort portal' }, RULE, { firstName: 'Required' }],
    [
      'all errors at once',
      { firstName: '', phoneNumber: '7721', nin: 'CM_12', password: 'abc', location: 'Nairobi' },
      RULE,
      {
        firstName: 'Required',
        phoneNumber: 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)',
        nin: 'At most 14 letters or digits',
        password: 'The password must have at least 4 characters.',
        location: 'Choose a district from the list',
      },
    ],
    ['the password', { password: 'abc' }, RULE, { password: 'The password must have at least 4 characters.' }],
    ['no field if only the terms are not accepted', { acceptTerms: false }, RULE, {}],
  ] as const)(
    '[AUTH-51] [AUTH-44] the registration form shows the error at the field: %s',
    (_title, over, rule, fields) => {
      expect(registrationFault({ ...GOOD, ...over }, rule)?.fields).toEqual(fields)
    },
  )

  it('[AUTH-51] the registration form hides a field’s error when the field is valid, and its message when no field is missing', () => {
    const form = { ...GOOD, firstName: '', phoneNumber: '7721', location: '' }
    const first = registrationFault(form, RULE)
    const named = first && faultAfterEdit(first, 'firstName', { ...form, firstName: 'Achan' }, RULE)
    expect(Object.keys(named?.fields ?? {}).toSorted()).toEqual(['location', 'phoneNumber'])
    expect(named?.text).toBe(MISSING)
    const placed = named && faultAfterEdit(named, 'location', { ...form, firstName: 'Achan', location: 'gulu' }, RULE)
    expect([placed?.text, Object.keys(placed?.fields ?? {})]).toEqual([null, ['phoneNumber']])
    expect(placed && faultAfterEdit(placed, 'phoneNumber', GOOD, RULE)).toBeNull()
  })

  it('[AUTH-51] editing a field of the registration form shows no error on a field that had none', () => {
    const form = { ...GOOD, phoneNumber: '7721' }
    const first = registrationFault(form, RULE)
    const edited = first && faultAfterEdit(first, 'password', { ...form, password: 'a' }, RULE)
    expect(Object.keys(edited?.fields ?? {})).toEqual(['phoneNumber'])
  })

  it('[AUTH-52] a server error disappears when its field is edited', () => {
    const taken = refusedRegistration('PHONE_TAKEN', 'No.')
    expect(faultAfterEdit(taken, 'password', GOOD, RULE)).toEqual(taken)
    expect(faultAfterEdit(taken, 'phoneNumber', GOOD, RULE)).toBeNull()
  })

  it('[AUTH-52] the registration form shows a server error at the field concerned', () => {
    const codes = ['PHONE_TAKEN', 'PASSWORD_TOO_COMMON', 'REGISTRATION_CLOSED', null]
    expect(codes.map((code) => refusedRegistration(code, 'No.'))).toEqual([
      { text: null, fields: { phoneNumber: 'No.' }, isTaken: true },
      { text: null, fields: { password: 'No.' } },
      { text: 'No.', fields: {} },
      { text: 'No.', fields: {} },
    ])
  })

  it.each([
    ['772123457', [], false],
    ['0752 123 457', [], false],
    ['123456789', [], true],
    ['790123457', [], true],
    ['790123457', ['079'], false],
    ['7901', [], false],
  ])(
    '[AUTH-08] the registration form requires a confirmation of the number %s, with the extra prefixes %j: %s',
    (typed, mtn, isRequested) => {
      expect(isOfUnknownNetwork(typed, { MTN: mtn, Airtel: [] })).toBe(isRequested)
    },
  )

  it('[AUTH-42] the registration form sends the NIN in uppercase, and an unticked terms box as not accepted', () => {
    const data = new FormData()
    data.set('nin', 'cm12ab')
    data.set('firstName', ' Achan ')
    expect(readRegistration(data)).toMatchObject({ nin: 'CM12AB', firstName: 'Achan', acceptTerms: false })
  })
})

import { INVALID_NIN_TEXT, NIN_LENGTH, parseNin } from '@mupiira/domain/identity/nin.ts'
import { findDistrict } from '@mupiira/domain/identity/districts.ts'
import { readName } from '@mupiira/domain/identity/registration.ts'
import { type CarrierPrefixes, carrierOf } from '@mupiira/domain/phone/carriers.ts'
import { INVALID_PHONE_TEXT, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'

export type RegistrationForm = {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly nin: string
  readonly password: string
  readonly location: string
  readonly acceptTerms: boolean
}

export function readRegistration(form: FormData): RegistrationForm {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    firstName: text('firstName').trim(),
    lastName: text('lastName').trim(),
    phoneNumber: text('phoneNumber').trim(),
    nin: text('nin').trim().toUpperCase(),
    password: text('password'),
    location: text('location').trim(),
    acceptTerms: form.get('acceptTerms') !== null,
  }
}

type FieldName = Exclude<keyof RegistrationForm, 'acceptTerms'>

/** Errors of the form and its fields. An error of a single field appears only at that field. */
export type RegistrationFault = {
  readonly text: string | null
  readonly fields: { readonly [name in FieldName]?: string }
  /** True if the number already has an account. Its owner may want to log in. */
  readonly isTaken?: boolean
}

const REQUIRED = ['firstName', 'phoneNumber', 'password', 'location'] as const

type Rule = { readonly ninRequired: boolean; readonly passwordMinLength: number }

/**
 * All errors of a registration; null if valid. An incomplete form and an invalid NIN have a text for the whole form.
 */
export function registrationFault(form: RegistrationForm, rule: Rule): RegistrationFault | null {
  const fields = faultyFields(form, rule)
  const isIncomplete = !form.acceptTerms || REQUIRED.some((name) => isMissing(name, form[name]))
  if (isIncomplete) return { text: 'Please fill in all required fields and accept the terms', fields }
  if (Object.keys(fields).length === 0) return null
  // The text that the specification prescribes does not say what a valid NIN is, so the field shows the rule.
  return { text: fields.nin === undefined ? null : INVALID_NIN_TEXT, fields }
}

function faultyFields(form: RegistrationForm, rule: Rule): RegistrationFault['fields'] {
  const missing = REQUIRED.filter((name) => isMissing(name, form[name])).map(
    (name) => [name, form[name] === '' ? 'Required' : 'At least one letter'] as const,
  )
  const wrong: readonly (readonly [FieldName, boolean, string])[] = [
    ['phoneNumber', !parseAccountPhone(form.phoneNumber).ok, INVALID_PHONE_TEXT],
    [
      'nin',
      !parseNin(form.nin, rule.ninRequired).ok,
      `${rule.ninRequired ? '' : 'At most '}${NIN_LENGTH} letters or digits`,
    ],
    ['password', [...form.password].length < rule.passwordMinLength, passwordText(rule.passwordMinLength)],
    ['location', findDistrict(form.location) === undefined, 'Choose a district from the list'],
  ]
  const invalid = wrong.filter(([, isWrong]) => isWrong).map(([name, , text]) => [name, text] as const)
  return Object.fromEntries([...invalid, ...missing])
}

const passwordText = (minimum: number): string => `The password must have at least ${minimum} characters.`

/**
 * The errors that remain after an edit of a field. Editing shows no new errors. A field's error disappears as soon as
 * the field is valid, and a server error disappears with any edit of its field.
 */
export function faultAfterEdit(
  fault: RegistrationFault,
  name: string,
  form: RegistrationForm,
  rule: Rule,
): RegistrationFault | null {
  const now = registrationFault(form, rule)
  const fields = Object.fromEntries(
    Object.entries(fault.fields).flatMap(([field, text]) => {
      const current = field === name ? now?.fields[field as FieldName] : text
      return current === undefined ? [] : [[field, current]]
    }),
  )
  const text = now?.text === fault.text ? fault.text : null
  if (text === null && Object.keys(fields).length === 0) return null
  return { ...fault, text, fields, isTaken: fault.isTaken === true && name !== 'phoneNumber' }
}

/** A first name needs at least one letter (decision 0017). */
const isMissing = (name: FieldName, typed: string): boolean => (name === 'firstName' ? readName(typed) : typed) === ''

/**
 * Returns whether a complete number belongs to neither MTN nor Airtel. Such a number can have an account (AUTH-08), but
 * withdrawals to it would fail.
 */
export function isOfUnknownNetwork(typed: string, further: CarrierPrefixes): boolean {
  const phone = parseAccountPhone(typed)
  return phone.ok && carrierOf(phone.value, further) === 'Unknown'
}

const fieldFault = (name: FieldName, text: string): RegistrationFault => ({ text: null, fields: { [name]: text } })

const FIELD_OF: { readonly [code: string]: FieldName } = {
  INVALID_PHONE: 'phoneNumber',
  PHONE_TAKEN: 'phoneNumber',
  INVALID_NIN: 'nin',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
}

/** The server's error, placed at the field that its code names. */
export function refusedRegistration(code: string | null, text: string): RegistrationFault {
  const field = FIELD_OF[code ?? '']
  if (field === undefined) return { text, fields: {} }
  return code === 'PHONE_TAKEN' ? { ...fieldFault(field, text), isTaken: true } : fieldFault(field, text)
}

import { INVALID_NIN_TEXT, NIN_LENGTH, parseNin } from '@mupiira/domain/identity/nin.ts'
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
    location: text('location'),
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

/** The first error of a registration, in the order of the server's checks; null if valid. */
export function registrationFault(
  form: RegistrationForm,
  rule: { readonly ninRequired: boolean; readonly passwordMinLength: number },
): RegistrationFault | null {
  const missing = REQUIRED.filter((name) => isMissing(name, form[name]))
  const isNinGood = parseNin(form.nin, rule.ninRequired).ok
  if (missing.length > 0 || !form.acceptTerms) {
    const required = Object.fromEntries(
      missing.map((name) => [name, form[name] === '' ? 'Required' : 'At least one letter']),
    )
    return {
      text: 'Please fill in all required fields and accept the terms',
      fields: isNinGood ? required : { ...required, nin: ninRule(rule.ninRequired) },
    }
  }
  if (!parseAccountPhone(form.phoneNumber).ok) return fieldFault('phoneNumber', INVALID_PHONE_TEXT)
  // The text that the specification prescribes does not say what a valid NIN is, so the field shows the rule.
  if (!isNinGood) return { text: INVALID_NIN_TEXT, fields: { nin: ninRule(rule.ninRequired) } }
  if ([...form.password].length < rule.passwordMinLength)
    return fieldFault('password', `The password must have at least ${rule.passwordMinLength} characters.`)
  return null
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

const ninRule = (isRequired: boolean): string => `${isRequired ? '' : 'At most '}${NIN_LENGTH} letters or digits`

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

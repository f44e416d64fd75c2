import { INVALID_NIN_TEXT, parseNin } from '@mupiira/domain/identity/nin.ts'
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

/** What is wrong, and with which fields; none where it is with no field. */
export type RegistrationFault = { readonly text: string; readonly fields: readonly FieldName[] }

const REQUIRED = ['firstName', 'lastName', 'phoneNumber', 'password', 'location'] as const

/** The first thing that is wrong with a registration, in the server's own order; null when it can be sent. */
export function registrationFault(
  form: RegistrationForm,
  rule: { readonly ninRequired: boolean; readonly passwordMinLength: number },
): RegistrationFault | null {
  const missing = REQUIRED.filter((name) => form[name] === '')
  if (missing.length > 0 || !form.acceptTerms) {
    return { text: 'Please fill in all required fields and accept the terms', fields: missing }
  }
  if (!parseAccountPhone(form.phoneNumber).ok) return { text: INVALID_PHONE_TEXT, fields: ['phoneNumber'] }
  if (!parseNin(form.nin, rule.ninRequired).ok) return { text: INVALID_NIN_TEXT, fields: ['nin'] }
  if ([...form.password].length < rule.passwordMinLength) {
    return { text: `The password must have at least ${rule.passwordMinLength} characters.`, fields: ['password'] }
  }
  return null
}

const FIELD_OF: { readonly [code: string]: FieldName } = {
  INVALID_PHONE: 'phoneNumber',
  PHONE_TAKEN: 'phoneNumber',
  INVALID_NIN: 'nin',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
}

/** The field that the server refused, by the refusal's code. */
export function refusedFields(code: string | null): readonly FieldName[] {
  const field = FIELD_OF[code ?? '']
  return field === undefined ? [] : [field]
}

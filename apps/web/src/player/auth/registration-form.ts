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

/** The first thing that is wrong with a registration, in the server's own order; null when it can be sent. */
export function registrationError(
  form: RegistrationForm,
  rule: { readonly ninRequired: boolean; readonly passwordMinLength: number },
): string | null {
  const required = [form.firstName, form.lastName, form.phoneNumber, form.password, form.location]
  if (required.includes('') || !form.acceptTerms) return 'Please fill in all required fields and accept the terms'
  if (!parseAccountPhone(form.phoneNumber).ok) return INVALID_PHONE_TEXT
  if (!parseNin(form.nin, rule.ninRequired).ok) return INVALID_NIN_TEXT
  if ([...form.password].length < rule.passwordMinLength) {
    return `The password must have at least ${rule.passwordMinLength} characters.`
  }
  return null
}

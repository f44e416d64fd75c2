import type { register } from '@mupiira/contract/auth.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { findDistrict } from '@mupiira/domain/identity/districts.ts'
import { DEFAULT_NATIONALITY, readName } from '@mupiira/domain/identity/registration.ts'
import { parseNin } from '@mupiira/domain/identity/nin.ts'
import { checkPassword } from '@mupiira/domain/identity/password.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { NewAccount } from './create-accounts.ts'

export type RegistrationRefusal =
  | { readonly code: 'PASSWORD_TOO_SHORT'; readonly minLength: number }
  | {
      readonly code: 'FIELDS_MISSING' | 'INVALID_PHONE' | 'INVALID_NIN' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_TOO_LONG'
    }
export type Registration = Omit<NewAccount, 'passwordHash' | 'role'> & { readonly password: string }

/** Validates a registration form. Returns the first error in the order of the form's fields (AUTH-51 to AUTH-54). */
export function readRegistration(
  form: BodyOf<typeof register>,
  settings: Settings,
): Result<Registration, RegistrationRefusal> {
  const firstName = readName(form.firstName ?? '')
  const lastName = readName(form.lastName ?? '')
  const typedLocation = oneLine(form.location)
  const typedPhone = oneLine(form.phoneNumber)
  const password = form.password ?? ''
  if ([firstName, typedLocation, typedPhone, password].includes('') || form.acceptTerms !== true) {
    return err({ code: 'FIELDS_MISSING' })
  }
  // Only listed locations are accepted.
  const location = findDistrict(typedLocation)
  if (location === undefined) return err({ code: 'FIELDS_MISSING' })
  const phone = parseAccountPhone(typedPhone)
  if (!phone.ok) return err({ code: 'INVALID_PHONE' })
  const nin = parseNin(form.nin, settings.nin_required)
  if (!nin.ok) return err({ code: 'INVALID_NIN' })
  const minLength = settings.password_min_length
  const evaluated = checkPassword(password, { minLength, phone: phone.value })
  if (!evaluated.ok) {
    const code = evaluated.error
    return err(code === 'PASSWORD_TOO_SHORT' ? { code, minLength } : { code })
  }
  const nationality = readName(form.nationality ?? '') || DEFAULT_NATIONALITY
  return ok({ firstName, lastName, location, nationality, phoneNumber: phone.value, nin: nin.value, password })
}

const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

import type { register } from '@mupiira/contract/auth.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { findDistrict } from '@mupiira/domain/identity/districts.ts'
import { DEFAULT_NATIONALITY, readName } from '@mupiira/domain/identity/registration.ts'
import { parseNin } from '@mupiira/domain/identity/nin.ts'
import { MAX_PASSWORD_LENGTH, checkPassword } from '@mupiira/domain/identity/password.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { NewAccount } from './create-accounts.ts'

export type RegistrationRefusal = Refusal<(typeof register)['errors'][number] | 'INVALID_FIELDS'>
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
    return err({ error: 'FIELDS_MISSING' })
  }
  // Only listed locations are accepted.
  const location = findDistrict(typedLocation)
  if (location === undefined) return err({ error: 'FIELDS_MISSING' })
  const phone = parseAccountPhone(typedPhone)
  if (!phone.ok) return err({ error: 'INVALID_PHONE' })
  const nin = parseNin(form.nin, settings.nin_required)
  if (!nin.ok) return err({ error: 'INVALID_NIN' })
  const evaluated = checkPassword(password, { minLength: settings.password_min_length, phone: phone.value })
  if (!evaluated.ok) return err(passwordRefusal(evaluated.error, settings))
  const nationality = readName(form.nationality ?? '') || DEFAULT_NATIONALITY
  return ok({ firstName, lastName, location, nationality, phoneNumber: phone.value, nin: nin.value, password })
}

type PasswordFault = Extract<ReturnType<typeof checkPassword>, { ok: false }>['error']

function passwordRefusal(fault: PasswordFault, settings: Settings): RegistrationRefusal {
  switch (fault) {
    case 'PASSWORD_TOO_SHORT':
      return { error: fault, details: { minimum: settings.password_min_length } }
    case 'PASSWORD_TOO_COMMON':
      return { error: fault }
    case 'PASSWORD_TOO_LONG': {
      const message = `has at most ${MAX_PASSWORD_LENGTH} characters`
      return { error: 'INVALID_FIELDS', errors: [{ path: 'password', message }] }
    }
  }
}

const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

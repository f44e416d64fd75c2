import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

export type PasswordError = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON'

/** Shown if a repeated password change is rejected, because the first attempt may have succeeded. */
export const PASSWORD_MAY_HAVE_CHANGED_TEXT =
  'Your password may already have changed. Try to log in with the new password.'

/** The lowest value of the setting (AUTH-53). */
export const MIN_PASSWORD_LENGTH = 4
/** Staff passwords are longer, because staff can move players' money. */
export const MIN_STAFF_PASSWORD_LENGTH = 10
/** Longer passwords are rejected, because hashing them would keep the server busy. */
export const MAX_PASSWORD_LENGTH = 128

/**
 * Validates a new password (AUTH-53, 54, D2): its length, then common patterns: frequent PINs and words, years,
 * consecutive digits (1234, 9876), repeated characters or pairs, and digits from the player's phone number.
 * `checkPassword('1234', {minLength: 4, phone: '+256772123456'})` → PASSWORD_TOO_COMMON
 */
export function checkPassword(
  password: string,
  rule: { readonly minLength: number; readonly phone?: string },
): Result<string, PasswordError> {
  const length = [...password].length
  if (length < Math.max(rule.minLength, MIN_PASSWORD_LENGTH)) return err('PASSWORD_TOO_SHORT')
  if (length > MAX_PASSWORD_LENGTH) return err('PASSWORD_TOO_LONG')
  return isCommon(password, rule.phone) ? err('PASSWORD_TOO_COMMON') : ok(password)
}

function isCommon(password: string, phone: string | undefined): boolean {
  const lower = password.toLowerCase()
  return (
    COMMON.has(lower) ||
    /^(.{1,2})\1+$/.test(lower) ||
    /^(\d)\1+(\d)\2+$/.test(lower) ||
    /^(19[3-9]|20[0-4])\d$/.test(lower) ||
    isRun(lower, 1) ||
    isRun(lower, -1) ||
    (phone !== undefined && isOwnPhone(lower, phone))
  )
}

/** Consecutive characters such as 1234, 890 or abcd. The digit after 9 may be 0. */
function isRun(text: string, step: 1 | -1): boolean {
  for (let i = 1; i < text.length; i += 1) {
    const before = text.charCodeAt(i - 1)
    const wrapped = step === 1 ? text.slice(i - 1, i + 1) === '90' : text.slice(i - 1, i + 1) === '09'
    if (!wrapped && text.charCodeAt(i) !== before + step) return false
  }
  return true
}

function isOwnPhone(text: string, phone: string): boolean {
  const digits = phone.replace(/\D/g, '').replace(/^256/, '')
  const typed = text.replace(/^\+/, '')
  return /^\d+$/.test(typed) && (`0${digits}`.includes(typed) || `256${digits}`.includes(typed))
}

// The most frequent leaked PINs and passwords, without those that the patterns above cover.
const COMMON: ReadonlySet<string> = new Set(
  `1004 2580 0852 1397 1379 1470 0741 2468 1357 1123 1112 1110 0001 0007 1001 1221 2112 1331 1441 2255 password
   password1 passw0rd qwerty qwertyuiop asdf asdfgh zxcv zxcvbn 1q2w 1q2w3e 1qaz qazwsx abc123 abcd1234 admin
   letmein welcome iloveyou football uganda kampala mupiira love pass jesus test user 123123 123321 112233 123654
   159753 147258 147852 456123 789456 12341234 1234512345 321321 110110`.split(/\s+/),
)

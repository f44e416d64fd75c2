import { isDerivedEmail, parseAccountPhone } from '../phone/phone.ts'
import type { PhoneNumber } from '../phone/phone.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { HOUR_MS } from '../time/durations.ts'

/** The lifetime of a code or link (AUTH-36). */
export const RECOVERY_LIFETIME_MS = 24 * HOUR_MS
/**
 * The maximum number of codes or links per phone or address (AUTH-37). Recovery codes are counted per requesting
 * network.
 */
export const MAX_RECOVERY_MESSAGES = 3
/** The maximum for all networks together. It keeps attackers from using up the owner's codes. */
export const MAX_RECOVERY_MESSAGES_FROM_ALL_NETWORKS = 12
export const MESSAGE_LIMIT_PERIOD_MS = 3 * HOUR_MS
export const CODE_DIGITS = 6
/** Formats a waiting time. `waitText(7500)` → "2 hours 5 minutes" */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const parts = [countText(Math.floor(minutes / 60), 'hour'), countText(minutes % 60, 'minute')]
  return parts.filter((part) => part !== null).join(' ')
}

const countText = (count: number, unit: string): string | null =>
  count === 0 ? null : `${count} ${unit}${count === 1 ? '' : 's'}`

/**
 * The maximum number of wrong codes per request. Twelve requests in three hours allow 480 attempts a day, each with a
 * chance of one in a million.
 */
export const MAX_WRONG_CODES = 5
export const MAX_DELIVERY_ATTEMPTS = 5

export type Recipient =
  | { readonly kind: 'sms'; readonly phoneNumber: PhoneNumber }
  | { readonly kind: 'email'; readonly email: string }

export type RecipientError = 'RECIPIENT_MISSING' | 'INVALID_PHONE' | 'INVALID_EMAIL'

/**
 * Parses the recovery field (AUTH-31, 35, D49): text with @ is an e-mail address, other text a mobile number.
 * `readRecipient('0772 123 456')` → sms to +256772123456
 */
export function readRecipient(typed: string): Result<Recipient, RecipientError> {
  const text = typed.trim()
  if (text === '') return err('RECIPIENT_MISSING')
  if (!text.includes('@')) {
    const phone = parseAccountPhone(text)
    return phone.ok ? ok({ kind: 'sms', phoneNumber: phone.value }) : err('INVALID_PHONE')
  }
  const email = readAddress(text)
  return email === null ? err('INVALID_EMAIL') : ok({ kind: 'email', email })
}

export type EmailError = 'EMAIL_MISSING' | 'INVALID_EMAIL'

/** Parses a recovery address. The address derived from the phone is not accepted (AUTH-38). */
export function readRecoveryEmail(typed: string): Result<string, EmailError> {
  if (typed.trim() === '') return err('EMAIL_MISSING')
  const email = readAddress(typed)
  return email === null || isDerivedEmail(email) ? err('INVALID_EMAIL') : ok(email)
}

/** Returns the address in lower case, or null if it is not an e-mail address. */
function readAddress(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return email.length <= 254 && /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/.test(email) ? email : null
}

/** Whole seconds until the next message may be sent; 0 means now (AUTH-37). */
export function secondsUntilNextSent(sentAt: readonly Date[], now: Date, max: number = MAX_RECOVERY_MESSAGES): number {
  const counting = sentAt
    .map((at) => at.getTime() + MESSAGE_LIMIT_PERIOD_MS - now.getTime())
    .filter((leftMs) => leftMs > 0)
    .sort((a, b) => b - a)
  const freeing = counting[max - 1]
  return freeing === undefined ? 0 : Math.ceil(freeing / 1000)
}

/** The delay before the next delivery attempt: 5 s, 20 s, 80 s …; null after the last one. */
export const nextDeliveryMs = (attempts: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS ? null : 5_000 * 4 ** (attempts - 1)

import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, 30 seconds, 6 digits. */
const PERIOD_SECONDS = 30
/** A code is accepted one period early or late: clocks differ, and people type slowly. */
const WINDOW = 1

const totpOf = (secret: Buffer): TOTP => new TOTP({ secret: secretOf(secret), period: PERIOD_SECONDS })

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** The period in which a code was accepted, if it is later than the last one; null for a wrong or used code. */
export function acceptedStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  const step = totp.counter({ timestamp: now.getTime() }) + (delta ?? 0)
  return delta === null || step <= lastStep ? null : step
}

/** The secret as the player types or scans it. */
export const base32 = (secret: Buffer): string => secretOf(secret).base32

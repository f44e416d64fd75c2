import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, 30 seconds, 6 digits. */
const PERIOD_SECONDS = 30
/** Accepts a code one period early or late, because clocks differ and people type slowly. */
const WINDOW = 1

const totpOf = (secret: Buffer): TOTP => new TOTP({ secret: secretOf(secret), period: PERIOD_SECONDS })

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** The period of a valid code that is newer than the last one; null for a wrong or used code. */
export function acceptedStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  const step = totp.counter({ timestamp: now.getTime() }) + (delta ?? 0)
  return delta === null || step <= lastStep ? null : step
}

/** The secret in base32, for typing or as part of a QR code. */
export const base32 = (secret: Buffer): string => secretOf(secret).base32

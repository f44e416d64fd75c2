import { createHmac } from 'node:crypto'

/** RFC 6238 as every authenticator app has it: HMAC-SHA-1, periods of 30 seconds, 6 digits. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** A code is taken one period early or late: clocks differ, and people type slowly. */
const TOLERANCE = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS)

/** The code of a period (RFC 4226, section 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The period whose code it is, newer than the last one that was taken; null for a wrong or a used one. */
export function takenStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const step = stepOf(now)
  for (let each = step - TOLERANCE; each <= step + TOLERANCE; each++) {
    if (each > lastStep && codeOf(secret, each) === code) return each
  }
  return null
}

/** RFC 4648 without padding. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31]
}

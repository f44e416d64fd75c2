import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app with a base32 secret (RFC 6238): returns the code for a moment. */
export function authenticator(secret: string): (now: Date) => string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  return (now) => {
    const counter = Math.floor(now.getTime() / 30_000)
      .toString(16)
      .padStart(16, '0')
    const mac = createHmac('sha1', key).update(Buffer.from(counter, 'hex')).digest('hex')
    const at = 2 * parseInt(mac.slice(-1), 16)
    const number = parseInt(mac.slice(at, at + 8), 16) % 2 ** 31
    return String(number).slice(-6).padStart(6, '0')
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that the database stores but must not be able to read. */
export type Sealing = { seal(secret: Buffer): Buffer; unseal(sealed: Buffer): Buffer }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key per purpose, derived from a key of the configuration. Decrypting with another key throws. */
export function createSealing(key: string, purpose: string): Sealing {
  const derived = Buffer.from(hkdfSync('sha256', key, '', `mupiira ${purpose}`, 32))
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived, nonce)
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    unseal(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', derived, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that the database stores but must not be able to read. */
export type Encryption = { encrypt(plain: Buffer): Buffer; decrypt(encrypted: Buffer): Buffer }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key per purpose, derived from a key of the configuration. Decrypting with another key throws. */
export function createEncryption(key: string, purpose: string): Encryption {
  const derived = Buffer.from(hkdfSync('sha256', key, '', `mupiira ${purpose}`, 32))
  return {
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv('aes-256-gcm', derived, encrypted.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

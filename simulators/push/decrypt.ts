import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

/** A browser's part of a subscription: its key pair and the secret shared with the sender. */
export type Receiver = { readonly pair: ECDH; readonly auth: Buffer }

const SALT_BYTES = 16
const TAG_BYTES = 16

const derive = (key: Buffer, salt: Buffer, label: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, label, bytes))

/**
 * Decrypts a message (RFC 8291 over RFC 8188) as a browser does. Throws if the message was changed or is for another
 * receiver.
 */
export function decrypt(message: Buffer, { pair, auth }: Receiver): string {
  const salt = message.subarray(0, SALT_BYTES)
  const recordBytes = message.readUInt32BE(SALT_BYTES)
  const keyBytes = message.readUInt8(SALT_BYTES + 4)
  const sender = message.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + keyBytes)
  const record = message.subarray(SALT_BYTES + 5 + keyBytes)
  if (record.length > recordBytes) throw new Error('a push message must have exactly one record')

  const label = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), auth, label, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const end = record.length - TAG_BYTES
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(end))
  const plain = Buffer.concat([cipher.update(record.subarray(0, end)), cipher.final()])
  // The text is followed by the delimiter of the last record and padding zeros.
  const delimiter = plain.findLastIndex((byte) => byte !== 0)
  if (plain[delimiter] !== 2) throw new Error('the record has no delimiter')
  return plain.subarray(0, delimiter).toString()
}

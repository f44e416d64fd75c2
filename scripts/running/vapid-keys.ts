import { generateKeyPairSync } from 'node:crypto'

export type VapidKeys = { readonly VAPID_PUBLIC_KEY: string; readonly VAPID_PRIVATE_KEY: string }

/**
 * The pair by which push services know a clone (RFC 8292), drawn anew: a point of 65 bytes and a number of 32. An ECDH
 * object would leave the number's leading zeros out, one key in 256, and nothing starts with such a key.
 */
export function drawVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { VAPID_PUBLIC_KEY: point.toString('base64url'), VAPID_PRIVATE_KEY: d }
}

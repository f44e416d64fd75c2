import { generateKeyPairSync } from 'node:crypto'

export type VapidKeys = { readonly VAPID_PUBLIC_KEY: string; readonly VAPID_PRIVATE_KEY: string }

/**
 * A new key pair for web push (RFC 8292): a point of 65 bytes and a private key of 32. An ECDH object would drop
 * leading zeros from the private key, in one key of 256, and the push library rejects such a key.
 */
export function generateVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { VAPID_PUBLIC_KEY: point.toString('base64url'), VAPID_PRIVATE_KEY: d }
}

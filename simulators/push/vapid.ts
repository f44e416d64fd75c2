import { createPublicKey, verify } from 'node:crypto'
import { DAY_SECONDS } from '@mupiira/domain/time/durations.ts'

/**
 * Why the sender is refused (RFC 8292); null if accepted. `origin` is the address of the push service, `key` the
 * sender's key in the subscription. The token expires by real time, not by the demo's clock.
 */
export function faultOfSender(
  authorization: string | undefined,
  { origin, key, nowSeconds }: { readonly origin: string; readonly key: string | null; readonly nowSeconds: number },
): string | null {
  const [, token = '', shown = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (signature === '') return 'there is no VAPID token'
  if (key !== null && shown !== key) return 'the key differs from the key of the subscription'
  if (!isSignedBy(shown, `${header}.${claims}`, Buffer.from(signature, 'base64url'))) return 'the signature is wrong'
  const { alg } = parse(header)
  const { aud, exp, sub } = parse(claims)
  if (alg !== 'ES256') return 'the algorithm is not ES256'
  if (aud !== origin) return `the audience is not ${origin}`
  if (typeof exp !== 'number' || exp <= nowSeconds) return 'the token has expired'
  if (exp > nowSeconds + DAY_SECONDS) return 'the token is valid for more than a day'
  // Apple's push service has this rule.
  if (!/^(mailto:|https:)/.test(String(sub)) || /localhost/.test(String(sub))) return 'the subject is not a contact'
  return null
}

function isSignedBy(point: string, text: string, signature: Buffer): boolean {
  const bytes = Buffer.from(point, 'base64url')
  if (bytes.length !== 65) return false
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function parse(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

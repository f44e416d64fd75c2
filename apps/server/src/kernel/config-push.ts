import { createECDH } from 'node:crypto'
import { type Static, Type } from 'typebox'

/** How the house shows push services who it is (RFC 8292). Without the keys no closed app is told anything. */
export const push = {
  VAPID_PUBLIC_KEY: Type.Optional(Type.String({ pattern: '^[\\w-]{87}$' })),
  VAPID_PRIVATE_KEY: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
  // Apple takes no messages of a sender at localhost.
  VAPID_SUBJECT: Type.String({
    pattern: '^(mailto:[^@\\s]+@[^@\\s]+\\.[^@\\s]+|https://[^\\s]+)$',
    default: 'mailto:push@mupiira.example',
  }),
  PUSH_SIMULATOR_URL: Type.Optional(Type.String({ pattern: '^http://[^/]+$' })),
} as const

const Push = Type.Object(push)
type Given = { readonly [name: string]: string | undefined }

export type PushConfig = {
  readonly publicKey: string
  readonly privateKey: string
  /** Whom a push service writes to when something is wrong: `mailto:` or `https:`. */
  readonly subject: string
  /** The one address within reach of this machine that is sent to; null outside development. */
  readonly simulatorUrl: string | null
}

export function pushFaults(given: Given): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  if (publicKey === undefined && privateKey === undefined) return []
  if (publicKey === undefined) return ['VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY needs it']
  if (privateKey === undefined) return ['VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY needs it']
  return publicKeyOf(privateKey) === publicKey ? [] : ['VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY']
}

function publicKeyOf(privateKey: string): string | null {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

export function pushConfigOf(env: Static<typeof Push>): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  if (publicKey === undefined || privateKey === undefined) return null
  return { publicKey, privateKey, subject, simulatorUrl: env.PUSH_SIMULATOR_URL ?? null }
}

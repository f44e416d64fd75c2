import { createHmac, randomBytes } from 'node:crypto'

/** A key of a direct provider, derived from the only key in the simulator's options. */
export const derivedKey = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(name).digest('hex').slice(0, 32)

/** Like `derivedKey`, in the form of a UUID v4. */
export function derivedUuid(secret: string, name: string): string {
  const hex = derivedKey(secret, name)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Access tokens that expire by the simulator's clock, each for one purpose. */
export type Tokens = {
  issue(purpose: string): string
  isValid(token: string, purpose: string): boolean
}

const MAX_STORED = 10_000

export function createTokens(now: () => number, lifeMs: number): Tokens {
  const issued = new Map<string, { readonly purpose: string; readonly endsAtMs: number }>()
  return {
    issue(purpose) {
      const token = randomBytes(24).toString('base64url')
      for (const [old, { endsAtMs }] of issued) if (endsAtMs <= now() || issued.size >= MAX_STORED) issued.delete(old)
      issued.set(token, { purpose, endsAtMs: now() + lifeMs })
      return token
    },
    isValid(token, purpose) {
      const found = issued.get(token)
      return found !== undefined && found.purpose === purpose && found.endsAtMs > now()
    },
  }
}

import { randomBytes } from 'node:crypto'

/** Access tokens that end by the simulator's clock, each for one purpose. */
export type Tokens = {
  issue(purpose: string): string
  isGood(token: string, purpose: string): boolean
}

const STORED_MOST = 10_000

export function createTokens(now: () => number, lifeMs: number): Tokens {
  const issued = new Map<string, { readonly purpose: string; readonly endsAtMs: number }>()
  return {
    issue(purpose) {
      const token = randomBytes(24).toString('base64url')
      for (const [old, { endsAtMs }] of issued) if (endsAtMs <= now() || issued.size >= STORED_MOST) issued.delete(old)
      issued.set(token, { purpose, endsAtMs: now() + lifeMs })
      return token
    },
    isGood(token, purpose) {
      const found = issued.get(token)
      return found !== undefined && found.purpose === purpose && found.endsAtMs > now()
    },
  }
}

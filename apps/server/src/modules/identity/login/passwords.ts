import { hash, verify } from '@node-rs/argon2'
import { DependencyUnavailable } from '../../../kernel/dependency-unavailable.ts'

/** Argon2id (algorithm 2) with the parameters that OWASP recommends. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing uses the thread pool that file and DNS look-ups need, so it must not take all threads. */
const AT_ONCE = 2
const MAX_WAITING = 256

/** Too many passwords are waiting. Nothing was done; the caller may retry shortly (503). */
export class PasswordsBusy extends DependencyUnavailable {
  constructor() {
    super('too many passwords wait to be hashed')
    this.name = 'PasswordsBusy'
  }
}

export type Passwords = {
  hash(password: string): Promise<string>
  matches(password: string, hashed: string): Promise<boolean>
}

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new PasswordsBusy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // Hands the slot to the next waiting task or frees it.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    matches: (password, hashed) => inTurn(() => verify(hashed, password)),
  }
}

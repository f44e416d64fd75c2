import type { Sql } from '../../../kernel/db/sql.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { crashPointOf } from '../chains/seeds.ts'
import { encryptedSeedsOf } from './rounds.repository.ts'

/**
 * The crash points of rounds that have started. Every node can compute them from the encrypted seed in the round's row.
 */
export type CrashPoints = {
  /** Crash points in hundredths by round number. Rounds that have not started are absent. */
  of(sql: Sql, roundNos: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>
}

const MAX_STORED = 100

export function createCrashPoints(encryption: Encryption): CrashPoints {
  const known = new Map<bigint, number>()

  async function read(sql: Sql, roundNos: readonly bigint[]): Promise<void> {
    for (const { no, rtp, encryptedSeed, salt } of await encryptedSeedsOf(sql, roundNos)) {
      if (known.size >= MAX_STORED) known.delete(known.keys().next().value ?? 0n)
      known.set(no, crashPointOf(encryption.decrypt(encryptedSeed), salt, rtp))
    }
  }

  return {
    async of(sql, roundNos) {
      const missing = roundNos.filter((no) => !known.has(no))
      if (missing.length > 0) await read(sql, missing)
      return new Map(
        roundNos.flatMap((no) => {
          const crash = known.get(no)
          return crash === undefined ? [] : [[no, crash] as const]
        }),
      )
    },
  }
}

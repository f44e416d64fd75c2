import type { Sql } from '../../kernel/db/sql.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import { crashOf } from './seeds.ts'

/**
 * The crash points of rounds that have flown or are flying, for judging what was received before and after. Of a round
 * that has not begun nothing is worked out. Every node can: the seed lies sealed in the round's row.
 */
export type CrashPoints = {
  /** In hundredths, by the round's number; a round that has not begun is absent. */
  of(sql: Sql, roundNos: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>
}

const MOST_STORED = 100

export function createCrashPoints(sealing: Sealing): CrashPoints {
  const kept = new Map<bigint, number>()

  async function read(sql: Sql, roundNos: readonly bigint[]): Promise<void> {
    const rows = await sql.query<{ no: bigint; rtp: number; sealedSeed: Buffer; salt: Buffer }>(
      `select r.no, r.rtp, r.sealed_seed as "sealedSeed", c.salt from aviator_rounds r join aviator_chains c on c.id = r.chain_id
        where r.no = any($1::bigint[]) and r.flies_at is not null`,
      [roundNos],
      'aviator-sealed-seeds',
    )
    for (const { no, rtp, sealedSeed, salt } of rows) {
      if (kept.size >= MOST_STORED) kept.delete(kept.keys().next().value ?? 0n)
      kept.set(no, crashOf(sealing.unseal(sealedSeed), salt, rtp))
    }
  }

  return {
    async of(sql, roundNos) {
      const missing = roundNos.filter((no) => !kept.has(no))
      if (missing.length > 0) await read(sql, missing)
      return new Map(roundNos.flatMap((no) => (kept.has(no) ? [[no, kept.get(no) as number] as const] : [])))
    },
  }
}

import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/**
 * The highest stakes that staff allows players; players without such a limit are absent. Changed under the account's
 * lock.
 */
export type StakeLimits = (sql: Sql, userIds: readonly string[]) => Promise<ReadonlyMap<string, Ugx>>

export type Block = {
  /** The hash of the block, 32 bytes. */
  readonly hash: Buffer
  /** The hash did not exist before this time. */
  readonly unknownUntil: Date
}

/**
 * A public source of unpredictable numbers: block hashes of a public chain. Without one, two administrators enter the
 * block.
 */
export type Beacon = {
  readonly name: string
  /** The height of a block whose hash does not exist yet. */
  futureHeight(): Promise<string>
  /** Null while the block does not exist. */
  blockAt(height: string): Promise<Block | null>
}

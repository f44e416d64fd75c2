import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** The highest stakes that staff allows players; whoever has no limit of his own is absent. Set under the account's lock. */
export type StakeLimits = (sql: Sql, userIds: readonly string[]) => Promise<ReadonlyMap<string, Ugx>>

export type Block = {
  /** 32 bytes. */
  readonly hash: Buffer
  /** Before this moment nobody knew the hash. */
  readonly unknownUntil: Date
}

/**
 * A public source of numbers that nobody knows before: the hashes of the blocks of a public chain. Without one, two
 * admins enter the block that the commitment named.
 */
export type Beacon = {
  readonly name: string
  /** A height whose hash does not exist yet. */
  futureHeight(): Promise<string>
  /** Null while the block does not exist. */
  blockAt(height: string): Promise<Block | null>
}

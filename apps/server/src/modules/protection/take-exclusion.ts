import type { takeExclusion } from '@mupiira/contract/protection.ts'
import { type ExclusionLength, exclude } from '@mupiira/domain/protection/exclusion.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { Wallet } from '../wallet/index.ts'
import { noteChange, readProtection, writeProtection } from './protection-row.ts'

/** A time-out or self-exclusion. After the response no bet or deposit is accepted (PLAY-03). Null on success. */
export async function takeOwnExclusion(
  tx: Tx,
  wallet: Pick<Wallet, 'lockAccounts'>,
  userId: string,
  length: ExclusionLength,
  now: Date,
): Promise<Refusal<(typeof takeExclusion)['errors'][number]> | null> {
  await wallet.lockAccounts(tx, [userId])
  const { exclusion } = await readProtection(tx, userId)
  const taken = exclude(exclusion, length, now)
  if (!taken.ok) return { error: 'EXCLUSION_RUNS', details: { until: formatDateTime(exclusion?.until ?? now) } }
  const { kind, from, until } = taken.value
  await writeProtection(tx, userId, { exclusion: kind, excluded_from: from, excluded_until: until }, now)
  await noteChange(tx, userId, 'exclusion', { kind, length, until: until.toISOString() }, now)
  return null
}

/** The self-excluded players among these. */
export async function excludedAmong(sql: Sql, userIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  return new Set((await exclusionEnds(sql, userIds, now)).keys())
}

/** When the exclusion of each self-excluded player ends. */
export async function exclusionEnds(
  sql: Sql,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql.query<{ userId: string; until: Date }>(
    `select user_id as "userId", excluded_until as until from player_protection where user_id = any($1::uuid[]) and excluded_until > $2`,
    [[...new Set(userIds)], now],
    'protection-excluded',
  )
  return new Map(rows.map(({ userId, until }) => [userId, until]))
}

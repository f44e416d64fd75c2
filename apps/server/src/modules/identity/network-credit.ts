import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** Credit that a correct password earns for the caller's network, and the maximum credit. */
const EARNED = 3
const MOST_CREDIT = 60
/** An account earns credit at most this often, so an attacker's own accounts gain little. */
const EARNED_AGAIN_AFTER_MS = 12 * HOUR_MS
const FORGOTTEN_AFTER_MS = 30 * 24 * HOUR_MS

/** Whether a login earns credit, by the time of the account's last login. */
export const earnsCredit = (lastLoginAt: Date | null, now: Date): boolean =>
  lastLoginAt === null || now.getTime() - lastLoginAt.getTime() >= EARNED_AGAIN_AFTER_MS

/** Players log in from this network, so wrong passwords from it are probably typing errors. */
export async function earnCredit(sql: Sql, network: string, now: Date): Promise<void> {
  await sql.change(
    `insert into login_credits as s (network, credit, seen_at) values ($1, $2, $4)
     on conflict (network) do update set credit = least(s.credit + $2, $3), seen_at = $4`,
    [network, EARNED, MOST_CREDIT, now],
    'identity-earn-credit',
  )
}

/** Uses one credit of a network for a wrong password; false if it has none. */
export const spendCredit = async (sql: Sql, network: string): Promise<boolean> =>
  (await sql.change(
    `update login_credits set credit = credit - 1 where network = $1 and credit > 0`,
    [network],
    'identity-spend-credit',
  )) > 0

/** Returns a credit used for a password that was correct. */
export async function returnCredit(sql: Sql, network: string): Promise<void> {
  await sql.change(`update login_credits set credit = least(credit + 1, $2) where network = $1`, [network, MOST_CREDIT])
}

export const pruneCredit = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from login_credits where seen_at < $1`, [new Date(now.getTime() - FORGOTTEN_AFTER_MS)])

import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** What a right password earns for the address that it came from, and the most that an address has. */
const EARNED = 3
const MOST_CREDIT = 60
/** One account earns so rarely: an attacker's own accounts buy him little. */
const EARNED_AGAIN_AFTER_MS = 12 * HOUR_MS
const FORGOTTEN_AFTER_MS = 30 * 24 * HOUR_MS

/** Whether a login earns standing, by when the account's last one was. */
export const earnsStatus = (lastLoginAt: Date | null, now: Date): boolean =>
  lastLoginAt === null || now.getTime() - lastLoginAt.getTime() >= EARNED_AGAIN_AFTER_MS

/** People sign in from this network: their typing errors are not a stranger's guesses. */
export async function earnStatus(sql: Sql, network: string, now: Date): Promise<void> {
  await sql.change(
    `insert into login_credits as s (network, credit, seen_at) values ($1, $2, $4)
     on conflict (network) do update set credit = least(s.credit + $2, $3), seen_at = $4`,
    [network, EARNED, MOST_CREDIT, now],
    'identity-earn-standing',
  )
}

/** Takes one wrong password off the credit of a network; false where it has none. */
export const spendStatus = async (sql: Sql, network: string): Promise<boolean> =>
  (await sql.change(
    `update login_credits set credit = credit - 1 where network = $1 and credit > 0`,
    [network],
    'identity-spend-standing',
  )) > 0

/** It was not a wrong one. */
export async function returnStatus(sql: Sql, network: string): Promise<void> {
  await sql.change(`update login_credits set credit = least(credit + 1, $2) where network = $1`, [network, MOST_CREDIT])
}

export const pruneStatus = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from login_credits where seen_at < $1`, [new Date(now.getTime() - FORGOTTEN_AFTER_MS)])

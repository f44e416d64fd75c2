import { DAY_SECONDS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { CookieChange } from '../../kernel/http/route.ts'
import { hashToken, newToken } from './tokens.ts'

export const DEVICE_COOKIE = 'mupiira_device'
/** The longest time for which browsers store a cookie. */
const STORED_DAYS = 400
const LONGEST_TOKEN = 64

/** The hash by which the account knows this browser; null for an unknown device. */
export async function knownDevice(sql: Sql, userId: string, token: string | undefined): Promise<string | null> {
  if (token === undefined || token.length > LONGEST_TOKEN) return null
  const hash = hashToken(token)
  const rows = await sql.query(`select from known_devices where user_id = $1 and device_hash = $2`, [userId, hash])
  return rows.length > 0 ? hash.toString('base64url') : null
}

/** Remembers a browser that logged in. One cookie serves all accounts of a shared phone. */
export async function rememberDevice(
  sql: Sql,
  device: { readonly userId: string; readonly token: string | undefined },
  now: Date,
): Promise<CookieChange> {
  const isUsable = device.token !== undefined && /^[\w-]{43}$/.test(device.token)
  const token = isUsable && device.token !== undefined ? device.token : newToken()
  await sql.change(
    `insert into known_devices (user_id, device_hash, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at`,
    [device.userId, hashToken(token), now],
  )
  return { name: DEVICE_COOKIE, value: token, maxAgeSeconds: STORED_DAYS * DAY_SECONDS }
}

/** After a password change the account forgets all devices except the current one (decision 0016). */
export const forgetOtherDevices = (sql: Sql, userId: string, token: string | undefined): Promise<number> =>
  sql.change(`delete from known_devices where user_id = $1 and ($2::bytea is null or device_hash <> $2)`, [
    userId,
    token === undefined ? null : hashToken(token),
  ])

export const pruneDevices = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from known_devices where seen_at < $1`, [
    new Date(now.getTime() - STORED_DAYS * DAY_SECONDS * 1000),
  ])

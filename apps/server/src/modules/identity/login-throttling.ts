import { DAY_SECONDS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'

/** The number of free wrong passwords. After them the wait doubles up to a maximum. */
export type Budget = {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
  readonly forgottenAfterSeconds: number
}

/** AUTH-27, AUTH-28. All unknown devices share one budget per account, whatever their addresses. */
export const VISITORS: Budget = {
  free: 5,
  firstWaitSeconds: 2,
  longestWaitSeconds: 3_600,
  forgottenAfterSeconds: DAY_SECONDS,
}
/** A known device has its own budget, so attackers cannot lock the owner out. */
export const KNOWN_DEVICE: Budget = {
  free: 10,
  firstWaitSeconds: 2,
  longestWaitSeconds: 900,
  forgottenAfterSeconds: DAY_SECONDS,
}
/** Thousands of phones share an address of a mobile carrier, so the limit is generous and the wait short. */
export const ADDRESS: Budget = {
  free: 40,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  forgottenAfterSeconds: 3_600,
}

/** A token bucket: `atOnce` attempts, and one more every `perSeconds`. */
export type Flow = { readonly atOnce: number; readonly everySeconds: number }

/** For all networks without credit together: the daily budget of an attacker with many addresses. */
export const STRANGE_ADDRESSES: Flow = { atOnce: 100, everySeconds: 60 }

/** Unused codes and links that one network may request (decision 0016): about 500 a day. */
export const UNUSED_MESSAGES: Flow = { atOnce: 30, everySeconds: 180 }

/** Seconds until all of the keys may try; 0: now. */
export async function secondsToWait(sql: Sql, subjects: string | readonly string[], now: Date): Promise<number> {
  const [row] = await sql.query<{ free_at: Date | null }>(
    `select max(free_at) as free_at from login_delays where subject = any($1::text[]) and free_at > $2`,
    [[subjects].flat(), now],
    'identity-seconds-to-wait',
  )
  return row?.free_at == null ? 0 : Math.ceil((row.free_at.getTime() - now.getTime()) / 1000)
}

/**
 * Counts a wrong password before the comparison, so that concurrent attempts all count. Returns the seconds to wait if
 * the key must wait; then nothing is counted.
 */
export async function reserveFailure(sql: Sql, subject: string, budget: Budget, now: Date): Promise<number> {
  const counted = `case when s.last_failure_at < $3 then 1 else s.failures + 1 end`
  const reserved = await sql.change(
    `insert into login_delays as s (subject, failures, last_failure_at, free_at) values ($1, 1, $2, $2)
     on conflict (subject) do update set
       failures = ${counted}, last_failure_at = $2,
       free_at = $2::timestamptz + make_interval(secs => case when ${counted} <= $4::int then 0
         else least($6::float8, $5::float8 * power(2, least(${counted} - $4::int - 1, 20))) end)
     where s.free_at <= $2`,
    [
      subject,
      now,
      new Date(now.getTime() - budget.forgottenAfterSeconds * 1000),
      budget.free,
      budget.firstWaitSeconds,
      budget.longestWaitSeconds,
    ],
    'identity-reserve-failure',
  )
  return reserved > 0 ? 0 : Math.max(1, await secondsToWait(sql, subject, now))
}

/** Undoes the own reservation after a correct password. */
export async function forgiveReservation(sql: Sql, subject: string, now: Date): Promise<void> {
  await sql.change(
    `update login_delays set failures = greatest(failures - 1, 0), free_at = least(free_at, $2) where subject = $1`,
    [subject, now],
  )
}

/** Takes a token of a bucket before the comparison; returns the seconds to wait if there is none. */
export async function takeTurn(sql: Sql, subject: string, flow: Flow, now: Date): Promise<number> {
  const taken = await sql.change(
    `insert into login_delays as s (subject, failures, last_failure_at, free_at)
     values ($1, 1, $2, $2::timestamptz - make_interval(secs => ($3::int - 2) * $4::float8))
     on conflict (subject) do update set failures = least(s.failures, 1000000) + 1, last_failure_at = $2,
       free_at = greatest(s.free_at, $2::timestamptz - make_interval(secs => ($3::int - 1) * $4::float8)) + make_interval(secs => $4::float8)
     where s.free_at <= $2`,
    [subject, now, flow.atOnce, flow.everySeconds],
    'identity-take-turn',
  )
  return taken > 0 ? 0 : Math.max(1, await secondsToWait(sql, subject, now))
}

/** Returns the token after a correct or skipped comparison. */
export async function giveTurnBack(sql: Sql, subject: string, flow: Flow): Promise<void> {
  await sql.change(
    `update login_delays set failures = greatest(failures - 1, 0), free_at = free_at - make_interval(secs => $2::float8)
      where subject = $1`,
    [subject, flow.everySeconds],
  )
}

const messagesOf = (address: string): string => `messages:${networkOf(address)}`

/**
 * Counts a code or link for this network, to bound our SMS bill. Returns the seconds to wait if the
 * limit is reached.
 */
export const takeMessage = (sql: Sql, address: string, flow: Flow, now: Date): Promise<number> =>
  takeTurn(sql, messagesOf(address), flow, now)

/** Undoes the count once the code or link was used, because carriers put thousands of phones behind one address. */
export const giveMessageBack = (sql: Sql, address: string): Promise<void> =>
  giveTurnBack(sql, messagesOf(address), UNUSED_MESSAGES)

export const forgetFailures = (sql: Sql, subject: string): Promise<number> =>
  sql.change(`delete from login_delays where subject = $1`, [subject])

export const pruneThrottling = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from login_delays where last_failure_at < $1`, [new Date(now.getTime() - 2 * DAY_SECONDS * 1000)])

import { DAY_SECONDS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'

/** How many wrong passwords are free, and how the wait grows after them: doubled each time, up to the longest. */
export type Budget = {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
  readonly forgottenAfterSeconds: number
}

/** AUTH-27, 28. Everybody who is a stranger to an account shares its budget, however many addresses they have. */
export const VISITORS: Budget = {
  free: 5,
  firstWaitSeconds: 2,
  longestWaitSeconds: 3_600,
  forgottenAfterSeconds: DAY_SECONDS,
}
/** A browser that has signed in to the account before has one of its own: strangers cannot lock the owner out. */
export const KNOWN_DEVICE: Budget = {
  free: 10,
  firstWaitSeconds: 2,
  longestWaitSeconds: 900,
  forgottenAfterSeconds: DAY_SECONDS,
}
/** Thousands of phones share an address of a mobile operator: generous, and never a long wait. */
export const ADDRESS: Budget = {
  free: 40,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  forgottenAfterSeconds: 3_600,
}

/** A stream of wrong passwords that is borne: so many at once, and one more each time so many seconds have passed. */
export type Flow = { readonly atOnce: number; readonly everySeconds: number }

/** All strangers together whose addresses have earned no standing: what a thief with many addresses has in a day. */
export const STRANGE_ADDRESSES: Flow = { atOnce: 100, everySeconds: 60 }

/** Codes and links that one network has us send and nobody uses (decision 0016): some 500 a day. */
export const UNUSED_MESSAGES: Flow = { atOnce: 30, everySeconds: 180 }

/** Seconds until all of the subjects may try; 0: now. */
export async function secondsToWait(sql: Sql, subjects: string | readonly string[], now: Date): Promise<number> {
  const [row] = await sql.query<{ free_at: Date | null }>(
    `select max(free_at) as free_at from login_delays where subject = any($1::text[]) and free_at > $2`,
    [[subjects].flat(), now],
    'identity-seconds-to-wait',
  )
  return row?.free_at == null ? 0 : Math.ceil((row.free_at.getTime() - now.getTime()) / 1000)
}

/**
 * Counts a wrong password before it is known to be one, so that a hundred guesses at once count a hundred. Returns the
 * seconds to wait when the subject may not try now; then nothing is counted.
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

/** The password was right: takes its own reservation back, and no other's. */
export async function forgiveReservation(sql: Sql, subject: string, now: Date): Promise<void> {
  await sql.change(
    `update login_delays set failures = greatest(failures - 1, 0), free_at = least(free_at, $2) where subject = $1`,
    [subject, now],
  )
}

/** Takes a turn in a flow before the password is known to be wrong; the seconds to wait where there is none. */
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

/** The password was right, or never looked at: the turn is another's. */
export async function giveTurnBack(sql: Sql, subject: string, flow: Flow): Promise<void> {
  await sql.change(
    `update login_delays set failures = greatest(failures - 1, 0), free_at = free_at - make_interval(secs => $2::float8)
      where subject = $1`,
    [subject, flow.everySeconds],
  )
}

const messagesOf = (address: string): string => `messages:${networkOf(address)}`

/** One code or link more for this address to have sent: a stranger with a list of numbers runs up no bill. The seconds to wait where there is none. */
export const takeMessage = (sql: Sql, address: string, flow: Flow, now: Date): Promise<number> =>
  takeTurn(sql, messagesOf(address), flow, now)

/** It was used: whoever asked for it had it. Thousands of phones share an address of a mobile operator. */
export const giveMessageBack = (sql: Sql, address: string): Promise<void> =>
  giveTurnBack(sql, messagesOf(address), UNUSED_MESSAGES)

export const forgetFailures = (sql: Sql, subject: string): Promise<number> =>
  sql.change(`delete from login_delays where subject = $1`, [subject])

export const pruneThrottling = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from login_delays where last_failure_at < $1`, [new Date(now.getTime() - 2 * DAY_SECONDS * 1000)])

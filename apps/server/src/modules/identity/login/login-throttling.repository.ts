import { sql } from 'kysely'
import { DAY_SECONDS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'

/** The number of free wrong passwords. After them the wait doubles up to a maximum. */
export type Budget = {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
  readonly resetAfterSeconds: number
}

/** All unknown devices share one budget per account, from all addresses (AUTH-27, AUTH-28). */
export const UNKNOWN_DEVICES: Budget = {
  free: 5,
  firstWaitSeconds: 2,
  longestWaitSeconds: 3_600,
  resetAfterSeconds: DAY_SECONDS,
}
/** A known device has its own budget, so attackers cannot lock the owner out. */
export const KNOWN_DEVICE: Budget = {
  free: 10,
  firstWaitSeconds: 2,
  longestWaitSeconds: 900,
  resetAfterSeconds: DAY_SECONDS,
}
/** Thousands of phones share an address of a mobile carrier, so the limit is generous and the wait short. */
export const IP_ADDRESS_LIMITS: Budget = {
  free: 40,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  resetAfterSeconds: 3_600,
}

/** A token bucket: `atOnce` attempts at the same time, and one more every `everySeconds`. */
export type TokenBucket = { readonly atOnce: number; readonly everySeconds: number }

/**
 * One shared budget for all networks without credit. It limits an attacker with many addresses. While the budget is
 * empty, an unknown device logs in with a code to the account's phone.
 */
export const NETWORKS_WITHOUT_CREDIT: TokenBucket = { atOnce: 100, everySeconds: 60 }

/** Codes and links that a network has requested and not yet used (decision 0010): about 500 a day. */
export const UNUSED_MESSAGES: TokenBucket = { atOnce: 30, everySeconds: 180 }

const latestWait = statement((p: Params<{ subjects: readonly string[]; now: Date }>) =>
  q
    .selectFrom('login_delays')
    .select((e) => e.fn.max('retry_at').as('retryAt'))
    .where('subject', '=', anyOf(p.subjects))
    .where('retry_at', '>', p.now),
)

/** Seconds until all subjects may try again; 0 means now. */
export async function secondsToWait(db: Sql, subjects: string | readonly string[], now: Date): Promise<number> {
  const retryAt = (await db.first(latestWait({ subjects: [subjects].flat(), now })))?.retryAt
  return retryAt == null ? 0 : Math.ceil((retryAt.getTime() - now.getTime()) / 1000)
}

type Reservation = {
  subject: string
  now: Date
  resetSince: Date
  free: number
  firstWait: number
  longestWait: number
}
const reserve = statement((p: Params<Reservation>) => {
  const counted = sql`case when s.last_failure_at < ${p.resetSince} then 1 else s.failures + 1 end`
  return sql`
    insert into login_delays as s (subject, failures, last_failure_at, retry_at)
    values (${p.subject}, 1, ${p.now}, ${p.now})
    on conflict (subject) do update set
      failures = ${counted}, last_failure_at = ${p.now},
      retry_at = ${p.now}::timestamptz + make_interval(secs => case when ${counted} <= ${p.free}::int then 0
        else least(${p.longestWait}::float8, ${p.firstWait}::float8 * power(2, least(${counted} - ${p.free}::int - 1, 20))) end)
    where s.retry_at <= ${p.now}`
})

/**
 * Counts a wrong password before the comparison, so that concurrent attempts all count. If the subject must wait,
 * returns the seconds to wait and counts nothing.
 */
export async function recordFailedAttempt(db: Sql, subject: string, budget: Budget, now: Date): Promise<number> {
  const reserved = await db.change(
    reserve({
      subject,
      now,
      resetSince: new Date(now.getTime() - budget.resetAfterSeconds * 1000),
      free: budget.free,
      firstWait: budget.firstWaitSeconds,
      longestWait: budget.longestWaitSeconds,
    }),
  )
  return reserved > 0 ? 0 : Math.max(1, await secondsToWait(db, subject, now))
}

const undoFailure = statement((p: Params<{ subject: string; now: Date }>) =>
  q
    .updateTable('login_delays')
    .set({ failures: sql`greatest(failures - 1, 0)`, retry_at: sql`least(retry_at, ${p.now})` })
    .where('subject', '=', p.subject),
)

/** Undoes the count of this attempt after a correct password or a skipped comparison. */
export const undoFailedAttempt = async (db: Sql, subject: string, now: Date): Promise<void> =>
  void (await db.change(undoFailure({ subject, now })))

const take = statement(
  (p: Params<{ subject: string; now: Date; atOnce: number; every: number }>) => sql`
    insert into login_delays as s (subject, failures, last_failure_at, retry_at)
    values (${p.subject}, 1, ${p.now}, ${p.now}::timestamptz - make_interval(secs => (${p.atOnce}::int - 2) * ${p.every}::float8))
    on conflict (subject) do update set failures = least(s.failures, 1000000) + 1, last_failure_at = ${p.now},
      retry_at = greatest(s.retry_at, ${p.now}::timestamptz - make_interval(secs => (${p.atOnce}::int - 1) * ${p.every}::float8))
        + make_interval(secs => ${p.every}::float8)
    where s.retry_at <= ${p.now}`,
)

/** Takes a token of a bucket before the comparison. Returns the seconds to wait if the bucket is empty. */
export async function takeToken(db: Sql, subject: string, bucket: TokenBucket, now: Date): Promise<number> {
  const changed = await db.change(take({ subject, now, atOnce: bucket.atOnce, every: bucket.everySeconds }))
  return changed > 0 ? 0 : Math.max(1, await secondsToWait(db, subject, now))
}

const giveBack = statement((p: Params<{ subject: string; every: number }>) =>
  q
    .updateTable('login_delays')
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      retry_at: sql`retry_at - make_interval(secs => ${p.every}::float8)`,
    })
    .where('subject', '=', p.subject),
)

/** Returns the token after a correct or skipped comparison. */
export const returnToken = async (db: Sql, subject: string, bucket: TokenBucket): Promise<void> =>
  void (await db.change(giveBack({ subject, every: bucket.everySeconds })))

const messagesOf = (address: string): string => `messages:${networkOf(address)}`

/**
 * Counts a code or link for this network, to limit the SMS bill. Returns the seconds to wait if the limit is reached.
 */
export const consumeMessageQuota = (db: Sql, address: string, bucket: TokenBucket, now: Date): Promise<number> =>
  takeToken(db, messagesOf(address), bucket, now)

/** Undoes the count once the code or link was used, because carriers put thousands of phones behind one address. */
export const restoreMessageQuota = (db: Sql, address: string): Promise<void> =>
  returnToken(db, messagesOf(address), UNUSED_MESSAGES)

const forget = statement((p: Params<{ subject: string }>) =>
  q.deleteFrom('login_delays').where('subject', '=', p.subject),
)
export const forgetFailures = (db: Sql, subject: string): Promise<number> => db.change(forget({ subject }))

/** Credit that a correct password earns for the caller's network, and the maximum credit. */
const EARNED = 3
const MAX_CREDIT = 60
/** An account earns credit at most this often, so an attacker's own accounts gain little. */
const EARNED_AGAIN_AFTER_MS = 12 * HOUR_MS

/** Whether a login earns credit, by the time of the account's last login. */
export const earnsCredit = (lastLoginAt: Date | null, now: Date): boolean =>
  lastLoginAt === null || now.getTime() - lastLoginAt.getTime() >= EARNED_AGAIN_AFTER_MS

const earn = statement((p: Params<{ network: string; now: Date }>) =>
  q
    .insertInto('login_credits')
    .values({ network: p.network, credit: EARNED, seen_at: p.now })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet({
        credit: sql`least(login_credits.credit + ${sql.lit(EARNED)}, ${sql.lit(MAX_CREDIT)})`,
        seen_at: p.now,
      }),
    ),
)

/** Adds credit to a network. Players log in from it, so wrong passwords from it are probably typing errors. */
export const earnCredit = async (db: Sql, network: string, now: Date): Promise<void> =>
  void (await db.change(earn({ network, now })))

const spend = statement((p: Params<{ network: string }>) =>
  q
    .updateTable('login_credits')
    .set({ credit: sql`credit - 1` })
    .where('network', '=', p.network)
    .where('credit', '>', 0),
)

/** Uses one credit of a network for a wrong password; false if it has none. */
export const spendCredit = async (db: Sql, network: string): Promise<boolean> =>
  (await db.change(spend({ network }))) > 0

const refund = statement((p: Params<{ network: string }>) =>
  q
    .updateTable('login_credits')
    .set({ credit: sql`least(credit + 1, ${sql.lit(MAX_CREDIT)})` })
    .where('network', '=', p.network),
)

/** Returns a credit used for a password that was correct. */
export const returnCredit = async (db: Sql, network: string): Promise<void> =>
  void (await db.change(refund({ network })))

const pruneDelays = statement((p: Params<{ before: Date }>) =>
  q.deleteFrom('login_delays').where('last_failure_at', '<', p.before),
)
const pruneCredits = statement((p: Params<{ before: Date }>) =>
  q.deleteFrom('login_credits').where('seen_at', '<', p.before),
)

export async function pruneThrottling(db: Sql, now: Date): Promise<void> {
  await db.change(pruneDelays({ before: new Date(now.getTime() - RETENTION.loginDelays.ms) }))
  await db.change(pruneCredits({ before: new Date(now.getTime() - RETENTION.loginCredits.ms) }))
}

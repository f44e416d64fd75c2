import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { createSealing } from '../../kernel/sealing.ts'
import type { Passwords } from './passwords.ts'
import { KNOWN_DEVICE, forgetFailures, forgiveReservation, reserveFailure } from './login-throttling.ts'
import { base32, acceptedStep } from './totp.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Excludes easily confused letters and digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

type Row = { sealed_secret: Buffer; last_step: bigint; enabled_at: Date | null }
type Parts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  /** The configuration key that encrypts stored secrets. */
  readonly key: string
  readonly demandsSecondFactor: () => boolean
}
type StaffSession = { readonly userId: string; readonly sessionId: string }
/** Audits the proof in its transaction. */
type Note = (tx: Tx, how: 'code' | 'recovery-code') => Promise<void>

type CodeRefusal = Refusal<'SECOND_FACTOR_WRONG' | 'LOGIN_SLOWED'>
type ProofRefusal = CodeRefusal | Refusal<'CURRENT_PASSWORD_WRONG'>
type EnablingRefusal = CodeRefusal | Refusal<'SECOND_FACTOR_SET' | 'SECOND_FACTOR_UNSET'>
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Proof of identity of staff: an authenticator app or recovery codes, or the password until these are set up (D55). */
export function createSecondFactor({ db, outbox, passwords, key, demandsSecondFactor }: Parts) {
  const sealing = createSealing(key, 'second factors')

  const read = async (sql: Sql, userId: string): Promise<Row | undefined> =>
    (
      await sql.query<Row>(`select sealed_secret, last_step, enabled_at from second_factors where user_id = $1`, [
        userId,
      ])
    )[0]

  /** Consumes a code; null for a wrong one. A recovery code is deleted. */
  async function take(tx: Tx, userId: string, code: string, now: Date): Promise<'code' | 'recovery-code' | null> {
    const text = code.replace(/[\s-]/g, '').toLowerCase()
    if (/^\d{6}$/.test(text)) return (await takeCode(tx, userId, text, now)) ? 'code' : null
    const gone = await tx.change(`delete from recovery_codes where user_id = $1 and code_hash = $2`, [
      userId,
      hashOf(text),
    ])
    return gone === 1 ? 'recovery-code' : null
  }

  async function takeCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
    await tx.query(`select from second_factors where user_id = $1 for update`, [userId])
    const row = await read(tx, userId)
    if (row === undefined) return false
    const step = acceptedStep(sealing.unseal(row.sealed_secret), code, now, Number(row.last_step))
    if (step === null) return false
    await tx.change(`update second_factors set last_step = $2 where user_id = $1`, [userId, step])
    return true
  }

  /** An attempt that could not be compared, because too many waited, does not count. */
  async function matches(userId: string, password: string, attemptKey: string, now: Date): Promise<boolean> {
    const [row] = await db.query<{ hash: string }>(`select password_hash as hash from credentials where user_id = $1`, [
      userId,
    ])
    if (row === undefined) return false
    return passwords.matches(password, row.hash).catch(async (error: unknown) => {
      await forgiveReservation(db, attemptKey, now)
      throw error
    })
  }

  async function proven(
    tx: Tx,
    { sessionId }: StaffSession,
    attemptKey: string,
    bySecondFactor: boolean,
    now: Date,
  ): Promise<void> {
    await forgetFailures(tx, attemptKey)
    await tx.change(
      `update sessions set confirmed_at = $2, second_factor_at = case when $3 then $2 else second_factor_at end
        where id = $1 and ended_at is null`,
      [sessionId, now, bySecondFactor],
    )
  }

  return {
    /** Whether new sessions of the account need a second factor. */
    async isSet(sql: Sql, userId: string): Promise<boolean> {
      return (await read(sql, userId))?.enabled_at != null
    },
    demandsSecondFactor,

    async recoveryCodesLeft(userId: string): Promise<number> {
      const [row] = await db.query<{ count: bigint }>(`select count(*) from recovery_codes where user_id = $1`, [
        userId,
      ])
      return Number(row?.count ?? 0n)
    },

    /** Stores a new secret, not yet enabled; null if the second factor is enabled already. */
    async begin(userId: string, now: Date): Promise<string | null> {
      const secret = randomBytes(SECRET_BYTES)
      const written = await db.change(
        `insert into second_factors as f (user_id, sealed_secret, created_at) values ($1, $2, $3)
         on conflict (user_id) do update set sealed_secret = $2, last_step = 0, created_at = $3 where f.enabled_at is null`,
        [userId, sealing.seal(secret), now],
      )
      return written === 1 ? base32(secret) : null
    },

    /** Enables the second factor with a first code and returns the recovery codes, which are shown only once. */
    async enable(
      session: StaffSession,
      code: string,
      note: (tx: Tx) => Promise<void>,
      now: Date,
    ): Promise<Result<string[], EnablingRefusal>> {
      const before = await read(db, session.userId)
      if (before === undefined) return err({ error: 'SECOND_FACTOR_UNSET' })
      if (before.enabled_at !== null) return err({ error: 'SECOND_FACTOR_SET' })
      const attemptKey = await attemptKeyOf(db, session)
      const throttled = await throttle(db, attemptKey, now)
      if (throttled !== null) return err(throttled)
      return db.transaction(async (tx) => {
        if (!(await takeCode(tx, session.userId, code.replace(/\s/g, ''), now)))
          return err({ error: 'SECOND_FACTOR_WRONG' })
        const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
        await tx.change(`update second_factors set enabled_at = $2 where user_id = $1`, [session.userId, now])
        await tx.change(`insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])`, [
          session.userId,
          codes.map((each) => hashOf(each.replace('-', ''))),
        ])
        await proven(tx, session, attemptKey, true, now)
        await note(tx)
        await outbox.appendEvents(tx, [{ type: 'second-factor-enabled', userId: session.userId, data: {} }])
        return ok(codes)
      })
    },

    /** Confirms a session: by a code if a second factor is enabled, otherwise by the password. */
    async prove(
      session: StaffSession,
      proof: { readonly code: string } | { readonly password: string },
      note: Note,
      now: Date,
    ): Promise<Result<void, ProofRefusal>> {
      const isEnabled = (await read(db, session.userId))?.enabled_at != null
      const attemptKey = await attemptKeyOf(db, session)
      const throttled = await throttle(db, attemptKey, now)
      if (throttled !== null) return err(throttled)
      if (!isEnabled) {
        const isRight = 'password' in proof && (await matches(session.userId, proof.password, attemptKey, now))
        if (!isRight) return err({ error: 'CURRENT_PASSWORD_WRONG' })
        await db.transaction((tx) => proven(tx, session, attemptKey, false, now))
        return ok(undefined)
      }
      if (!('code' in proof)) return err({ error: 'SECOND_FACTOR_WRONG' })
      return db.transaction(async (tx) => {
        const how = await take(tx, session.userId, proof.code, now)
        if (how === null) return err({ error: 'SECOND_FACTOR_WRONG' })
        await proven(tx, session, attemptKey, true, now)
        await note(tx, how)
        return ok(undefined)
      })
    },

    /** Removes the second factor of staff who lost both the app and the recovery codes. */
    remove: (tx: Tx, userId: string): Promise<number> =>
      tx.change(`delete from second_factors where user_id = $1`, [userId]),
  }
}

/**
 * The throttling key: the account, or a single session that has shown a code. An attacker who knows the password thus
 * cannot lock out the owner's proven session.
 */
async function attemptKeyOf(sql: Sql, { userId, sessionId }: StaffSession): Promise<string> {
  const shown = await sql.query(`select from sessions where id = $1 and second_factor_at is not null`, [sessionId])
  return shown.length > 0 ? `staff:${userId}:${sessionId}` : `staff:${userId}`
}

/** Attempts are counted before the comparison, because six digits are few. */
async function throttle(sql: Sql, attemptKey: string, now: Date): Promise<Refusal<'LOGIN_SLOWED'> | null> {
  const seconds = await reserveFailure(sql, attemptKey, KNOWN_DEVICE, now)
  return seconds === 0 ? null : { error: 'LOGIN_SLOWED', details: { seconds }, retryAfterSeconds: seconds }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** `k7fm2-9xqpd`: 49 bits, single use. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

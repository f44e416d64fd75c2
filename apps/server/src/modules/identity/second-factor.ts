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
/** Without letters and digits that are mistaken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

type Row = { sealed_secret: Buffer; last_step: bigint; enabled_at: Date | null }
type Parts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  /** The configuration's key, under which secrets lie encrypted. */
  readonly key: string
  readonly demandsSecondFactor: () => boolean
}
type Who = { readonly userId: string; readonly sessionId: string }
/** Noted in the transaction that takes a proof. */
type Note = (tx: Tx, how: 'code' | 'recovery-code') => Promise<void>

type CodeRefusal = Refusal<'SECOND_FACTOR_WRONG' | 'LOGIN_SLOWED'>
type ProofRefusal = CodeRefusal | Refusal<'CURRENT_PASSWORD_WRONG'>
type EnablingRefusal = CodeRefusal | Refusal<'SECOND_FACTOR_SET' | 'SECOND_FACTOR_UNSET'>
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** How staff proves who sits at the console: an authenticator app, recovery codes, or the password while there is none (D55). */
export function createSecondFactor({ db, outbox, passwords, key, demandsSecondFactor }: Parts) {
  const sealing = createSealing(key, 'second factors')

  const read = async (sql: Sql, userId: string): Promise<Row | undefined> =>
    (
      await sql.query<Row>(`select sealed_secret, last_step, enabled_at from second_factors where user_id = $1`, [
        userId,
      ])
    )[0]

  /** Takes a code once; false for a wrong one. A recovery code is gone with it. */
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

  /** One that could not be looked at, for too many waited, was no guess. */
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
    { sessionId }: Who,
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
    /** Whether a fresh session of his lacks more than the password. */
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

    /** A new secret, not in force yet; null where one is in force. */
    async begin(userId: string, now: Date): Promise<string | null> {
      const secret = randomBytes(SECRET_BYTES)
      const written = await db.change(
        `insert into second_factors as f (user_id, sealed_secret, created_at) values ($1, $2, $3)
         on conflict (user_id) do update set sealed_secret = $2, last_step = 0, created_at = $3 where f.enabled_at is null`,
        [userId, sealing.seal(secret), now],
      )
      return written === 1 ? base32(secret) : null
    },

    /** Puts it in force by a first code, and tells the recovery codes this once. */
    async enable(
      who: Who,
      code: string,
      note: (tx: Tx) => Promise<void>,
      now: Date,
    ): Promise<Result<string[], EnablingRefusal>> {
      const before = await read(db, who.userId)
      if (before === undefined) return err({ error: 'SECOND_FACTOR_UNSET' })
      if (before.enabled_at !== null) return err({ error: 'SECOND_FACTOR_SET' })
      const attemptKey = await attemptKeyOf(db, who)
      const slowed = await slow(db, attemptKey, now)
      if (slowed !== null) return err(slowed)
      return db.transaction(async (tx) => {
        if (!(await takeCode(tx, who.userId, code.replace(/\s/g, ''), now)))
          return err({ error: 'SECOND_FACTOR_WRONG' })
        const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
        await tx.change(`update second_factors set enabled_at = $2 where user_id = $1`, [who.userId, now])
        await tx.change(`insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])`, [
          who.userId,
          codes.map((each) => hashOf(each.replace('-', ''))),
        ])
        await proven(tx, who, attemptKey, true, now)
        await note(tx)
        await outbox.appendEvents(tx, [{ type: 'second-factor-enabled', userId: who.userId, data: {} }])
        return ok(codes)
      })
    },

    /** Takes a proof for a session: a code where a second factor is in force, else the password. */
    async prove(
      who: Who,
      proof: { readonly code: string } | { readonly password: string },
      note: Note,
      now: Date,
    ): Promise<Result<void, ProofRefusal>> {
      const hasOne = (await read(db, who.userId))?.enabled_at != null
      const attemptKey = await attemptKeyOf(db, who)
      const slowed = await slow(db, attemptKey, now)
      if (slowed !== null) return err(slowed)
      if (!hasOne) {
        const isRight = 'password' in proof && (await matches(who.userId, proof.password, attemptKey, now))
        if (!isRight) return err({ error: 'CURRENT_PASSWORD_WRONG' })
        await db.transaction((tx) => proven(tx, who, attemptKey, false, now))
        return ok(undefined)
      }
      if (!('code' in proof)) return err({ error: 'SECOND_FACTOR_WRONG' })
      return db.transaction(async (tx) => {
        const how = await take(tx, who.userId, proof.code, now)
        if (how === null) return err({ error: 'SECOND_FACTOR_WRONG' })
        await proven(tx, who, attemptKey, true, now)
        await note(tx, how)
        return ok(undefined)
      })
    },

    /** Takes it out of force, for whoever has lost app and recovery codes; he sets a new one up. */
    forget: (tx: Tx, userId: string): Promise<number> =>
      tx.change(`delete from second_factors where user_id = $1`, [userId]),
  }
}

/**
 * Whose guesses count together: all of an account, but for a session that has shown a code. Its owner is not barred by
 * whoever else knows the password, and what he shows gives that one no new guesses.
 */
async function attemptKeyOf(sql: Sql, { userId, sessionId }: Who): Promise<string> {
  const shown = await sql.query(`select from sessions where id = $1 and second_factor_at is not null`, [sessionId])
  return shown.length > 0 ? `staff:${userId}:${sessionId}` : `staff:${userId}`
}

/** Six digits are few: guesses are counted before they are judged. */
async function slow(sql: Sql, attemptKey: string, now: Date): Promise<Refusal<'LOGIN_SLOWED'> | null> {
  const seconds = await reserveFailure(sql, attemptKey, KNOWN_DEVICE, now)
  return seconds === 0 ? null : { error: 'LOGIN_SLOWED', details: { seconds }, retryAfterSeconds: seconds }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** `k7fm2-9xqpd`: 49 bits, each good once. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

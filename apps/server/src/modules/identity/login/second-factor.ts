import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Db, Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { createSealing } from '../../../kernel/sealing.ts'
import type { Passwords } from './passwords.ts'
import { provenDevice, rememberProof } from './known-devices.ts'
import { KNOWN_DEVICE, forgetFailures, undoFailedAttempt, recordFailedAttempt } from './login-throttling.repository.ts'
import { credentialOf } from './prove-password.ts'
import { base32, acceptedStep } from './totp.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Excludes easily confused letters and digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const byUser = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('second_factors').select(['sealed_secret', 'last_step', 'enabled_at']).where('user_id', '=', p.userId),
)
const lockByUser = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('second_factors')
    .select(['sealed_secret', 'last_step', 'enabled_at'])
    .where('user_id', '=', p.userId)
    .forUpdate(),
)
const setStep = statement((p: Params<{ userId: string; step: bigint }>) =>
  q.updateTable('second_factors').set({ last_step: p.step }).where('user_id', '=', p.userId),
)
const deleteRecoveryCode = statement((p: Params<{ userId: string; hash: Buffer }>) =>
  q.deleteFrom('recovery_codes').where('user_id', '=', p.userId).where('code_hash', '=', p.hash),
)
const countCodes = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', p.userId),
)
const storeSecret = statement((p: Params<{ userId: string; secret: Buffer; now: Date }>) =>
  q
    .insertInto('second_factors')
    .values({ user_id: p.userId, sealed_secret: p.secret, created_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: p.secret, last_step: 0n, created_at: p.now })
        .where('second_factors.enabled_at', 'is', null),
    ),
)
const enableFactor = statement((p: Params<{ userId: string; now: Date }>) =>
  q.updateTable('second_factors').set({ enabled_at: p.now }).where('user_id', '=', p.userId),
)
const insertCodes = insertRows('recovery_codes')
const confirmSession = statement((p: Params<{ sessionId: string; now: Date; secondFactorAt: Date | null }>) =>
  q
    .updateTable('sessions')
    .set({ confirmed_at: p.now, second_factor_at: sql`coalesce(${p.secondFactorAt}::timestamptz, second_factor_at)` })
    .where('id', '=', p.sessionId)
    .where('ended_at', 'is', null),
)
const removeFactor = statement((p: Params<{ userId: string }>) =>
  q.deleteFrom('second_factors').where('user_id', '=', p.userId),
)
const provenSession = statement((p: Params<{ sessionId: string }>) =>
  q.selectFrom('sessions').select('id').where('id', '=', p.sessionId).where('second_factor_at', 'is not', null),
)

type Parts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  /** The configuration key that encrypts stored secrets. */
  readonly key: string
  readonly demandsSecondFactor: () => boolean
}
type StaffSession = {
  readonly userId: string
  readonly sessionId: string
  /** The device cookie, if the browser has one. */
  readonly device?: string | undefined
}
/** Records the proof in the audit log, in its transaction. */
type Note = (tx: Tx, method: 'code' | 'recovery-code') => Promise<void>

type CodeRefusal = Refusal<'SECOND_FACTOR_WRONG' | 'LOGIN_SLOWED'>
type ProofRefusal = CodeRefusal | Refusal<'CURRENT_PASSWORD_WRONG'>
type EnablingRefusal = CodeRefusal | Refusal<'SECOND_FACTOR_SET' | 'SECOND_FACTOR_UNSET'>
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Proof of identity of staff: an authenticator app or recovery codes, or the password until these are set up (D55). */
export function createSecondFactor({ db, outbox, passwords, key, demandsSecondFactor }: Parts) {
  const sealing = createSealing(key, 'second factors')

  const read = (sql: Sql, userId: string) => sql.first(byUser({ userId }))

  /** Consumes a code; null for a wrong one. A recovery code is deleted. */
  async function take(tx: Tx, userId: string, code: string, now: Date): Promise<'code' | 'recovery-code' | null> {
    const text = code.replace(/[\s-]/g, '').toLowerCase()
    if (/^\d{6}$/.test(text)) return (await takeCode(tx, userId, text, now)) ? 'code' : null
    const used = await tx.change(deleteRecoveryCode({ userId, hash: hashOf(text) }))
    return used === 1 ? 'recovery-code' : null
  }

  async function takeCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
    const row = await tx.first(lockByUser({ userId }))
    if (row === undefined) return false
    const step = acceptedStep(sealing.unseal(row.sealed_secret), code, now, Number(row.last_step))
    if (step === null) return false
    await tx.change(setStep({ userId, step: BigInt(step) }))
    return true
  }

  /** Compares a password. An attempt does not count if the server is too busy to compare it. */
  async function matches(userId: string, password: string, attemptKey: string, now: Date): Promise<boolean> {
    const { hash } = await credentialOf(db, userId)
    return passwords.matches(password, hash).catch(async (error: unknown) => {
      await undoFailedAttempt(db, attemptKey, now)
      throw error
    })
  }

  async function proven(
    tx: Tx,
    { userId, sessionId, device }: StaffSession,
    attemptKey: string,
    bySecondFactor: boolean,
    now: Date,
  ): Promise<void> {
    await forgetFailures(tx, attemptKey)
    await tx.change(confirmSession({ sessionId, now, secondFactorAt: bySecondFactor ? now : null }))
    if (bySecondFactor) await rememberProof(tx, userId, device, now)
  }

  return {
    /** Whether new sessions of the account need a second factor. */
    async isSet(sql: Sql, userId: string): Promise<boolean> {
      return (await read(sql, userId))?.enabled_at != null
    },
    demandsSecondFactor,

    async recoveryCodesLeft(userId: string): Promise<number> {
      return Number((await db.first(countCodes({ userId })))?.count ?? 0n)
    },

    /** Stores a new secret, not yet enabled; null if the second factor is enabled already. */
    async begin(userId: string, now: Date): Promise<string | null> {
      const secret = randomBytes(SECRET_BYTES)
      const written = await db.change(storeSecret({ userId, secret: sealing.seal(secret), now }))
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
        await tx.change(enableFactor({ userId: session.userId, now }))
        const hashes = codes.map((each) => hashOf(each.replace('-', '')))
        await tx.change(insertCodes(hashes.map((hash) => ({ userId: session.userId, codeHash: hash }))))
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
        const isCorrect = 'password' in proof && (await matches(session.userId, proof.password, attemptKey, now))
        if (!isCorrect) return err({ error: 'CURRENT_PASSWORD_WRONG' })
        await db.transaction((tx) => proven(tx, session, attemptKey, false, now))
        return ok(undefined)
      }
      if (!('code' in proof)) return err({ error: 'SECOND_FACTOR_WRONG' })
      return db.transaction(async (tx) => {
        const method = await take(tx, session.userId, proof.code, now)
        if (method === null) return err({ error: 'SECOND_FACTOR_WRONG' })
        await proven(tx, session, attemptKey, true, now)
        await note(tx, method)
        return ok(undefined)
      })
    },

    /** Removes the second factor of staff who lost both the app and the recovery codes. */
    remove: (tx: Tx, userId: string): Promise<number> => tx.change(removeFactor({ userId })),
  }
}

/**
 * The throttling key: a session or device that has passed the second factor before, otherwise the account. An attacker
 * who knows the password thus cannot lock the owner out of a device that the owner uses.
 */
async function attemptKeyOf(db: Sql, { userId, sessionId, device }: StaffSession): Promise<string> {
  if ((await db.first(provenSession({ sessionId }))) !== undefined) return `staff:${userId}:${sessionId}`
  const proven = await provenDevice(db, userId, device)
  return proven === null ? `staff:${userId}` : `staff:${userId}:${proven}`
}

/** Attempts are counted before the comparison, because six digits are easy to guess. */
async function throttle(sql: Sql, attemptKey: string, now: Date): Promise<Refusal<'LOGIN_SLOWED'> | null> {
  const seconds = await recordFailedAttempt(sql, attemptKey, KNOWN_DEVICE, now)
  return seconds === 0 ? null : { error: 'LOGIN_SLOWED', details: { seconds }, retryAfterSeconds: seconds }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** A recovery code such as `k7fm2-9xqpd`. It has 49 random bits and can be used once. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

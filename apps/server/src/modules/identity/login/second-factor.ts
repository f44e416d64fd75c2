import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { createEncryption } from '../../../kernel/encryption.ts'
import { confirmSession, hasSecondFactor } from '../sessions/sessions.repository.ts'
import { credentialOf } from './credentials.repository.ts'
import type { Passwords } from './passwords.ts'
import type { PasswordRefusal, LoginDelayed } from './verify-password.ts'
import { provenDevice, rememberProof } from './known-devices.repository.ts'
import { KNOWN_DEVICE, forgetFailures, undoFailedAttempt, recordFailedAttempt } from './login-throttling.repository.ts'
import {
  addRecoveryCodes,
  consumeRecoveryCode,
  countRecoveryCodes,
  enableFactor,
  lockFactor,
  readFactor,
  removeFactor,
  saveStep,
  storeSecret,
} from './second-factors.repository.ts'
import { base32, acceptedStep } from './totp.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Excludes easily confused letters and digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

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
/** Records the proof in the audit log, in the transaction of the proof. */
type RecordInAudit = (tx: Tx, method: 'code' | 'recovery-code') => Promise<void>

export type ProofRefusal = PasswordRefusal | { readonly code: 'SECOND_FACTOR_WRONG' }
export type EnablingRefusal =
  | LoginDelayed
  | { readonly code: 'SECOND_FACTOR_SET' | 'SECOND_FACTOR_UNSET' | 'SECOND_FACTOR_WRONG' }
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Proof of identity of staff: an authenticator app or recovery codes, or the password until these are set up (D55). */
export function createSecondFactor({ db, outbox, passwords, key, demandsSecondFactor }: Parts) {
  const encryption = createEncryption(key, 'second factors')

  /** Consumes a code; null for a wrong one. A recovery code is deleted. */
  async function consumeProof(
    tx: Tx,
    userId: string,
    code: string,
    now: Date,
  ): Promise<'code' | 'recovery-code' | null> {
    const text = code.replace(/[\s-]/g, '').toLowerCase()
    if (/^\d{6}$/.test(text)) return (await consumeCode(tx, userId, text, now)) ? 'code' : null
    return (await consumeRecoveryCode(tx, userId, hashOf(text))) ? 'recovery-code' : null
  }

  async function consumeCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
    const row = await lockFactor(tx, userId)
    if (row === undefined) return false
    const step = acceptedStep(encryption.decrypt(row.encrypted_secret), code, now, Number(row.last_step))
    if (step === null) return false
    await saveStep(tx, userId, step)
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

  async function recordProof(
    tx: Tx,
    { userId, sessionId, device }: StaffSession,
    attemptKey: string,
    bySecondFactor: boolean,
    now: Date,
  ): Promise<void> {
    await forgetFailures(tx, attemptKey)
    await confirmSession(tx, sessionId, { bySecondFactor }, now)
    if (bySecondFactor) await rememberProof(tx, userId, device, now)
  }

  return {
    /** Whether new sessions of the account need a second factor. */
    async isSet(sql: Sql, userId: string): Promise<boolean> {
      return (await readFactor(sql, userId))?.enabled_at != null
    },
    demandsSecondFactor,

    recoveryCodesLeft: (userId: string): Promise<number> => countRecoveryCodes(db, userId),

    /** Stores a new secret, not yet enabled; null if the second factor is enabled already. */
    async begin(userId: string, now: Date): Promise<string | null> {
      const secret = randomBytes(SECRET_BYTES)
      return (await storeSecret(db, userId, encryption.encrypt(secret), now)) ? base32(secret) : null
    },

    /** Enables the second factor with a first code and returns the recovery codes, which are shown only once. */
    async enable(
      session: StaffSession,
      code: string,
      recordInAudit: (tx: Tx) => Promise<void>,
      now: Date,
    ): Promise<Result<string[], EnablingRefusal>> {
      const before = await readFactor(db, session.userId)
      if (before === undefined) return err({ code: 'SECOND_FACTOR_UNSET' })
      if (before.enabled_at !== null) return err({ code: 'SECOND_FACTOR_SET' })
      const attemptKey = await attemptKeyOf(db, session)
      const throttled = await throttle(db, attemptKey, now)
      if (throttled !== null) return err(throttled)
      return db.transaction(async (tx) => {
        if (!(await consumeCode(tx, session.userId, code.replace(/\s/g, ''), now)))
          return err({ code: 'SECOND_FACTOR_WRONG' })
        const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
        await enableFactor(tx, session.userId, now)
        const hashes = codes.map((each) => hashOf(each.replace('-', '')))
        await addRecoveryCodes(tx, session.userId, hashes)
        await recordProof(tx, session, attemptKey, true, now)
        await recordInAudit(tx)
        await outbox.appendEvents(tx, [{ type: 'second-factor-enabled', userId: session.userId, data: {} }])
        return ok(codes)
      })
    },

    /** Confirms a session: by a code if a second factor is enabled, otherwise by the password. */
    async prove(
      session: StaffSession,
      proof: { readonly code: string } | { readonly password: string },
      recordInAudit: RecordInAudit,
      now: Date,
    ): Promise<Result<void, ProofRefusal>> {
      const isEnabled = (await readFactor(db, session.userId))?.enabled_at != null
      const attemptKey = await attemptKeyOf(db, session)
      const throttled = await throttle(db, attemptKey, now)
      if (throttled !== null) return err(throttled)
      if (!isEnabled) {
        const isCorrect = 'password' in proof && (await matches(session.userId, proof.password, attemptKey, now))
        if (!isCorrect) return err({ code: 'CURRENT_PASSWORD_WRONG' })
        await db.transaction((tx) => recordProof(tx, session, attemptKey, false, now))
        return ok(undefined)
      }
      if (!('code' in proof)) return err({ code: 'SECOND_FACTOR_WRONG' })
      return db.transaction(async (tx) => {
        const method = await consumeProof(tx, session.userId, proof.code, now)
        if (method === null) return err({ code: 'SECOND_FACTOR_WRONG' })
        await recordProof(tx, session, attemptKey, true, now)
        await recordInAudit(tx, method)
        return ok(undefined)
      })
    },

    /** Removes the second factor of staff who lost both the app and the recovery codes. */
    remove: removeFactor,
  }
}

/**
 * The throttling key: a session or device that has passed the second factor before, otherwise the account. An attacker
 * who knows the password therefore cannot lock the owner out of a device that the owner uses.
 */
async function attemptKeyOf(db: Sql, { userId, sessionId, device }: StaffSession): Promise<string> {
  if (await hasSecondFactor(db, sessionId)) return `staff:${userId}:${sessionId}`
  const proven = await provenDevice(db, userId, device)
  return proven === null ? `staff:${userId}` : `staff:${userId}:${proven}`
}

/** Attempts are counted before the comparison, because six digits are easy to guess. */
async function throttle(sql: Sql, attemptKey: string, now: Date): Promise<LoginDelayed | null> {
  const waitSeconds = await recordFailedAttempt(sql, attemptKey, KNOWN_DEVICE, now)
  return waitSeconds === 0 ? null : { code: 'LOGIN_SLOWED', waitSeconds }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** A recovery code such as `k7fm2-9xqpd`. It has 49 random bits and can be used once. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

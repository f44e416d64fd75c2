import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { derivedEmail, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { isDatabaseUnresponsive } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Chat } from '../chat/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Wallet } from '../wallet/index.ts'
import {
  accountsToErase,
  accountsWithImages,
  eraseIdentity,
  erasePersonalData,
  type ErasureRefusal,
  erasureRefusal,
  forgetImages,
  requestErasure,
} from './erasures.repository.ts'

export type EraseDeps = {
  readonly audit: Audit['commands']
  readonly removeImages: Chat['images']['remove']
  readonly identity: Pick<Identity, 'accounts' | 'profiles' | 'sessions'>
  readonly wallet: Pick<Wallet, 'accounts'>
}

export type CloseRefusal =
  | { readonly code: Exclude<ErasureRefusal, 'ERASURE_BALANCE'> }
  | { readonly code: 'ERASURE_BALANCE'; readonly balanceUgx: Ugx }

type ClosableAccount = { readonly phoneNumber: PhoneNumber; readonly now: Date }
type CloseDeps = Omit<EraseDeps, 'audit'> & Pick<Kernel, 'clock'>

/** Locks an account that can be closed now, or says why not. With the account locked, no bet or payment can begin. */
export async function lockClosable(
  tx: Tx,
  { clock, identity, wallet }: CloseDeps,
  userId: string,
): Promise<Result<ClosableAccount, CloseRefusal>> {
  const profile = await identity.profiles.lock(tx, userId)
  const account = (await wallet.accounts.lock(tx, [userId])).get(userId)
  const now = clock.now()
  if (account === undefined || profile === null || isStaff(profile.role)) return err({ code: 'NOT_ALLOWED' })
  const refusal = await erasureRefusal(tx, userId)
  if (refusal === 'ERASURE_BALANCE') return err({ code: refusal, balanceUgx: account.balance })
  if (refusal !== null) return err({ code: refusal })
  return ok({ phoneNumber: profile.phoneNumber as PhoneNumber, now })
}

/**
 * Closes the account of a player and erases the data that no law requires (PLAY-10). The identification is erased after
 * its retention by `eraseIdentities`. Transactions and bets stay, without it. Returns the time of the erasure.
 */
export async function closeAccount(
  tx: Tx,
  deps: CloseDeps,
  userId: string,
  record: (now: Date) => Promise<void>,
): Promise<Result<Date, CloseRefusal>> {
  const closable = await lockClosable(tx, deps, userId)
  if (!closable.ok) return closable
  const { phoneNumber, now } = closable.value
  await requestErasure(tx, userId)
  await deps.identity.sessions.end(tx, userId)
  await deps.identity.accounts.setStatus(tx, userId, 'suspended', now)
  await erasePersonalData(tx, userId)
  await deps.identity.profiles.saveEmail(tx, userId, derivedEmail(phoneNumber))
  await record(now)
  return ok(now)
}

/** Removes images of erased conversations from the image store. The nightly job repeats failed removals. */
export async function eraseImages(
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  { removeImages }: Pick<EraseDeps, 'removeImages'>,
): Promise<void> {
  await eraseEach(log, await accountsWithImages(db), async ({ userId, images }) => {
    await removeImages(images)
    await forgetImages(db, userId)
  })
}

/**
 * Erases the identification of closed accounts whose retention has ended, each in its own transaction. Reactivated
 * accounts keep it.
 */
export async function eraseIdentities({
  workerDb,
  clock,
  log,
}: Pick<Kernel, 'workerDb' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION.identity.ms)
  await eraseEach(log, await accountsToErase(workerDb, before), async ({ userId }) => {
    await eraseIdentity(workerDb, userId)
    log.info({ userId }, 'the identification of a closed account is erased')
  })
}

/** An account that fails is logged and does not stop the others. The run then fails, which `job_seconds` counts. */
async function eraseEach<Account extends { readonly userId: string }>(
  log: Kernel['log'],
  due: readonly Account[],
  erase: (account: Account) => Promise<void>,
): Promise<void> {
  let failed = 0
  for (const account of due) {
    try {
      await erase(account)
    } catch (error) {
      if (isDatabaseUnresponsive(error)) throw error
      failed += 1
      log.error({ err: error, userId: account.userId }, 'data of a closed account could not be erased')
    }
  }
  if (failed > 0) throw new Error(`data of ${failed} of ${due.length} closed accounts could not be erased`)
}

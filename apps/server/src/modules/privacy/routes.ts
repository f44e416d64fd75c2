import { eraseAccount, exportAccount } from '@mupiira/contract/privacy.ts'
import { formatAmount } from '@mupiira/domain/money/ugx.ts'
import { SESSION_COOKIE } from '../../kernel/http/access/actor.ts'
import { type Refusal, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Identity, presentAccountRefusal } from '../identity/index.ts'
import { closeAccount, type CloseRefusal, eraseImages, type EraseDeps } from './close-account.ts'
import { accountFile } from './present-account-file.ts'

export type PrivacyDeps = EraseDeps & { readonly identity: Pick<Identity, 'passwords' | 'profiles'> }

export const privacyRoutes = ({ clock, db }: Pick<Kernel, 'clock' | 'db'>, deps: PrivacyDeps): readonly Route[] => [
  route(exportAccount, async ({ actor: { userId }, body, log, now }) => {
    const { passwords, profiles } = deps.identity
    const passwordCheck = await passwords.prove(userId, body.currentPassword, now)
    if (!passwordCheck.ok) return presentAccountRefusal(passwordCheck.error)
    log.info({ userId }, 'a player exports the data of the account')
    return { file: accountFile(db, { userId, nationalIdNumber: await profiles.nationalIdNumber(userId), now }) }
  }),

  route(eraseAccount, async ({ actor: { userId }, body, address, log, now }) => {
    const passwordCheck = await deps.identity.passwords.prove(userId, body.currentPassword, now)
    if (!passwordCheck.ok) return presentAccountRefusal(passwordCheck.error)
    const closed = await db.transaction((tx) =>
      closeAccount(tx, { ...deps, clock }, userId, (at) => {
        const entry = { actorId: userId, address, action: 'user.close', subject: `user:${userId}` } as const
        return deps.audit.record(tx, { ...entry, reason: BY_PLAYER }, at)
      }),
    )
    if (!closed.ok) return closeRefused(closed.error)
    // The nightly job repeats failed removals.
    await eraseImages({ db, log }, deps).catch((error: unknown) =>
      log.warn({ err: error }, 'some images could not be removed'),
    )
    return {
      status: 200,
      body: { success: true },
      cookies: [{ name: SESSION_COOKIE, value: null }],
      headers: { 'clear-site-data': '"cache"' },
    }
  }),
]

const BY_PLAYER = 'The player closed the account and requested erasure'

export const closeRefused = (refusal: CloseRefusal): Refusal<CloseRefusal['code']> =>
  refusal.code === 'ERASURE_BALANCE'
    ? { error: refusal.code, details: { balance: formatAmount(refusal.balanceUgx) } }
    : { error: refusal.code }

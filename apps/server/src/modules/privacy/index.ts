import { eraseAccount, exportAccount } from '@mupiira/contract/privacy.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { SESSION_COOKIE } from '../../kernel/http/actor.ts'
import type { Identity } from '../identity/index.ts'
import { closeAccount, eraseIdentities, eraseImages, type EraseDeps } from './close-account.ts'
import { DELETE_JOB, deleteOldRows } from './delete-old-rows.repository.ts'
import { accountFile } from './export-account.ts'

/** The rights of players over their personal data. */
export function createPrivacy(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'log' | 'workerDb'>,
  deps: EraseDeps & { readonly identity: Pick<Identity, 'passwords' | 'profiles'> },
): { readonly routes: readonly Route[] } {
  const { clock, db, jobs, workerDb } = kernel
  const { identity } = deps
  // 01:40 in Kampala, when traffic is low.
  jobs.cron(DELETE_JOB, '40 22 * * *', () => deleteOldRows(workerDb, clock.now()))
  jobs.cron('erase-images', '45 22 * * *', () => eraseImages({ db: workerDb, log: kernel.log }, deps))
  jobs.cron('erase-identities', '50 22 * * *', () => eraseIdentities(kernel))

  return {
    routes: [
      route(exportAccount, async ({ actor: { userId }, body, log, now }) => {
        const passwordCheck = await identity.passwords.prove(userId, body.currentPassword, now)
        if (!passwordCheck.ok) return passwordCheck.error
        log.info({ userId }, 'a player exports the data of the account')
        return {
          file: accountFile(db, { userId, nationalIdNumber: await identity.profiles.nationalIdNumber(userId), now }),
        }
      }),

      route(eraseAccount, async ({ actor: { userId }, body, address, log, now }) => {
        const passwordCheck = await identity.passwords.prove(userId, body.currentPassword, now)
        if (!passwordCheck.ok) return passwordCheck.error
        const closed = await closeAccount(db, deps, { userId, address }, now)
        if (!closed.ok) return closed.error
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
    ],
  }
}

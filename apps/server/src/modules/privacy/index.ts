import { exportAccount } from '@mupiira/contract/privacy.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import { DELETE_JOB, deleteOldRows } from './delete-old-rows.ts'
import { accountFile } from './export-account.ts'

/** The rights of players over their personal data. */
export function createPrivacy(
  { clock, db, jobs, workerDb }: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'workerDb'>,
  { identity }: { readonly identity: Pick<Identity, 'provePassword' | 'nationalIdNumber'> },
): { readonly routes: readonly Route[] } {
  // 01:40 in Kampala, when traffic is low.
  jobs.cron(DELETE_JOB, '40 22 * * *', () => deleteOldRows(workerDb, clock.now()))

  return {
    routes: [
      route(exportAccount, async ({ actor: { userId }, body, log, now }) => {
        const proved = await identity.provePassword(userId, body.currentPassword, now)
        if (!proved.ok) return proved.error
        log.info({ userId }, 'a player exports the data of the account')
        return { file: accountFile(db, { userId, nationalIdNumber: await identity.nationalIdNumber(userId), now }) }
      }),
    ],
  }
}

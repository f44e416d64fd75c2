import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { eraseIdentities, eraseImages } from './close-account.ts'
import { DELETE_JOB, deleteOldRows } from './delete-old-rows.repository.ts'
import { privacyRoutes } from './routes.ts'
import { type StaffPrivacyDeps, staffPrivacyRoutes } from './staff-routes.ts'

/** The rights of players over their personal data. */
export function createPrivacy(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'log' | 'workerDb'>,
  deps: StaffPrivacyDeps,
): { readonly routes: readonly Route[] } {
  const { clock, jobs, workerDb } = kernel
  // 01:40 in Kampala, when traffic is low.
  jobs.cron(DELETE_JOB, '40 22 * * *', () => deleteOldRows(workerDb, clock.now()))
  jobs.cron('erase-images', '45 22 * * *', () => eraseImages({ db: workerDb, log: kernel.log }, deps))
  jobs.cron('erase-identities', '50 22 * * *', () => eraseIdentities(kernel))
  return { routes: [...privacyRoutes(kernel, deps), ...staffPrivacyRoutes(kernel, deps)] }
}

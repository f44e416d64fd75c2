import type { SelectionInput } from '@mupiira/contract/bets.ts'
import type { AdminOptions, TestAccount } from './test-accounts.ts'
import { createTestApp, type TestAppOptions } from './test-app.ts'

/** The application with a signed-in member of staff, who sends requests by default. */
export async function adminFixture(options: TestAppOptions & { readonly session?: AdminOptions['session'] } = {}) {
  const app = await createTestApp(options)
  const staff = await app.admin(options.session === undefined ? {} : { session: options.session })
  return {
    ...app,
    staff,
    get: staff.get,
    post: staff.post,
    put: staff.put,
    delete: staff.delete,
    wealthyPlayer: (firstName = 'Grace') => app.player({ firstName, balanceUgx: 10_000_000 }),
    bet: (player: TestAccount, selections: SelectionInput[], stake = 25_000) =>
      app.placeBet(player, { stake, selections }),
    /** The audit log of a subject. */
    staffActions: (subject: string) =>
      app.kernel.db.query<{ actor: string; action: string; reason: string; after: unknown }>(
        'select actor, action, reason, after from audit_log where subject = $1 order by id',
        [subject],
      ),
  }
}

export type AdminFixture = Awaited<ReturnType<typeof adminFixture>>

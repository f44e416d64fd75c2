import { sql } from 'kysely'
import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../../kernel/outbox/event.ts'
import type { Wallet } from '../../wallet/index.ts'
import { endSessionsOf } from '../sessions/sessions.repository.ts'

const setStatus = statement((p: Params<{ userId: string; status: AccountStatus; now: Date }>) =>
  q
    .updateTable('profiles')
    .set({
      account_status: p.status,
      status_changed_at: sql`case when account_status = ${p.status} then status_changed_at else ${p.now} end`,
    })
    .where('id', '=', p.userId),
)

/**
 * Suspends, bans or activates an account (AUTH-75) and freezes or unfreezes its wallet. False if the account does not
 * exist.
 */
export async function setAccountStatus(
  tx: Tx,
  deps: { readonly wallet: Pick<Wallet, 'setFrozen'>; readonly outbox: Outbox },
  change: { readonly userId: string; readonly status: AccountStatus },
  now: Date,
): Promise<boolean> {
  const { userId, status } = change
  // Freezes the wallet first: a concurrent debit either commits before or is refused.
  await deps.wallet.setFrozen(tx, userId, status !== 'active')
  const changed = await tx.change(setStatus({ userId, status, now }))
  if (changed === 0) return false
  const events: OutboxEvent[] = [{ type: 'account-status-changed', userId, data: { status } }]
  if (status !== 'active') {
    await endSessionsOf(tx, userId, now)
    events.push({ type: 'session-ended', userId, data: { reason: status } })
  }
  await deps.outbox.appendEvents(tx, events)
  return true
}

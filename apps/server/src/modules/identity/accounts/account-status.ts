import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../../kernel/outbox/event.ts'
import type { Wallet } from '../../wallet/index.ts'
import { endSessionsOf } from '../sessions/sessions.repository.ts'
import { saveStatus } from './profiles.repository.ts'

/**
 * Suspends, bans or activates an account (AUTH-75) and freezes or unfreezes its wallet. False if the account does not
 * exist.
 */
export async function setAccountStatus(
  tx: Tx,
  deps: { readonly wallet: Pick<Wallet, 'accounts'>; readonly outbox: Outbox },
  change: { readonly userId: string; readonly status: AccountStatus },
  now: Date,
): Promise<boolean> {
  const { userId, status } = change
  // Freezes the wallet first: a concurrent debit either commits before or is refused.
  await deps.wallet.accounts.setFrozen(tx, userId, status !== 'active')
  const changed = await saveStatus(tx, userId, status, now)
  if (changed === 0) return false
  const events: OutboxEvent[] = [{ type: 'account-status-changed', userId, data: { status } }]
  if (status !== 'active') {
    await endSessionsOf(tx, userId, now)
    events.push({ type: 'session-ended', userId, data: { reason: status } })
  }
  await deps.outbox.appendEvents(tx, events)
  return true
}

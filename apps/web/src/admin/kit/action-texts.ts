import type { AuditEntry } from '@mupiira/contract/audit.ts'
import type { AuditAction } from '@mupiira/domain/access/audit-actions.ts'
import { textOfCode } from './text-of-code.ts'

/** The names of staff actions. The audit log stores the codes. */
const ACTIONS: { readonly [action in AuditAction]: string } = {
  'user.suspend': 'Account suspended',
  'user.ban': 'Account blocked',
  'user.activate': 'Account activated',
  'user.log-out': 'Logged out everywhere',
  'user.note': 'Note written',
  'user.read': 'Account viewed',
  'user.close': 'Account closed by the player',
  'money.top-up': 'Balance topped up',
  'money.deduct': 'Amount deducted from balance',
  'money.decline': 'Request declined',
  'bet.cancel': 'Ticket cancelled and refunded',
  'bet.export': 'Bet history exported',
  'user.ledger-export': 'Ledger exported',
  'user.export': 'Users exported',
  'audit.export': 'Audit log exported',
  'payment.export': 'Transactions exported',
  'payment.query-provider': 'Provider queried',
  'payment.resolve': 'Payment decided',
  'payment.compare': 'Daily reconciliation run',
  'payment.close-case': 'Difference explained',
  'game.create': 'Game added',
  'game.edit': 'Game edited',
  'game.delete': 'Game deleted',
  'game.show': 'Game made visible again',
  'game.take-over': 'Game taken over from the feed',
  'game.hand-back': 'Game returned to the feed',
  'game.suspend': 'Game suspended',
  'game.resume': 'Game reopened for bets',
  'game.control-market': 'Odds, stakes or market changed',
  'game.result': 'Result entered',
  'game.resettle': 'Result corrected',
  'game.sync-scores': 'Scores synchronised',
  'game.start': 'Game started',
  'game.minute': 'Clock set',
  'game.half-time': 'Half time',
  'game.second-half': 'Second half started',
  'game.goal': 'Goal entered',
  'game.no-goal': 'Goal removed',
  'game.finish': 'Game finished',
  'game.postpone': 'Game postponed',
  'game.abandon': 'Game abandoned',
  'game.cancel': 'Game cancelled',
  'game.reopen': 'Game set back to upcoming',
  'search-name.create': 'Other names added',
  'search-name.edit': 'Other names edited',
  'search-name.delete': 'Other names deleted',
  'fixture.create': 'Fixture added',
  'fixture.edit': 'Fixture edited',
  'fixture.delete': 'Fixture deleted',
  'fixture.publish': 'Fixture published',
  'aviator.commit-chain': 'Chain committed',
  'aviator.enter-salt': 'Block entered',
  'risk.suspend': 'Betting suspended',
  'risk.resume': 'Betting reopened',
  'risk.limit-stake': 'Stake limit set',
  'risk.restrict-in-play': 'Live bets restricted',
  'setting.change': 'Setting changed',
  'setting.decline': 'Setting declined',
  'chat.answer': 'Reply sent to player',
  'chat.add-reply': 'Quick reply added',
  'chat.change-reply': 'Quick reply changed',
  'chat.delete-reply': 'Quick reply deleted',
  'notice.post': 'Notice sent',
  'notice.withdraw': 'Notice withdrawn',
  'staff.create': 'Staff account created',
  'staff.confirm-identity': 'Identity confirmed',
  'staff.second-factor-set': 'Second factor set up',
  'staff.second-factor-reset': 'Second factor reset',
}

/** `actionText('money.top-up')` → "Balance topped up" */
export const actionText = (action: string): string => textOfCode(ACTIONS, action)

/** The text of a log entry. Until approval, an action is only requested (ADMT-30). */
export function entryActionText({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const isRequested = typeof after === 'object' && after !== null && 'waits' in after
  return isRequested ? `Requested: ${actionText(action)}` : actionText(action)
}

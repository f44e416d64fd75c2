import type { TimelineEvent } from '@mupiira/contract/user-timeline.ts'
import { entryActionText } from '@mupiira/domain/access/action-texts.ts'
import { formatPlain, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { PaymentStage } from '@mupiira/domain/payments/payment-states.ts'
import { paymentStatusText } from '@mupiira/domain/payments/payment-texts.ts'
import { limitChangeText } from '@mupiira/domain/protection/change-texts.ts'
import { type RestrictionKind, restrictionName } from '@mupiira/domain/risk/restrictions.ts'
import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import type { TicketStatus, TransactionStatus } from '@mupiira/domain/ticket/states.ts'
import { textOfCode } from '@mupiira/domain/text-of-code.ts'
import { isBeingChecked } from '../../payments/index.ts'
import type { TimelineRow } from './timeline.ts'

type State = Pick<TimelineEvent, 'state' | 'tone'>

const AVIATOR_TEXTS = { placed: 'In flight', 'cashed-out': 'Won', lost: 'Lost', refunded: 'Refunded' }
const CASHOUT_TEXTS = { checking: 'Being checked', paid: 'Paid' }

const TONES: { readonly [status: string]: TimelineEvent['tone'] } = {
  won: 'up',
  success: 'up',
  paid: 'up',
  'cashed-out': 'up',
  lost: 'down',
  failed: 'down',
  pending: 'live',
  placed: 'live',
  checking: 'live',
}

const toneOf = (status: string): TimelineEvent['tone'] => TONES[status] ?? 'muted'

export const presentEvent = (row: TimelineRow, names: ReadonlyMap<string, string>): TimelineEvent => ({
  kind: row.kind,
  id: row.id,
  at: row.at,
  target: row.target,
  amount: row.amount === null ? null : ugxToNumber(ugx(row.amount)),
  ...stateOf(row),
  detail: detailOf(row),
  by: row.by === null ? null : (names.get(row.by) ?? ''),
})

function stateOf({ kind, facts }: TimelineRow): State {
  const status = String(facts['status'] ?? '')
  switch (kind) {
    case 'deposit':
    case 'withdrawal':
      return paymentState(facts)
    case 'bet':
      return { state: TICKET_STATUS_TEXTS[status as TicketStatus], tone: toneOf(status) }
    case 'aviator':
      return { state: textOfCode(AVIATOR_TEXTS, status), tone: toneOf(status) }
    case 'cashout':
      return { state: textOfCode(CASHOUT_TEXTS, status), tone: toneOf(status) }
    case 'chat':
      return facts['isOpen'] === true ? { state: 'Open', tone: 'live' } : { state: 'Closed', tone: 'muted' }
    case 'staff':
      return {
        state: entryActionText({ action: String(facts['action']), after: facts['after'] }),
        tone: 'muted',
      }
    case 'restriction':
      return { state: restrictionText(facts), tone: 'muted' }
    case 'limit':
      return { state: limitChangeText(facts), tone: 'muted' }
    case 'registration':
    case 'login':
    case 'note':
      return { state: '', tone: 'muted' }
  }
}

function restrictionText({ kind, value, isEnd }: TimelineRow['facts']): string {
  const name = restrictionName(kind as RestrictionKind, value === null ? null : Number(value))
  return isEnd === true ? `${name} ended` : name
}

function paymentState(facts: TimelineRow['facts']): State {
  const stage = facts['stage'] as PaymentStage
  const status = facts['status'] as TransactionStatus
  const reason = facts['reason'] as string | null
  const beingChecked = isBeingChecked({ stage })
  const state = paymentStatusText({ status, stage, reason, beingChecked })
  return { state, tone: beingChecked ? 'live' : toneOf(status) }
}

/** The payout of a won bet is part of its detail. */
function detailOf({ kind, facts, detail }: TimelineRow): string {
  const payout = BigInt(String(facts['payout'] ?? '0'))
  return (kind === 'bet' || kind === 'aviator') && payout > 0n
    ? `${detail}, paid UGX ${formatPlain(ugx(payout))}`
    : detail
}

import { createHash } from 'node:crypto'
import type { PushKind } from '@mupiira/contract/push.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import { linkOf, type NotificationRow } from './notification-row.ts'
import type { PushMessage } from './ports.ts'

/** A result of yesterday is no news; an answer of customer care is waited for longer. */
export const LASTS_MS: { readonly [K in PushKind]: number } = {
  bets: 24 * HOUR_MS,
  payments: 24 * HOUR_MS,
  support: 72 * HOUR_MS,
}

const KIND_OF_EVENT: { readonly [Type in PlacedEvent['type']]?: PushKind } = {
  'ticket-settled': 'bets',
  'ticket-resettled': 'bets',
  'cashout-decided': 'bets',
  'aviator-refunded': 'bets',
  'payment-changed': 'payments',
  'balance-adjusted': 'payments',
  'chat-message': 'support',
}

/**
 * The kind under which a device is told of an event's notification; null where it never is. What celebrates or invites
 * is not told to a closed app at all, and so not to whoever stays away either (PLAY-03).
 */
export const pushKindOf = ({ type }: PlacedEvent, row: NotificationRow): PushKind | null =>
  row.read || row.data.occasion !== undefined ? null : (KIND_OF_EVENT[type] ?? null)

const TITLES: { readonly [T in NotificationRow['type']]?: string } = {
  win: 'You have won',
  bet: 'Your bet',
  deposit: 'Your deposit',
  withdrawal: 'Your withdrawal',
}
/** Room for the longest that tells of a payment: "Please do not pay again" is its end. */
const MOST_CHARACTERS = 260

/** What the service worker shows (apps/web/src/app/service-worker-push.ts). It stands on a locked screen: what was written to the player is not in it. */
export function pushMessage(kind: PushKind, row: NotificationRow, ttlSeconds: number): PushMessage {
  const topic = topicOf(kind, row)
  const text = {
    id: row.id,
    title: kind === 'support' ? 'Customer care' : (TITLES[row.type] ?? 'Your account'),
    body: kind === 'support' ? 'You have a new answer.' : shortened(row.message),
    tag: topic,
    link: linkOf(row) ?? '/notifications',
  }
  return {
    payload: JSON.stringify(text),
    ttlSeconds,
    topic,
    urgency: kind === 'bets' ? 'normal' : 'high',
  }
}

/** One per ticket, payment or conversation, and nothing that a push service could read: at most 32 characters of base64url. */
function topicOf(kind: PushKind, { id, userId, data }: NotificationRow): string {
  const about = kind === 'support' ? userId : (data.ticketId ?? data.transactionId ?? id)
  return createHash('sha256').update(`${kind} ${about}`).digest('base64url').slice(0, 32)
}

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`

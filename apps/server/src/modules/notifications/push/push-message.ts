import { createHash } from 'node:crypto'
import type { PushKind } from '@mupiira/contract/push.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { PositionedEvent } from '../../../kernel/outbox/event.ts'
import { linkOf, type NotificationRow } from '../notification.ts'
import type { PushMessage } from '../ports.ts'

/** Results are pushed for a day; answers of customer care stay relevant longer. */
export const TTL_MS: { readonly [K in PushKind]: number } = {
  bets: 24 * HOUR_MS,
  payments: 24 * HOUR_MS,
  support: 72 * HOUR_MS,
}

const KIND_OF_EVENT: { readonly [Type in PositionedEvent['type']]?: PushKind } = {
  'ticket-settled': 'bets',
  'ticket-resettled': 'bets',
  'cashout-decided': 'bets',
  'delayed-bet-changed': 'bets',
  'aviator-refunded': 'bets',
  'payment-changed': 'payments',
  'balance-adjusted': 'payments',
  'chat-message': 'support',
}

/** The kind of a push message; null if the event causes none. */
export const pushKindOf = ({ type }: PositionedEvent, row: NotificationRow): PushKind | null =>
  row.read ? null : (KIND_OF_EVENT[type] ?? null)

const TITLES: { readonly [T in NotificationRow['type']]?: string } = {
  win: 'You have won',
  bet: 'Your bet',
  deposit: 'Your deposit',
  withdrawal: 'Your withdrawal',
}
/** Fits the longest payment message, which ends with "Please do not pay again". */
const MAX_CHARACTERS = 260

/**
 * Shown by the service worker (apps/web/src/app/service-worker-push.ts), also on a locked screen, so it omits the text
 * of support messages.
 */
export function pushMessage(kind: PushKind, row: NotificationRow, ttlSeconds: number): PushMessage {
  const topic = topicOf(kind, row)
  const text = {
    id: row.id,
    title: kind === 'support' ? 'Customer care' : (TITLES[row.type] ?? 'Your account'),
    body: kind === 'support' ? 'Customer care has replied.' : shortened(row.message),
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

/**
 * The topic of a ticket, payment or conversation. It is hashed, so that push services cannot read it. They accept at
 * most 32 characters of base64url.
 */
function topicOf(kind: PushKind, { id, userId, data }: NotificationRow): string {
  const about = kind === 'support' ? userId : (data.ticketId ?? data.transactionId ?? id)
  return createHash('sha256').update(`${kind} ${about}`).digest('base64url').slice(0, 32)
}

const shortened = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`

import type { Page } from 'playwright-core'
import type { Alert } from '@mupiira/contract/admin-alerts.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { changeResponse } from './network.ts'

const minutesFromOpening = (minutes: number): string => new Date(OPENS_AT.getTime() + minutes * 60_000).toISOString()

const alert = (no: number, change: Partial<Alert>): Alert => ({
  id: `0199a000-0000-7000-8000-00000000000${no}`,
  kind: 'payment_failures',
  name: 'MTN: 14 of 20 payments',
  link: '/admin/transactions',
  value: 70,
  threshold: 50,
  openedAt: minutesFromOpening(-12),
  seenAt: minutesFromOpening(-1),
  closedAt: null,
  acknowledged: null,
  deliveries: [],
  ...change,
})

const ITEMS: readonly Alert[] = [
  alert(1, {
    deliveries: [
      { target: 'email', to: 'duty@mupiira.example', state: 'sent', attempts: 1, failure: null },
      { target: 'webhook', to: 'hooks.example.com', state: 'waiting', attempts: 2, failure: 'HTTP 503' },
    ],
  }),
  alert(2, {
    kind: 'large_win',
    name: 'Ticket 7KQ2MXP4',
    link: '/admin/bets?view=0199a000-0000-7000-8000-000000000009',
    value: 61_250_400,
    threshold: 20_000_000,
    openedAt: minutesFromOpening(-38),
    seenAt: minutesFromOpening(-38),
  }),
  alert(3, {
    kind: 'negative_margin',
    name: 'Premier League, Uganda, 21 Nov 2026',
    link: '/admin/reports/profit-and-loss?from=2026-11-21&to=2026-11-21&by=league',
    value: 74_120_000,
    threshold: 50_000_000,
    acknowledged: {
      by: 'Ruth Namara',
      at: minutesFromOpening(-5),
      note: 'All favourites won. The limits of the league are checked.',
    },
  }),
  alert(4, {
    kind: 'feed_silence',
    name: 'Football feed',
    link: '/admin/in-play',
    value: 4,
    threshold: 3,
    openedAt: minutesFromOpening(-240),
    seenAt: minutesFromOpening(-236),
    closedAt: minutesFromOpening(-235),
  }),
]

/** Shows two alerts that wait, an acknowledged one, and one whose condition has ended. */
export const showAlerts = (page: Page): Promise<void> =>
  changeResponse(page, 'GET /api/admin/alerts', () => ({ items: ITEMS, total: ITEMS.length }))

import type { Page } from 'playwright-core'
import type { ListedMonth, MonthDetail } from '@mupiira/contract/admin-closings.ts'
import { changeResponse } from './network.ts'

const FIGURES = {
  turnover: 842_310_000,
  settledStakes: 830_120_000,
  payouts: 694_020_450,
  refunds: 1_240_000,
  voids: 6_310_000,
  grossGamingRevenue: 140_739_550,
  bonusCost: 9_411_300,
  providerCharges: 8_120_400,
  tax: 42_221_865,
  netGamingRevenue: 90_397_285,
  deposits: 512_400_000,
  withdrawals: 388_250_000,
  withdrawalFees: 3_402_000,
} as const

const CLOSING = {
  at: '2026-02-03T07:12:00.000Z',
  by: 'Ruth Namara',
  approvedBy: 'Sarah Nakato',
  reason: 'All providers agree.',
  figures: FIGURES,
} as const

const MONTHS: readonly ListedMonth[] = [
  { month: '2026-03', closing: null, isRequested: false },
  { month: '2026-02', closing: null, isRequested: true },
  { month: '2026-01', closing: CLOSING, isRequested: false },
]

const detail = (change: Partial<MonthDetail>): MonthDetail => ({
  month: '2026-01',
  closing: null,
  isRequested: false,
  isOver: true,
  now: FIGURES,
  open: { cases: [], payments: [], paymentCount: 0 },
  rowsAfterClosing: [],
  ...change,
})

const show = (page: Page, change: Partial<MonthDetail>): Promise<void> =>
  changeResponse(page, 'GET /api/admin/months/2026-01', () => detail(change))

/** Shows an open month, one that waits for a second person, and a closed one. */
export const showMonths = (page: Page): Promise<void> =>
  changeResponse(page, 'GET /api/admin/months', () => ({ items: MONTHS }))

/** Shows a closed month with a later posting. */
export const showClosedMonth = (page: Page): Promise<void> =>
  show(page, {
    closing: CLOSING,
    now: { ...FIGURES, turnover: 842_360_000, grossGamingRevenue: 140_789_550, netGamingRevenue: 90_432_285 },
    rowsAfterClosing: [
      {
        at: '2026-01-31T20:59:58.000Z',
        line: 'stakes',
        product: 'sportsbook',
        amount: 50_000,
        player: { id: '0199a000-0000-7000-8000-000000000001', username: '+256772430140' },
        subject: 'bet',
        subjectId: '0199a000-0000-7000-8000-000000000002',
        code: '7KQ2MXP4',
        game: null,
        market: null,
      },
    ],
  })

/** Shows a month that cannot be closed yet. */
export const showOpenMonth = (page: Page): Promise<void> =>
  show(page, {
    open: {
      cases: [{ id: '0199a000-0000-7000-8000-000000000003', kind: 'other-amount', provider: 'mtn', day: '2026-01-19' }],
      payments: [
        { id: '0199a000-0000-7000-8000-000000000004', shortReference: 'D7KQ2MXP' },
        { id: '0199a000-0000-7000-8000-000000000005', shortReference: 'W4HHT8RC' },
      ],
      paymentCount: 2,
    },
  })

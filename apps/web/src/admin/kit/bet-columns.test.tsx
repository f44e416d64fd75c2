import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { BET_COLUMNS } from './bet-columns.tsx'

const OPEN = { status: 'pending', totalStake: 100_000, cashedStake: 0, cashedOut: 0, payout: null } as AdminTicket
const PART = { ...OPEN, cashedStake: 40_000, cashedOut: 52_000 } as AdminTicket

const textOf = (column: 'stake' | 'payout', ticket: AdminTicket): string =>
  renderToStaticMarkup(<>{BET_COLUMNS[column].cell(ticket)}</>)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim()

describe('the columns of a list of tickets', () => {
  it.each([
    ['stake', OPEN, 'UGX 100,000.00', 100_000],
    ['stake', PART, 'UGX 100,000.00 UGX 60,000.00 left', 100_000],
    ['payout', OPEN, 'Pending', null],
    ['payout', PART, 'UGX 52,000.00 UGX 52,000.00 by partial cashouts', 52_000],
    [
      'payout',
      { ...PART, status: 'won', payout: 150_000 },
      'UGX 202,000.00 UGX 52,000.00 by partial cashouts',
      202_000,
    ],
    ['payout', { ...OPEN, status: 'won', payout: 250_000 }, 'UGX 250,000.00', 250_000],
  ] as const)('[COUT-01] [ADMT-03] the %s of %j is: %s', (column, ticket, text, value) => {
    expect(textOf(column, ticket)).toBe(text)
    expect(BET_COLUMNS[column].value(ticket)).toBe(value)
  })
})

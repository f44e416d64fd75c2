import { Link } from 'wouter'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import type { Column } from './table-columns.ts'
import { BET_TONES } from './tones.ts'

export const STATUS_CHIPS: readonly (readonly ['' | AdminTicket['status'], string])[] = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['cashout', 'Cashout'],
  ['void', 'Void'],
  ['cancelled', 'Cancelled'],
]

/** The columns that every list of tickets chooses from. */
export const BET_COLUMNS = {
  code: {
    id: 'code',
    title: 'Booking code',
    cell: ({ id, bookingCode }) => (
      <Link href={`/admin/bets?view=${id}`} className="font-bold tracking-wider underline">
        {bookingCode}
      </Link>
    ),
  },
  stake: { id: 'stake', title: 'Stake', cell: ({ totalStake }) => <Money amount={totalStake} />, align: 'end' },
  odds: { id: 'odds', title: 'Odds', cell: ({ totalOdds }) => oddsText(totalOdds), align: 'end' },
  payout: {
    id: 'payout',
    title: 'Payout',
    cell: ({ payout }) => (payout === null ? 'Pending' : <Money amount={payout} />),
    align: 'end',
  },
  status: { id: 'status', title: 'Status', cell: ({ status }) => <Badge tone={BET_TONES[status]}>{status}</Badge> },
  date: { id: 'date', title: 'Date', cell: ({ createdAt }) => dateTimeText(createdAt) },
} satisfies Readonly<Record<string, Column<AdminTicket>>>

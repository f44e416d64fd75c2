import { BET_LIST } from '@mupiira/contract/list-columns.ts'
import { Link } from 'wouter'
import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { moneyText, oddsText } from '../../shared/format/amounts.ts'
import { paidOf, stakeLeftOf } from '../../shared/format/ticket-amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from './account-link.tsx'
import type { Column } from './table-columns.ts'
import { BET_TONES } from './tones.ts'

export const STATUS_CHIPS: readonly (readonly ['' | AdminTicket['status'], string])[] = [
  ['', 'All'],
  ...(['pending', 'won', 'lost', 'cashout', 'void', 'cancelled'] as const).map(
    (status) => [status, TICKET_STATUS_TEXTS[status]] as const,
  ),
]

/** An amount with a line about partial cashouts, if the ticket has any. */
const AmountWithNote = ({ amount, note }: { readonly amount: number; readonly note: string }) => (
  <>
    <Money amount={amount} />
    {note !== '' && <span className="block text-12 text-muted">{note}</span>}
  </>
)

const isUnpaid = ({ payout, cashedOut }: AdminTicket): boolean => payout === null && cashedOut === 0

/** The columns that every list of tickets chooses from. */
export const BET_COLUMNS = {
  code: {
    id: 'code',
    ...BET_LIST.code,
    cell: ({ id, bookingCode }) => (
      <Link
        href={`/admin/bets?view=${id}`}
        className="inline-flex min-h-6 items-center font-bold tracking-wider underline"
      >
        {bookingCode}
      </Link>
    ),
  },
  user: {
    id: 'user',
    ...BET_LIST.user,
    phone: 'below',

    cell: ({ user }) => <AccountLink user={user} />,
  },
  stake: {
    id: 'stake',
    ...BET_LIST.stake,
    phone: 'aside',

    cell: (ticket) => (
      <AmountWithNote
        amount={ticket.totalStake}
        note={ticket.cashedStake > 0 ? `${moneyText(stakeLeftOf(ticket))} left` : ''}
      />
    ),
    align: 'end',
  },
  odds: {
    id: 'odds',
    ...BET_LIST.odds,
    cell: ({ totalOdds }) => oddsText(totalOdds),
    align: 'end',
  },
  win: {
    id: 'win',
    ...BET_LIST.win,
    cell: ({ potentialWin }) => <Money amount={potentialWin} />,
    align: 'end',
  },
  payout: {
    id: 'payout',
    ...BET_LIST.payout,
    cell: (ticket) =>
      isUnpaid(ticket) ? (
        'Pending'
      ) : (
        <AmountWithNote
          amount={paidOf(ticket)}
          note={ticket.cashedOut > 0 ? `${moneyText(ticket.cashedOut)} by partial cashouts` : ''}
        />
      ),
    align: 'end',
  },
  status: {
    id: 'status',
    ...BET_LIST.status,
    phone: 'below-end',

    cell: ({ status }) => <Badge tone={BET_TONES[status]}>{TICKET_STATUS_TEXTS[status]}</Badge>,
  },
  date: {
    id: 'date',
    ...BET_LIST.date,
    phone: 'below',

    cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
} satisfies Readonly<Record<string, Column<AdminTicket>>>

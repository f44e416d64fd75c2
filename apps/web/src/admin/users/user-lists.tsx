import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AuditEntry } from '@mupiira/contract/audit.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { BET_COLUMNS } from '../kit/bet-columns.tsx'
import type { Column } from '../kit/table-columns.ts'
import { entryActionText } from '../kit/action-texts.ts'
import { entryText } from '../kit/entry-texts.ts'
import { ListTable } from '../kit/list-table.tsx'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { auditQuery, betsQuery, transactionsQuery } from '../kit/list-queries.ts'
import { userLedgerQuery } from './user-queries.ts'

type ListProps = { readonly userId: string }

const LEDGER: readonly Column<StatementEntry>[] = [
  { id: 'when', title: 'When', cell: ({ createdAt }) => dateTimeText(createdAt) },
  { id: 'type', title: 'Type', cell: ({ type }) => entryText(type) },
  { id: 'description', title: 'Description', cell: ({ description }) => description },
  { id: 'amount', title: 'Amount', cell: ({ amount }) => <Money amount={amount} signed />, align: 'end' },
  { id: 'balance', title: 'Balance after', cell: ({ newBalance }) => <Money amount={newBalance} />, align: 'end' },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ referenceId }) => <span className="break-all">{referenceId}</span>,
    hidden: true,
  },
]

export function UserLedger({ userId }: ListProps) {
  const params = useListParams()
  return (
    <ListTable
      name="ledger entries"
      columns={LEDGER}
      query={useQuery(userLedgerQuery(userId, params.pageQuery))}
      rowKey={({ id }) => id}
      params={params}
      empty={{ title: 'No entries', text: 'This account has no ledger entries yet.' }}
    />
  )
}

const { code, stake, odds, payout, status, date } = BET_COLUMNS
const TICKETS: readonly Column<AdminTicket>[] = [code, stake, odds, payout, status, date]

export function UserTickets({ userId }: ListProps) {
  const params = useListParams()
  return (
    <ListTable
      name="tickets"
      columns={TICKETS}
      query={useQuery(betsQuery({ user: userId, ...params.pageQuery }))}
      rowKey={({ id }) => id}
      params={params}
      empty={{ title: 'No tickets', text: 'This player has not placed a bet yet.' }}
    />
  )
}

const PAYMENTS: readonly Column<AdminTransaction>[] = [
  { id: 'date', title: 'Date', cell: ({ createdAt }) => dateTimeText(createdAt) },
  { id: 'type', title: 'Type', cell: ({ type }) => (type === 'deposit' ? 'Deposit' : 'Withdrawal') },
  { id: 'amount', title: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end' },
  { id: 'status', title: 'Status', cell: (payment) => <PaymentStatus payment={payment} /> },
  { id: 'phone', title: 'Phone', cell: ({ phoneNumber }) => displayPhone(phoneNumber) },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ id, reference }) => (
      <Link href={`/admin/transactions?view=${id}`} className="text-12 break-all underline">
        {reference}
      </Link>
    ),
  },
]

export function UserPayments({ userId }: ListProps) {
  const params = useListParams()
  return (
    <ListTable
      name="payments"
      columns={PAYMENTS}
      query={useQuery(transactionsQuery({ user: userId, ...params.pageQuery }))}
      rowKey={({ id }) => id}
      params={params}
      empty={{ title: 'No payments', text: 'This player has not deposited or withdrawn yet.' }}
    />
  )
}

const AUDIT: readonly Column<AuditEntry>[] = [
  { id: 'when', title: 'When', cell: ({ createdAt }) => dateTimeText(createdAt) },
  { id: 'who', title: 'Who', cell: ({ actorName }) => actorName },
  { id: 'what', title: 'What', cell: (entry) => <b>{entryActionText(entry)}</b> },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason },
]

export function UserAudit({ userId }: ListProps) {
  const params = useListParams()
  return (
    <ListTable
      name="audit trail"
      columns={AUDIT}
      query={useQuery(auditQuery({ q: `user:${userId}`, ...params.pageQuery }))}
      rowKey={({ id }) => id}
      params={params}
      empty={{ title: 'No actions yet', text: 'Staff have not acted on this account yet.' }}
    />
  )
}

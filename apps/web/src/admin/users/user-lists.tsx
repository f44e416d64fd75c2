import { AUDIT_LIST, LEDGER_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { AUDIT_SORTS, LEDGER_SORTS, PAYMENT_SORTS, TICKET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AuditEntry } from '@mupiira/contract/audit.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { BET_COLUMNS, STATUS_CHIPS } from '../kit/bet-columns.tsx'
import type { Column } from '../kit/table-columns.ts'
import { entryActionText } from '@mupiira/domain/access/action-texts.ts'
import { ChipFilter, ChoiceFilter, PeriodFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PAYMENT_COLUMNS } from '../kit/payment-columns.tsx'
import { STATUS_CHOICES, TYPE_CHIPS } from '../kit/payment-texts.ts'
import { useListParams } from '../kit/use-list-params.ts'
import {
  auditExport,
  auditQuery,
  betsQuery,
  betsExport,
  transactionsExport,
  transactionsQuery,
} from '../kit/list-queries.ts'
import { ledgerExport, userLedgerQuery } from './user-queries.ts'

type ListProps = { readonly userId: string }

const LEDGER: readonly Column<StatementEntry>[] = [
  { id: 'date', ...LEDGER_LIST.date },
  { id: 'type', ...LEDGER_LIST.type, phone: 'below' },
  { id: 'description', ...LEDGER_LIST.description },
  {
    id: 'amount',
    ...LEDGER_LIST.amount,
    phone: 'aside',

    cell: ({ amount }) => <Money amount={amount} signed />,
    align: 'end',
  },
  {
    id: 'balance',
    ...LEDGER_LIST.balance,
    phone: 'below-end',

    cell: ({ newBalance }) => <Money amount={newBalance} />,
    align: 'end',
  },
  {
    id: 'reference',
    ...LEDGER_LIST.reference,
    cell: ({ referenceId }) => <span className="break-all">{referenceId}</span>,
    hidden: true,
  },
]

export function UserLedger({ userId }: ListProps) {
  const params = useListParams('ledger')
  const filter = params.query('from', 'to')
  return (
    <div className="flex flex-col gap-3">
      <ListTable
        name="ledger entries"
        filters={
          <>
            <PeriodFilter params={params} />
          </>
        }
        columns={LEDGER}
        sorts={LEDGER_SORTS}
        query={useQuery(userLedgerQuery(userId, { ...filter, ...params.pageQuery, ...params.sortBy(LEDGER_SORTS) }))}
        rowKey={({ id }) => id}
        params={params}
        file={ledgerExport(userId, filter)}
        empty={
          params.isFiltered
            ? { title: 'No entries found', text: 'The account has no ledger entries in this period.' }
            : { title: 'No entries', text: 'This account has no ledger entries yet.' }
        }
      />
    </div>
  )
}

const { code, stake, odds, payout, status, date } = BET_COLUMNS
const TICKETS: readonly Column<AdminTicket>[] = [code, stake, odds, payout, status, date]

export function UserTickets({ userId }: ListProps) {
  const params = useListParams('bets')
  const filter = { user: userId, ...params.query('status', 'from', 'to') }
  return (
    <div className="flex flex-col gap-3">
      <ListTable
        name="tickets"
        filters={
          <>
            <ChipFilter params={params} name="status" label="Status" choices={STATUS_CHIPS} />
            <PeriodFilter params={params} />
          </>
        }
        columns={TICKETS}
        sorts={TICKET_SORTS}
        query={useQuery(betsQuery({ ...filter, ...params.pageQuery, ...params.sortBy(TICKET_SORTS) }))}
        rowKey={({ id }) => id}
        params={params}
        file={betsExport(filter)}
        empty={
          params.isFiltered
            ? { title: 'No tickets found', text: 'No ticket matches these filters.' }
            : { title: 'No tickets', text: 'This player has not placed a bet yet.' }
        }
      />
    </div>
  )
}

const PAYMENTS: readonly Column<AdminTransaction>[] = [
  PAYMENT_COLUMNS.date,
  PAYMENT_COLUMNS.type,
  PAYMENT_COLUMNS.amount,
  PAYMENT_COLUMNS.status,
  PAYMENT_COLUMNS.phone,
  PAYMENT_COLUMNS.reference,
]

export function UserPayments({ userId }: ListProps) {
  const params = useListParams('payments')
  const filter = { user: userId, ...params.query('type', 'status', 'from', 'to') }
  return (
    <div className="flex flex-col gap-3">
      <ListTable
        name="payments"
        filters={
          <>
            <ChipFilter params={params} name="type" label="Type" choices={TYPE_CHIPS} />
            <ChoiceFilter params={params} name="status" label="Status" choices={STATUS_CHOICES} />
            <PeriodFilter params={params} />
          </>
        }
        columns={PAYMENTS}
        sorts={PAYMENT_SORTS}
        query={useQuery(transactionsQuery({ ...filter, ...params.pageQuery, ...params.sortBy(PAYMENT_SORTS) }))}
        rowKey={({ id }) => id}
        params={params}
        file={transactionsExport(filter)}
        empty={
          params.isFiltered
            ? { title: 'No payments found', text: 'No payment matches these filters.' }
            : { title: 'No payments', text: 'This player has not deposited or withdrawn yet.' }
        }
      />
    </div>
  )
}

const AUDIT: readonly Column<AuditEntry>[] = [
  { id: 'date', ...AUDIT_LIST.date },
  { id: 'who', ...AUDIT_LIST.who, phone: 'aside' },
  {
    id: 'what',
    ...AUDIT_LIST.what,
    phone: 'below',
    cell: (entry) => <b>{entryActionText(entry)}</b>,
  },
  { id: 'reason', ...AUDIT_LIST.reason },
]

export function UserAudit({ userId }: ListProps) {
  const params = useListParams('audit')
  const filter = { q: `user:${userId}`, ...params.query('from', 'to') }
  return (
    <div className="flex flex-col gap-3">
      <ListTable
        name="audit trail"
        filters={
          <>
            <PeriodFilter params={params} />
          </>
        }
        columns={AUDIT}
        sorts={AUDIT_SORTS}
        query={useQuery(auditQuery({ ...filter, ...params.pageQuery, ...params.sortBy(AUDIT_SORTS) }))}
        rowKey={({ id }) => id}
        params={params}
        file={auditExport(filter)}
        empty={
          params.isFiltered
            ? { title: 'No actions found', text: 'No log entry matches these filters.' }
            : { title: 'No actions yet', text: 'Staff have not acted on this account yet.' }
        }
      />
    </div>
  )
}

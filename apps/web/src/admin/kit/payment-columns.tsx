import { PAYMENT_LIST } from '@mupiira/contract/list-columns.ts'
import { Link } from 'wouter'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from './account-link.tsx'
import { Email } from './email.tsx'
import { PaymentStatus } from './payment-status.tsx'
import type { Column } from './table-columns.ts'

/** The columns that every list of payments chooses from. */
export const PAYMENT_COLUMNS = {
  user: {
    id: 'user',
    ...PAYMENT_LIST.user,
    cell: ({ user }) => <AccountLink user={user} />,
  },
  phone: {
    id: 'phone',
    ...PAYMENT_LIST.phone,
    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
  },
  type: { id: 'type', ...PAYMENT_LIST.type, phone: 'below' },
  amount: {
    id: 'amount',
    ...PAYMENT_LIST.amount,
    phone: 'aside',

    cell: ({ amount }) => <Money amount={amount} />,
    align: 'end',
  },
  status: {
    id: 'status',
    ...PAYMENT_LIST.status,
    phone: 'below-end',

    cell: (payment) => (
      <span className="inline-flex flex-wrap gap-1 max-lg:justify-end">
        <PaymentStatus payment={payment} />
        {payment.toReview && <Badge tone="gold">to decide</Badge>}
      </span>
    ),
  },
  date: {
    id: 'date',
    ...PAYMENT_LIST.date,
    phone: 'below',

    cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
  reference: {
    id: 'reference',
    ...PAYMENT_LIST.reference,
    cell: ({ id, shortReference }) => (
      <Link
        href={`/admin/transactions?view=${id}`}
        className="inline-flex min-h-6 items-center font-bold tracking-wider underline"
      >
        {shortReference}
      </Link>
    ),
  },
  method: { id: 'method', ...PAYMENT_LIST.method, hidden: true },
  provider: { id: 'provider', ...PAYMENT_LIST.provider, hidden: true },
  fee: {
    id: 'fee',
    ...PAYMENT_LIST.fee,
    cell: ({ fee }) => <Money amount={fee} />,
    align: 'end',
    hidden: true,
  },
  email: {
    id: 'email',
    ...PAYMENT_LIST.email,
    cell: ({ user }) => user && <Email address={user.email} />,
    hidden: true,
  },
  order: {
    id: 'order',
    ...PAYMENT_LIST.order,
    cell: ({ reference }) => <span className="text-12 break-all">{reference}</span>,
    hidden: true,
  },
} satisfies Readonly<Record<string, Column<AdminTransaction>>>

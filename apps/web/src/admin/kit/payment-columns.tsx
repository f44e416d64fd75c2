import { Link } from 'wouter'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { PAYMENT_TYPE_TEXTS, paymentStatusText } from '@mupiira/domain/payments/payment-texts.ts'
import { displayPhone, reachableEmail } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from './account-link.tsx'
import { Email } from './email.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { providerText } from './provider-texts.ts'
import type { Column } from './table-columns.ts'

/** The columns that every list of payments chooses from. */
export const PAYMENT_COLUMNS = {
  user: {
    id: 'user',
    title: 'User',
    value: ({ user }) => user?.username ?? 'Unknown',
    cell: ({ user }) => <AccountLink user={user} />,
  },
  phone: {
    id: 'phone',
    title: 'Phone',
    value: ({ phoneNumber }) => displayPhone(phoneNumber),
    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
  },
  type: { id: 'type', title: 'Type', phone: 'below', value: ({ type }) => PAYMENT_TYPE_TEXTS[type] },
  amount: {
    id: 'amount',
    title: 'Amount',
    phone: 'aside',
    value: ({ amount }) => amount,
    cell: ({ amount }) => <Money amount={amount} />,
    align: 'end',
  },
  status: {
    id: 'status',
    title: 'Status',
    phone: 'below-end',
    value: paymentStatusText,
    cell: (payment) => (
      <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
        <PaymentStatus payment={payment} />
        {payment.toReview && <Badge tone="gold">to decide</Badge>}
      </span>
    ),
  },
  date: {
    id: 'date',
    title: 'Date',
    phone: 'below',
    value: ({ createdAt }) => new Date(createdAt),
    cell: ({ createdAt }) => <span className="md:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
  reference: {
    id: 'reference',
    title: 'Reference',
    value: ({ shortReference }) => shortReference,
    cell: ({ id, shortReference }) => (
      <Link
        href={`/admin/transactions?view=${id}`}
        className="inline-flex min-h-6 items-center font-bold tracking-wider underline"
      >
        {shortReference}
      </Link>
    ),
  },
  method: { id: 'method', title: 'Network', value: ({ paymentMethod }) => paymentMethod, hidden: true },
  provider: { id: 'provider', title: 'Provider', value: ({ provider }) => providerText(provider), hidden: true },
  fee: {
    id: 'fee',
    title: 'Fee',
    value: ({ fee }) => fee,
    cell: ({ fee }) => <Money amount={fee} />,
    align: 'end',
    hidden: true,
  },
  email: {
    id: 'email',
    title: 'Email',
    value: ({ user }) => user && reachableEmail(user.email),
    cell: ({ user }) => user && <Email address={user.email} />,
    hidden: true,
  },
  order: {
    id: 'order',
    title: 'Reference at the provider',
    value: ({ reference }) => reference,
    cell: ({ reference }) => <span className="text-12 break-all">{reference}</span>,
    hidden: true,
  },
} satisfies Readonly<Record<string, Column<AdminTransaction>>>

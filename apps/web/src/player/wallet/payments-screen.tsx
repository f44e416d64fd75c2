import { ArrowDownUp } from 'lucide-react'
import { Link } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { useApiPages } from '../../shared/api/queries.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { paymentFace, phoneText, TONE_COLOURS } from './payment-texts.ts'

/** Every deposit and withdrawal with its state: the statement has only what has moved (decision 0022). */
export function PaymentsScreen() {
  const refetchMs = usePollingMs(15_000)
  const payments = useApiPages('GET /api/payments', { limit: 20 }, { staleMs: 1000, refetchMs })
  return (
    <>
      <ScreenHeader title="Deposits and withdrawals" backTo="/account" />
      <div className="mx-auto max-w-120">
        <Loaded query={payments} what="your payments" skeleton={<PaymentsSkeleton />}>
          {({ pages }) => (
            <>
              <PaymentList payments={pages.flatMap((page) => page.items)} />
              <ShowMore list={payments} which="older" what="payments" />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function PaymentList({ payments }: { readonly payments: readonly Transaction[] }) {
  if (payments.length === 0) {
    return (
      <EmptyState
        icon={<ArrowDownUp className="size-8" />}
        title="No payments yet"
        text="Every deposit and withdrawal will stand here with its state."
        action={<ButtonLink href="/deposit">Deposit</ButtonLink>}
      />
    )
  }
  return (
    <ul aria-label="Payments">
      {payments.map((payment) => (
        <li key={payment.id} className="border-b border-line">
          <PaymentLine payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function PaymentLine({ payment }: { readonly payment: Transaction }) {
  const { short, tone } = paymentFace(payment)
  return (
    <Link href={`/payments/${payment.id}`} className="grid grid-cols-[1fr_auto] gap-x-3 px-3 py-2.5 text-14">
      <b>{payment.type === 'deposit' ? 'Deposit' : 'Withdrawal'}</b>
      <b className="text-right">
        <Money amount={payment.amount} />
      </b>
      <span className="min-w-0 text-12 text-muted">
        <Moment at={payment.createdAt} /> · {phoneText(payment)}
      </span>
      <b className={`text-right text-12 ${TONE_COLOURS[tone]}`}>{short}</b>
    </Link>
  )
}

function PaymentsSkeleton() {
  return Array.from({ length: 8 }, (_, i) => (
    <div key={i} className="flex justify-between border-b border-line px-3 py-3">
      <Skeleton look="h-8 w-32" />
      <Skeleton look="h-8 w-28" />
    </div>
  ))
}

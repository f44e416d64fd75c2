import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDownUp } from 'lucide-react'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { useMayDeposit } from '../../state/exclusion.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { PaymentRow } from './payment-row.tsx'
import { paymentsQuery } from './wallet-queries.ts'

/** All deposits and withdrawals with their state. The statement lists only payments that changed the balance. */
export function PaymentsScreen() {
  const payments = useInfiniteQuery({ ...paymentsQuery, refetchInterval: usePollingMs(15_000) })
  return (
    <>
      <ScreenHeader title="Payments" backTo="/account" />
      <div>
        <Loaded query={payments} what="your payments" skeleton={<ListSkeleton />}>
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
  const mayDeposit = useMayDeposit()
  if (payments.length === 0) {
    return (
      <EmptyState
        icon={<ArrowDownUp className="size-8" />}
        title="No payments yet"
        text="Your deposits and withdrawals will appear here."
        action={mayDeposit && <ButtonLink href="/deposit">Deposit</ButtonLink>}
      />
    )
  }
  return (
    <ul aria-label="Payments">
      {payments.map((payment) => (
        <li key={payment.id} className="border-b border-line">
          <PaymentRow payment={payment} />
        </li>
      ))}
    </ul>
  )
}

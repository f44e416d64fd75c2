import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { dateTimeText } from '../../shared/format/times.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { Fact } from '../kit/facts.tsx'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { PAYMENT_TYPE_TEXTS } from '@mupiira/domain/payments/payment-texts.ts'
import { lastPaymentQuery } from './chat-queries.ts'

const REFRESH_MS = 15_000

/** The player's last deposit or withdrawal, because most players write about one. */
export function LastPayment({ userId }: { readonly userId: string }) {
  const query = useQuery({ ...lastPaymentQuery(userId), refetchInterval: useAdminPollingMs(REFRESH_MS) })
  const payment = query.data?.items[0]
  return (
    <section aria-label="Last payment" className="min-h-33">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-14 font-bold">Last payment</h3>
        {payment && <PaymentStatus payment={payment} />}
      </div>
      {payment === undefined ? (
        <p role="status" className="text-14 text-muted">
          {query.isPending ? 'Loading…' : query.isError ? 'The payment could not be loaded.' : 'No payments yet.'}
        </p>
      ) : (
        <dl className="text-14">
          <Fact name={PAYMENT_TYPE_TEXTS[payment.type]}>
            <b>
              <Money amount={payment.amount} />
            </b>
          </Fact>
          <Fact name="Requested">{dateTimeText(payment.createdAt)}</Fact>
          <Fact name="Reference">
            <Link
              href={`/admin/transactions?view=${payment.id}`}
              className="inline-flex min-h-6 items-center font-bold tracking-wider underline"
            >
              {payment.shortReference}
            </Link>
          </Fact>
        </dl>
      )}
    </section>
  )
}

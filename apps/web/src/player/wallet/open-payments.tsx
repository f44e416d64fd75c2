import { ChevronRight, Smartphone } from 'lucide-react'
import { Link } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { useApi } from '../../shared/api/queries.ts'
import { agoText } from '../../shared/format/times.ts'
import { useNow } from '../../shared/clock.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { useUser } from '../../state/session.ts'
import { paymentFace } from './payment-texts.ts'

const LOOK_EVERY_MS = 15_000
const MOST_SHOWN = 3

const isOpen = ({ status, beingChecked }: Transaction): boolean => status === 'pending' || beingChecked

/** Payments that are under way, newest first; null while they are not known. */
export function useOpenPayments(): readonly Transaction[] | null {
  const user = useUser()
  const refetchMs = usePollingMs(LOOK_EVERY_MS)
  const { data, isError, fetchStatus } = useApi(
    'GET /api/payments',
    { query: { limit: 10 } },
    { enabled: user !== null, staleMs: 1000, refetchMs },
  )
  if (data !== undefined) return data.items.filter(isOpen)
  return isError || fetchStatus === 'paused' ? [] : null
}

type OpenPaymentsProps = { readonly payments: readonly Transaction[] }

/** Whoever closed the app finds a payment again where money is looked for. */
export function OpenPayments({ payments }: OpenPaymentsProps) {
  const now = useNow(30_000)
  if (payments.length === 0) return null
  return (
    <ul aria-label="Payments under way" className="flex flex-col gap-2">
      {payments.slice(0, MOST_SHOWN).map((payment) => (
        <li key={payment.id}>
          <Link
            href={`/payments/${payment.id}`}
            className="flex min-h-14 items-center gap-3 rounded-card border border-gold bg-raised px-3 py-2 text-14"
          >
            <Smartphone className="size-5 shrink-0 text-muted" aria-hidden />
            <span className="min-w-0 flex-1">
              <b className="block truncate">
                {payment.type === 'deposit' ? 'Deposit' : 'Withdrawal'} · {paymentFace(payment).short}
              </b>
              <span className="text-12 text-muted">
                <Money amount={payment.amount} /> · {agoText(payment.createdAt, now)}
              </span>
            </span>
            <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { useUser } from '../../state/session.ts'
import { PaymentRow } from './payment-row.tsx'
import { openPaymentsQuery } from './wallet-queries.ts'

const MAX_SHOWN = 3

/** Payments without a final result, newest first; null while they load, empty if they cannot be loaded. */
export function useOpenPayments(): readonly Transaction[] | null {
  const enabled = useUser() !== null
  const refetchInterval = usePollingMs(15_000)
  // `isError` is false during each retry, when the form must stay.
  const { data, errorUpdateCount, fetchStatus } = useQuery({ ...openPaymentsQuery, enabled, refetchInterval })
  return data ?? (errorUpdateCount > 0 || fetchStatus === 'paused' ? [] : null)
}

type OpenPaymentsProps = { readonly payments: readonly Transaction[] }

/** Links to payments without a final result, so that players find them after closing the app. */
export const OpenPayments = ({ payments }: OpenPaymentsProps) =>
  payments.length > 0 && (
    <ul aria-label="Pending payments" className="flex flex-col gap-2">
      {payments.slice(0, MAX_SHOWN).map((payment) => (
        <li key={payment.id} className="rounded-card border border-gold bg-raised">
          <PaymentRow payment={payment} />
        </li>
      ))}
    </ul>
  )

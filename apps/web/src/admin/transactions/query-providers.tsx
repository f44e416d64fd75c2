import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { BulkDialog } from '../kit/bulk-dialog.tsx'
import { queryProvider } from './transaction-queries.ts'

type QueryProvidersProps = {
  readonly payments: readonly AdminTransaction[]
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Queries the providers of the selected payments at once. Payments with a final result are reported as such. */
export const QueryProviders = ({ payments, onChanged, onClose }: QueryProvidersProps) => (
  <BulkDialog
    title={`Query the provider of ${counted(payments.length, 'payment')}?`}
    verb="Query now"
    rows={payments}
    rowKey={({ id }) => id}
    rowName={({ shortReference, amount }) => `${shortReference}, ${moneyText(amount)}`}
    defaultValues={{}}
    run={({ id }) => queryProvider(id)}
    done={(count) => `${counted(count, 'payment')} queried. The list shows their state.`}
    onChanged={onChanged}
    onClose={onClose}
  >
    {() => (
      <p className="text-14">
        A payment whose provider confirms a result ends with that result, as if the scheduled query had received it.
      </p>
    )}
  </BulkDialog>
)

import type { HeldWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { BulkDialog } from '../kit/bulk-dialog.tsx'
import {
  approvalBody,
  ApprovalFields,
  NO_APPROVAL,
  NO_REJECTION,
  rejectionBody,
  RejectionFields,
} from './decision-fields.tsx'
import { approveWithdrawal, rejectWithdrawal } from './transaction-queries.ts'

export type BulkDecision = {
  readonly decision: 'approve' | 'reject'
  readonly withdrawals: readonly HeldWithdrawal[]
}

type DecideProps = BulkDecision & {
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

const rowsOf = ({ withdrawals, onChanged, onClose }: DecideProps) => ({
  rows: withdrawals,
  rowKey: ({ id }: HeldWithdrawal) => id,
  rowName: ({ user, amount }: HeldWithdrawal) => `${user?.name ?? 'Unknown'}, ${moneyText(amount)}`,
  onChanged,
  onClose,
})

/** One decision on several held withdrawals (WDR-33). Each is decided and recorded on its own. */
export const DecideWithdrawals = (props: DecideProps) =>
  props.decision === 'approve' ? <ApproveAll {...props} /> : <RejectAll {...props} />

/** The withdrawals with their amounts, and the sum. */
function Preview({ withdrawals, sum }: Pick<DecideProps, 'withdrawals'> & { readonly sum: number }) {
  return (
    <div
      className="max-h-60 overflow-y-auto rounded-card border border-line text-14"
      tabIndex={0}
      role="group"
      aria-label="Withdrawals"
    >
      <ul>
        {withdrawals.map(({ id, user, amount, shortReference }) => (
          <li key={id} className="flex justify-between gap-3 border-b border-line px-3 py-1.5">
            <span className="min-w-0 truncate">
              <span>{user?.name ?? 'Unknown'}</span> <span className="text-muted">{shortReference}</span>
            </span>
            <Money amount={amount} />
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 px-3 py-1.5 font-bold">
        <span>{counted(withdrawals.length, 'withdrawal')}</span>
        <Money amount={sum} />
      </p>
    </div>
  )
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

function ApproveAll(props: DecideProps) {
  const { withdrawals } = props
  return (
    <BulkDialog
      {...rowsOf(props)}
      title={`Approve ${counted(withdrawals.length, 'withdrawal')}?`}
      verb="Approve"
      defaultValues={NO_APPROVAL}
      run={({ id }, values) => approveWithdrawal(id, approvalBody(values))}
      done={(count) => `${counted(count, 'withdrawal')} approved. They are being sent.`}
    >
      {({ register, formState }) => (
        <>
          <Preview withdrawals={withdrawals} sum={sumOf(withdrawals.map(({ amount }) => amount))} />
          <p className="text-14">The amounts are sent to the players at once. This cannot be undone.</p>
          <ApprovalFields register={register} errors={formState.errors} />
        </>
      )}
    </BulkDialog>
  )
}

function RejectAll(props: DecideProps) {
  const { withdrawals } = props
  return (
    <BulkDialog
      {...rowsOf(props)}
      title={`Reject ${counted(withdrawals.length, 'withdrawal')}?`}
      verb="Reject"
      isDangerous
      defaultValues={NO_REJECTION}
      run={({ id }, values) => rejectWithdrawal(id, rejectionBody(values))}
      done={(count) => `${counted(count, 'withdrawal')} rejected. The money is back in the players’ balances.`}
    >
      {({ register, formState }) => (
        <>
          <Preview withdrawals={withdrawals} sum={sumOf(withdrawals.map(({ amount, fee }) => amount + fee))} />
          <p className="text-14">Amounts and fees go back to the players’ balances. This cannot be undone.</p>
          <RejectionFields register={register} errors={formState.errors} isOfSeveral={true} />
        </>
      )}
    </BulkDialog>
  )
}

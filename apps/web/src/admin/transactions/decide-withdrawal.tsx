import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import {
  type Approval,
  approvalBody,
  ApprovalFields,
  NO_APPROVAL,
  NO_REJECTION,
  rejectionBody,
  RejectionFields,
  type Rejection,
} from './decision-fields.tsx'
import { approveWithdrawal, rejectWithdrawal } from './transaction-queries.ts'

type Held = Pick<AdminTransaction, 'id' | 'amount' | 'fee' | 'user'>
type Requested = { readonly withdrawal: Held; readonly decision: 'approve' | 'reject' }

export type ReviewDecision = {
  readonly requested: Requested | null
  readonly request: (requested: Requested | null) => void
}

/** The decision that staff are about to make. */
export function useReviewDecision(): ReviewDecision {
  const [requested, request] = useState<Requested | null>(null)
  return { requested, request }
}

type ButtonsProps = { readonly withdrawal: Held; readonly decision: ReviewDecision }

/** The two decisions on a held withdrawal (WDR-33). */
export function DecisionButtons({ withdrawal, decision: { request } }: ButtonsProps) {
  const may = useMay()
  if (!may('admin:withdrawals:review')) return null
  return (
    <>
      <Button onClick={() => request({ withdrawal, decision: 'approve' })}>Approve</Button>
      <DangerButton icon={OctagonX} onClick={() => request({ withdrawal, decision: 'reject' })}>
        Reject
      </DangerButton>
    </>
  )
}

type DecisionProps = { readonly decision: ReviewDecision; readonly onChanged: () => Promise<void> }

/**
 * The dialog of a decision. It belongs to the screen, not to the row, so that it stays open and explains itself if the
 * withdrawal leaves the list while staff type.
 */
export function DecisionDialog({ decision: { requested, request }, onChanged }: DecisionProps) {
  if (requested === null) return null
  const Dialog = requested.decision === 'approve' ? ApproveDialog : RejectDialog
  return <Dialog withdrawal={requested.withdrawal} onChanged={onChanged} onClose={() => request(null)} />
}

type DialogProps = {
  readonly withdrawal: Held
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

const NOT_SAVED = 'Your decision was not saved. Please try again.'

function ApproveDialog({ withdrawal: { id, amount, user }, onChanged, onClose }: DialogProps) {
  const approve = async (values: Approval): Promise<string | null> => {
    try {
      await approveWithdrawal(id, approvalBody(values))
    } catch (error) {
      await onChanged()
      return textOf(error, NOT_SAVED)
    }
    showToast('success', 'Withdrawal approved. It is being sent.')
    await onChanged()
    return null
  }
  return (
    <FormDialog
      title="Approve this withdrawal?"
      verb="Approve"
      defaultValues={NO_APPROVAL}
      onSubmit={approve}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <>
          <p className="text-14">
            <Money amount={amount} />{' '}
            <span>{`is sent to ${user?.name ?? 'the player'} at once. This cannot be undone.`}</span>
          </p>
          <ApprovalFields register={register} errors={formState.errors} />
        </>
      )}
    </FormDialog>
  )
}

function RejectDialog({ withdrawal: { id, amount, fee }, onChanged, onClose }: DialogProps) {
  const reject = async (values: Rejection): Promise<string | null> => {
    try {
      await rejectWithdrawal(id, rejectionBody(values))
    } catch (error) {
      await onChanged()
      return textOf(error, NOT_SAVED)
    }
    showToast('success', 'Withdrawal rejected. The money is back in the player’s balance.')
    await onChanged()
    return null
  }
  return (
    <FormDialog
      title="Reject this withdrawal?"
      verb="Reject"
      isDangerous
      defaultValues={NO_REJECTION}
      onSubmit={reject}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <>
          <p className="text-14">
            <Money amount={amount + fee} /> goes back to the player’s balance. This cannot be undone.
          </p>
          <RejectionFields register={register} errors={formState.errors} isOfSeveral={false} />
        </>
      )}
    </FormDialog>
  )
}

import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { stakeLeftOf } from '../../shared/format/ticket-amounts.ts'
import { useMay } from '../../state/session.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { act } from '../kit/staff-api.ts'

type CancelProps = {
  readonly ticket: Pick<AdminTicket, 'id' | 'bookingCode' | 'status' | 'totalStake' | 'cashedStake' | 'user'>
  readonly onChanged: () => Promise<void>
}

const WAITS = 'A game of this ticket has started. A second member of staff must approve the cancellation.'

export function CancelBet({ ticket, onChanged }: CancelProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { id, bookingCode, status, user } = ticket
  const cancel = async (reason: string): Promise<string | null> => {
    try {
      const { refundAmount, approvalId } = await act('POST /api/admin/bets/{id}/cancel', {
        params: { id },
        body: { reason },
      })
      if (approvalId !== null) showToast('info', WAITS)
      else showToast('success', `${bookingCode} is cancelled. The player was refunded ${moneyText(refundAmount)}.`)
    } catch (error) {
      return `Failed to cancel ticket${detailOf(error)}`
    }
    await onChanged()
    return null
  }
  return (
    <>
      {status === 'pending' && may('admin:bets:cancel') && (
        <DangerButton icon={Undo2} onClick={() => setOpen(true)}>
          Cancel & Refund
        </DangerButton>
      )}
      {open && (
        <ConfirmDialog
          title={`Cancel ${bookingCode}?`}
          verb="Cancel & Refund"
          isDangerous
          reason={{
            label: 'Reason',
            missing: 'Missing Reason: Please provide a reason for cancelling this ticket',
          }}
          onConfirm={cancel}
          onClose={() => setOpen(false)}
        >
          <p>{`${moneyText(stakeLeftOf(ticket))} goes back to ${user === null ? 'the player' : `${user.username}, ${displayPhone(user.phoneNumber)}`}. The player sees your reason. This cannot be undone.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function detailOf(error: unknown): string {
  const detail = textOf(error, '')
  return detail === '' ? '' : `: ${detail}`
}

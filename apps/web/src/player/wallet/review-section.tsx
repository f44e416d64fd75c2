import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useNow } from '../../shared/clock.ts'
import { momentWords } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Card, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { paymentQuery, paymentsQuery } from './wallet-queries.ts'

type ReviewProps = { readonly payment: Transaction; readonly dueAt: string }

/** A withdrawal that staff check before it is sent: when they decide, and the way to cancel it (WDR-32). */
export function ReviewSection({ payment, dueAt }: ReviewProps) {
  const now = useNow(60_000)
  const [isAsking, setAsking] = useState(false)
  const isLate = now.getTime() > Date.parse(dueAt)
  return (
    <Card as="section" label="What happens next">
      <div className="flex flex-col gap-3 text-14">
        {isLate ? (
          <Notice tone="info">
            This is taking longer than we aim for. Your money is safe. You can ask customer care about it.
          </Notice>
        ) : (
          <p>
            We aim to decide by <b>{momentWords(dueAt, now)}</b>, and we notify you at once. You can close the app.
          </p>
        )}
        <p>
          We hold the amount and the fee. Either we send the money to your phone, or all of it goes back to your
          balance.
        </p>
        <Button variant="secondary" wide onClick={() => setAsking(true)}>
          Cancel this withdrawal
        </Button>
      </div>
      {isAsking && <CancelDialog payment={payment} onClose={() => setAsking(false)} />}
    </Card>
  )
}

type CancelProps = { readonly payment: Transaction; readonly onClose: () => void }

function CancelDialog({ payment: { id, amount, fee }, onClose }: CancelProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refetch = () => {
    client.removeQueries({ queryKey: paymentsQuery.queryKey })
    void client.invalidateQueries({ queryKey: ['GET /api/payments'] })
    void client.invalidateQueries({ queryKey: ['GET /api/wallet'] })
  }
  const cancel = async () => {
    setBusy(true)
    try {
      const { transaction } = await api('POST /api/payments/{id}/cancel', { params: { id }, body: {} })
      client.setQueryData(paymentQuery(id).queryKey, transaction)
    } catch (error) {
      // Staff may have decided first.
      showToast('error', textOf(error, 'We could not cancel this withdrawal. Please try again.'))
      void client.invalidateQueries({ queryKey: paymentQuery(id).queryKey })
    }
    refetch()
    onClose()
  }
  return (
    <Dialog title="Cancel this withdrawal?" open onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-14">
          <b>
            <Money amount={amount + fee} />
          </b>{' '}
          goes back to your balance at once. Nothing is sent to your phone.
        </p>
        <Button variant="secondary" wide disabled={busy} onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" wide busy={busy} busyText="Cancelling…" onClick={() => void cancel()}>
          Cancel withdrawal
        </Button>
      </div>
    </Dialog>
  )
}

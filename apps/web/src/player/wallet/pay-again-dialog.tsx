import type { Transaction } from '@mupiira/contract/payments.ts'
import { agoText } from '../../shared/format/times.ts'
import { serverNow } from '../../shared/clock.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'

type PayAgainDialogProps = {
  /** The deposit that may still be confirmed. */
  readonly first: Transaction
  readonly onPayAgain: () => void
  readonly onClose: () => void
}

/** Warns before a second deposit, because an approved first deposit would be paid twice (DEP-31). */
export function PayAgainDialog({ first, onPayAgain, onClose }: PayAgainDialogProps) {
  return (
    <Dialog title="Deposit again?" open onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-14">
          Your deposit of{' '}
          <b>
            <Money amount={first.amount} />
          </b>{' '}
          ({agoText(first.createdAt, serverNow())}) is still being checked. If you have already approved it on your
          phone, we credit it as soon as your network confirms, and you would pay twice.
        </p>
        <ButtonLink href={`/payments/${first.id}`} wide>
          See the first deposit
        </ButtonLink>
        <Button
          variant="secondary"
          wide
          onClick={() => {
            onClose()
            onPayAgain()
          }}
        >
          Deposit again
        </Button>
      </div>
    </Dialog>
  )
}

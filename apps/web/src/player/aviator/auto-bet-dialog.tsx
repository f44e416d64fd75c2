import { useState } from 'react'
import { MAX_AUTO_ROUNDS, startAutoBet } from '@mupiira/domain/aviator/auto-bet.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AmountField, Field } from '../../shared/ui/field.tsx'
import { changeSlot, type SlotNo } from './bets.ts'

type AutoBetDialogProps = { readonly no: SlotNo; readonly open: boolean; readonly onClose: () => void }

/** Sets the number of rounds and the limits of auto bet. Empty limits are off. */
export function AutoBetDialog({ no, open, onClose }: AutoBetDialogProps) {
  const [rounds, setRounds] = useState('10')
  const [loss, setLoss] = useState('')
  const [win, setWin] = useState('')
  const count = /^\d{1,3}$/.test(rounds) ? Number(rounds) : 0
  const areRoundsValid = count >= 1 && count <= MAX_AUTO_ROUNDS
  // An invalid limit must not count as no limit.
  const areLimitsValid = [loss, win].every((typed) => typed === '' || readAmount(typed) !== null)
  const start = () => {
    changeSlot(no, {
      auto: startAutoBet({ rounds: count, stopLossUgx: readAmount(loss), stopWinUgx: readAmount(win) }),
    })
    onClose()
  }
  return (
    <Dialog title={`Auto bet · Bet ${no + 1}`} open={open} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-14 text-muted">
          Places the same bet each round while this page is open. Turn on auto cashout, or cash out yourself.
        </p>
        <Field
          label="Rounds"
          inputMode="numeric"
          value={rounds}
          onChange={(event) => setRounds(event.target.value)}
          error={areRoundsValid ? undefined : `1 to ${MAX_AUTO_ROUNDS} rounds`}
        />
        <AmountField
          label="Stop before I lose more than (UGX)"
          hint="Leave empty for no limit"
          value={loss}
          onAmount={setLoss}
        />
        <AmountField
          label="Stop after I have won at least (UGX)"
          hint="Leave empty for no limit"
          value={win}
          onAmount={setWin}
        />
        <Button disabled={!areRoundsValid || !areLimitsValid} onClick={start}>
          Start auto bet
        </Button>
      </div>
    </Dialog>
  )
}

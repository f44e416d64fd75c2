import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'

/** The highest stake that staff allows a player. */
export function StakeLimit({ userId }: { readonly userId: string }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const mostStake = typed === '' ? null : Math.trunc(Number(typed.replaceAll(',', '')))
  const save = async (reason: string): Promise<string | null> => {
    if (reason.length < 3) return 'Please say why.'
    try {
      await act('PUT /api/admin/users/{id}/stake-limit', {
        params: { id: userId },
        body: { ...(mostStake === null ? {} : { mostStake }), reason },
      })
    } catch (error) {
      return textOf(error, 'The limit was not set. Please try again.')
    }
    showToast(
      'success',
      mostStake === null ? 'The limit is gone.' : `His stakes are at most ${moneyText(mostStake)} now.`,
    )
    return null
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Stake limit
      </Button>
      {open && (
        <ConfirmDialog
          title="Limit this player’s stakes?"
          verb="Set the limit"
          reason={{ label: 'Reason', missing: 'Please say why.' }}
          onConfirm={save}
          onClose={() => setOpen(false)}
        >
          <AmountField
            label="Highest stake of a bet, UGX"
            hint="Empty: the house’s own limit alone."
            value={typed}
            onAmount={setTyped}
          />
        </ConfirmDialog>
      )}
    </>
  )
}

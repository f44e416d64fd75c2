import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import { userQuery } from '../kit/list-queries.ts'

/** The maximum stake that staff set for a player. */
export function StakeLimit({ userId }: { readonly userId: string }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const file = useQuery({ ...userQuery(userId), enabled: open })
  const save = async (reason: string): Promise<string | null> => {
    const amount = readAmount(typed)
    if (amount === null && typed !== '') return 'Please enter an amount, or leave it empty.'
    if (reason.length < 3) return 'Please give a reason.'
    const mostStake = amount === null ? null : Number(amount / 100n)
    try {
      await act('PUT /api/admin/users/{id}/stake-limit', {
        params: { id: userId },
        body: { ...(mostStake === null ? {} : { mostStake }), reason },
      })
    } catch (error) {
      return textOf(error, 'The limit was not set. Please try again.')
    }
    showToast('success', mostStake === null ? 'Limit removed.' : `Maximum stake is now ${moneyText(mostStake)}.`)
    setTyped('')
    return null
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Stake limit
      </Button>
      {open && (
        <ConfirmDialog
          title="Limit this player’s stakes?"
          verb="Set the limit"
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={save}
          onClose={() => setOpen(false)}
        >
          <p className="min-h-5">{file.data && limitText(file.data.mostStake)}</p>
          <AmountField
            label="Maximum stake per bet (UGX)"
            hint="Leave empty to use only the general limit."
            value={typed}
            onAmount={setTyped}
          />
        </ConfirmDialog>
      )}
    </>
  )
}

const limitText = (mostStake: number | null): string =>
  mostStake === null ? 'This player has no individual limit.' : `Maximum stake is now ${moneyText(mostStake)}.`

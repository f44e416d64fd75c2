import { useState, type FormEvent } from 'react'
import type { Limit } from '@mupiira/contract/protection.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { api } from '../../shared/api/client.ts'
import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { typedAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AmountField } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { limitName, lowLimitText } from './limit-texts.ts'
import { useProtectionChange } from './use-protection.ts'
import { Form } from '../../shared/ui/form.tsx'

type LimitDialogProps = { readonly limit: Limit; readonly onClose: () => void }

export function LimitDialog({ limit, onClose }: LimitDialogProps) {
  const [typed, setTyped] = useState(limit.amount === null ? '' : typedAmount(limit.amount))
  const [wrong, setWrong] = useState<string | null>(null)
  /** A limit so low that the player must confirm it. */
  const [lowLimit, setLow] = useState<{ readonly amount: number; readonly text: string } | null>(null)
  const change = useProtectionChange()
  const { kind, period } = limit
  const save = async (amount: number | null) => {
    if (await change.run(() => api('PUT /api/protection/limits', { body: { kind, period, amount } }))) onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseAmount(typed)
    if (!amount.ok) return setWrong(amountProblemText(amount.error))
    if (change.busy) return
    const shillings = ugxToNumber(amount.value)
    const text = lowLimitText(limit, shillings)
    if (text === null || lowLimit?.amount === shillings) void save(shillings)
    else setLow({ amount: shillings, text })
  }
  return (
    <Dialog title={`Your ${limitName(limit)}`} open onClose={onClose}>
      <Form onSubmit={onSubmit} className="flex flex-col gap-3 p-4">
        <AmountField
          label="Limit (UGX)"
          name="limit"
          value={typed}
          error={wrong ?? change.refusal ?? undefined}
          hint={
            limit.amount === null ? 'The limit applies at once.' : `Your current limit is ${moneyText(limit.amount)}.`
          }
          onAmount={(text) => {
            setTyped(text)
            setWrong(null)
            setLow(null)
            change.clearRefusal()
          }}
        />
        {lowLimit !== null && (
          <Notice tone="info" live>
            {lowLimit.text}
          </Notice>
        )}
        <Button type="submit" wide busy={change.busy} busyText="Saving…">
          {lowLimit === null ? 'Save limit' : 'Yes, set this limit'}
        </Button>
        {limit.amount !== null && (
          <Button variant="quiet" wide disabled={change.busy} onClick={() => void save(null)}>
            Remove this limit
          </Button>
        )}
      </Form>
    </Dialog>
  )
}

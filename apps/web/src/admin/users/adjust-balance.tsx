import { useState, type FormEvent } from 'react'
import type { User } from '@mupiira/contract/users.ts'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { isUnanswered, textOf } from '../../shared/api/errors.ts'
import { money, moneyText, parseTyped } from '../../shared/format/amounts.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AmountField, Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'

export type AdjustmentKind = 'top-up' | 'deduct'

/** ADMU-10 to ADMU-18 */
const WORDS = {
  'top-up': {
    title: 'Top up',
    verb: 'Top Up',
    label: 'Description (optional)',
    otherwise: 'Admin balance top-up',
    failure: 'Failed to update balance',
  },
  deduct: {
    title: 'Deduct from',
    verb: 'Deduct',
    label: 'Reason (optional)',
    otherwise: 'Admin balance deduction',
    failure: 'Failed to deduct balance',
  },
} as const

/** What is wrong with an amount before it is sent, or null. */
export function amountProblem(kind: AdjustmentKind, typed: string, balance: number): string | null {
  const amount = parseTyped(typed)
  if (amount === null || amount <= 0n) return 'Invalid Amount: Please enter a valid positive amount'
  if (kind === 'deduct' && amount > money(balance)) return 'Insufficient Balance: Amount exceeds available balance'
  return null
}

type AdjustProps = {
  readonly user: User
  readonly kind: AdjustmentKind
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

export function AdjustBalance({ user, kind, onDone, onClose }: AdjustProps) {
  const words = WORDS[kind]
  const [typed, setTyped] = useState('')
  const [description, setDescription] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // One key for this dialog's request, until it is answered: a lost answer is asked for again.
  const [key, setKey] = useState(newIdempotencyKey)

  const send = async () => {
    const amount = Number(parseTyped(typed)) / 100
    const parts = {
      params: { id: user.id },
      body: { amount, ...(description.trim() === '' ? {} : { description: description.trim() }) },
      idempotencyKey: key,
    }
    try {
      const answer =
        kind === 'top-up'
          ? await act('POST /api/admin/users/{id}/top-up', parts)
          : await act('POST /api/admin/users/{id}/deduct', parts)
      if ('approvalId' in answer) {
        showToast('info', `${moneyText(amount)} waits for a second member of staff.`)
      } else showToast('success', `The balance of ${user.username} is ${moneyText(answer.newBalance)} now.`)
    } catch (error) {
      if (!isUnanswered(error)) setKey(newIdempotencyKey())
      const told = textOf(error, '')
      return kind === 'top-up' ? told || words.failure : `${words.failure}${told === '' ? '' : `: ${told}`}`
    }
    await onDone()
    return null
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = amountProblem(kind, typed, user.balance)
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    const said = await send()
    setBusy(false)
    if (said === null) onClose()
    else setProblem(said)
  }

  return (
    <Dialog title={`${words.title} ${user.firstName} ${user.lastName}`} open onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-4 p-4">
        <p className="text-14 text-muted">
          {user.username} has {moneyText(user.balance)}.
        </p>
        {kind === 'deduct' && user.accountStatus !== 'active' && (
          <Notice tone="info">
            This account cannot withdraw. What you pay out to its own phone by hand is deducted here, with the payment’s
            reference as the reason.
          </Notice>
        )}
        <AmountField label="Amount (UGX)" value={typed} onAmount={setTyped} />
        <Field
          label={words.label}
          value={description}
          placeholder={words.otherwise}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
        <DialogEnd problem={problem} verb={words.verb} isDangerous={kind === 'deduct'} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { useState } from 'react'
import type { User } from '@mupiira/contract/users.ts'
import type { Answer } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { money, moneyText } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AmountField, Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMoneyRequest } from '../../state/use-money-request.ts'
import { useUser } from '../../state/session.ts'
import { DialogFooter } from '../kit/dialog-footer.tsx'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'

export type AdjustmentKind = 'top-up' | 'deduct'
const TOP_UP = 'POST /api/admin/users/{id}/top-up'
const DEDUCT = 'POST /api/admin/users/{id}/deduct'

const WORDS = {
  'top-up': {
    title: 'Top up',
    verb: 'Top Up',
    direction: 'to',
    noun: 'top-up',
    label: 'Description (optional)',
    defaultDescription: 'Admin balance top-up',
    failure: 'Failed to update balance',
  },
  deduct: {
    title: 'Deduct from',
    verb: 'Deduct',
    direction: 'from',
    noun: 'deduction',
    label: 'Reason (optional)',
    defaultDescription: 'Admin balance deduction',
    failure: 'Failed to deduct balance',
  },
} as const

/** The error of an amount before it is sent, or null. */
export function amountProblem(kind: AdjustmentKind, typed: string, balance: number): string | null {
  const amount = readAmount(typed)
  if (amount === null || amount <= 0n) return 'Invalid Amount: Please enter a valid positive amount'
  if (kind === 'deduct' && amount > money(balance)) return 'Insufficient Balance: Amount exceeds available balance'
  return null
}

type AdjustmentPreview = Answer<'GET /api/admin/adjustments/foreseen'>
/** The adjustment and its approval rule, shown for confirmation. */
type Review = AdjustmentPreview & { readonly amount: number }

/** The approval rule for an amount (ADMT-30). */
export function approvalText({
  judgement: approvalDecision,
  threshold,
  movedBefore: usedIn24Hours,
}: AdjustmentPreview): string {
  const moved = usedIn24Hours > 0 ? `, including your ${moneyText(usedIn24Hours)} of the last 24 hours` : ''
  if (approvalDecision === 'do')
    return `Up to ${moneyText(threshold)}${moved}: no approval is needed. It takes effect immediately.`
  const above = `Above ${moneyText(threshold)}${moved}`
  return approvalDecision === 'wait'
    ? `${above}: a second member of staff must approve it.`
    : `${above}: no second member of staff can approve, so this adjustment takes effect immediately and appears under “Without approval” in the daily report.`
}

type AdjustProps = {
  readonly user: User
  readonly kind: AdjustmentKind
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

type AdjustValues = { readonly amount: string; readonly description: string }

export function AdjustBalance({ user, kind, onDone, onClose }: AdjustProps) {
  const words = WORDS[kind]
  const [refusal, setRefusal] = useState<string | null>(null)
  const [review, setReview] = useState<Review | null>(null)
  const request = useMoneyRequest(kind === 'top-up' ? TOP_UP : DEDUCT, {
    userId: useUser()?.id ?? null,
    id: user.id,
    send: act,
    onAccepted: (answer) => {
      if ('approvalId' in answer) showToast('info', `The ${words.noun} waits for a second member of staff.`)
      else showToast('success', `The balance of ${user.username} is now ${moneyText(answer.newBalance)}.`)
      void onDone().then(onClose)
    },
    onRefused: (error) => {
      setReview(null)
      const message = textOf(error, '')
      setRefusal(
        kind === 'top-up' ? message || words.failure : `${words.failure}${message === '' ? '' : `: ${message}`}`,
      )
    },
  })
  const { state, open } = request
  const unknown = state === 'unknown' ? open : null

  const loadPreview = async (amount: number): Promise<string | null> => {
    try {
      setReview({ ...(await act('GET /api/admin/adjustments/foreseen', { query: { amount } })), amount })
      return null
    } catch (error) {
      return textOf(error, words.failure)
    }
  }

  const submit = async ({ amount: typed, description }: AdjustValues): Promise<string | null> => {
    if (unknown !== null) request.repeat()
    else if (review !== null) {
      const text = description.trim()
      request.send({ amount: review.amount, ...(text === '' ? {} : { description: text }) })
    } else {
      setRefusal(null)
      const problem = amountProblem(kind, typed, user.balance)
      const amount = readAmount(typed)
      if (problem !== null || amount === null) return problem
      return loadPreview(ugxToNumber(amount))
    }
    return null
  }

  return (
    <Dialog title={`${words.title} ${nameOf(user)}`} open onClose={onClose}>
      <StaffForm<AdjustValues>
        defaultValues={{ amount: '', description: '' }}
        onSubmit={submit}
        className="flex flex-col gap-4 p-4"
      >
        {({ register, setValue, watch }, progress) => (
          <>
            <p className="text-14 text-muted">
              {user.username} has {moneyText(user.balance)}.
            </p>
            {kind === 'deduct' && user.accountStatus !== 'active' && (
              <Notice tone="info">
                This account cannot withdraw. If you pay out manually to its own phone, deduct the amount here and give
                the payment’s reference as the reason.
              </Notice>
            )}
            {unknown === null && review !== null && (
              <Notice tone="info" live>
                <p className="text-16 font-bold">
                  {moneyText(review.amount)} {words.direction} {nameOf(user)}
                </p>
                <p>{approvalText(review)}</p>
                <p>{`The player will see the reason: “${watch('description').trim() || words.defaultDescription}”`}</p>
                <Button variant="quiet" wide onClick={() => setReview(null)}>
                  Change
                </Button>
              </Notice>
            )}
            {unknown === null && review === null && (
              <>
                <AmountField
                  label="Amount (UGX)"
                  value={watch('amount')}
                  onAmount={(amount) => setValue('amount', amount)}
                />
                <Field
                  label={words.label}
                  hint="This text appears on the player’s statement."
                  placeholder={words.defaultDescription}
                  maxLength={500}
                  autoComplete="off"
                  {...register('description')}
                />
              </>
            )}
            {unknown !== null && (
              <Notice tone="info" live>
                We do not know yet whether the {words.noun} of {moneyText(unknown.body.amount)} was made. You can check
                again safely: it will not be made twice.
                <Button variant="quiet" wide onClick={request.discard}>
                  Discard
                </Button>
              </Notice>
            )}
            <DialogFooter
              problem={unknown === null ? (progress.problem ?? refusal) : null}
              verb={unknown !== null ? 'Check again' : review === null ? 'Continue' : words.verb}
              isDangerous={kind === 'deduct' && review !== null}
              busy={progress.busy || state === 'sending'}
              onClose={onClose}
            />
          </>
        )}
      </StaffForm>
    </Dialog>
  )
}

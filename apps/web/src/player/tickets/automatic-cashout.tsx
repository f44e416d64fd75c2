import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { PercentSlider } from './percent-slider.tsx'
import { cashoutQuery } from './ticket-queries.ts'

type AutomaticCashoutProps = { readonly cashout: Cashout }

/** The automatic cashout of a ticket: what is set, or a form to set it (COUT-02). */
export function AutomaticCashout({ cashout }: AutomaticCashoutProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isCancelled = useRef(false)
  // The focus returns to the button that opened the form.
  useEffect(() => {
    if (isCancelled.current) opener.current?.focus()
    isCancelled.current = false
  }, [isOpen])
  const request = useAutomatic(cashout.ticketId)
  const online = useConnectivity((state) => state.online)
  const { automatic } = cashout
  // Offline, nothing can be changed.
  if (!online && automatic === null) return null
  async function save(target: number, percent: number): Promise<void> {
    if (await request.set(target, percent)) setOpen(false)
  }
  function cancel(): void {
    request.forgetProblem()
    isCancelled.current = true
    setOpen(false)
  }
  return (
    <div role="group" aria-label="Auto cashout" className="flex flex-col gap-2 border-t border-line pt-2">
      {request.problem !== null && (
        <Notice tone="down" live>
          {request.problem}
        </Notice>
      )}
      {automatic !== null && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <p className="min-w-0 flex-1 text-14">{automaticText(automatic)}</p>
          {online && (
            <Button variant="secondary" busy={request.busy} busyText="Removing…" onClick={request.remove}>
              Remove
            </Button>
          )}
        </div>
      )}
      {automatic === null && isOpen && (
        <TargetForm
          cashout={cashout}
          busy={request.busy}
          onChange={request.forgetProblem}
          onSave={save}
          onCancel={cancel}
        />
      )}
      {automatic === null && !isOpen && (
        <Button ref={opener} variant="quiet" wide onClick={() => setOpen(true)}>
          Set an auto cashout
        </Button>
      )}
    </div>
  )
}

const automaticText = ({ target, percent }: NonNullable<Cashout['automatic']>): string =>
  percent === 100
    ? `We will cash out this bet when the offer reaches ${moneyText(target)}.`
    : `We will cash out ${percent} % of this bet when the offer reaches ${moneyText(target)}.`

type TargetFormProps = AutomaticCashoutProps & {
  readonly busy: boolean
  /** The typed target or the part has changed, so an error about the earlier one no longer applies. */
  readonly onChange: () => void
  readonly onSave: (target: number, percent: number) => Promise<void>
  readonly onCancel: () => void
}

function TargetForm({ cashout, busy, onChange, onSave, onCancel }: TargetFormProps) {
  const noteId = useId()
  const [typed, setTyped] = useState('')
  const [percent, setPercent] = useState(100)
  const target = readAmount(typed)
  const isReached = target !== null && cashout.offer !== null && ugxToNumber(target) <= cashout.offer
  return (
    <Form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (target !== null && target > 0n && !busy) void onSave(ugxToNumber(target), percent)
      }}
    >
      <AmountField
        label="Cash out when the offer reaches (UGX)"
        name="target"
        value={typed}
        isPlain
        autoFocus
        onAmount={(amount) => {
          setTyped(amount)
          onChange()
        }}
      />
      <PercentSlider
        label="How much to cash out then"
        percent={percent}
        stepPercent={cashout.parts.stepPercent}
        describedBy={noteId}
        onChange={(next) => {
          setPercent(next)
          onChange()
        }}
      />
      <p id={noteId} className="min-h-8 text-12 text-muted">
        {isReached
          ? 'The offer has already reached this amount. We will cash out as soon as you save.'
          : 'This works while the app is closed too. You get the offer of that moment, and a notification.'}
      </p>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" wide busy={busy} busyText="Saving…" disabled={target === null}>
          Save target
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Sets and removes the automatic cashout of a ticket. Both can be repeated safely. */
function useAutomatic(id: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function send(request: () => Promise<Cashout>): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    try {
      client.setQueryData(cashoutQuery(id).queryKey, await request())
      return true
    } catch (error) {
      setProblem(textOf(error, 'We could not reach the server. Please try again.'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    forgetProblem: () => setProblem(null),
    set: (target: number, percent: number) =>
      send(() => api('PUT /api/bets/{id}/cashout/automatic', { params: { id }, body: { target, percent } })),
    remove: () => void send(() => api('DELETE /api/bets/{id}/cashout/automatic', { params: { id } })),
  }
}

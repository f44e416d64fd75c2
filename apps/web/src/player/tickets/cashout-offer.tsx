import { useEffect, useId, useRef, useState } from 'react'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { AmountField } from '../../shared/ui/field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { ALL, hasParts, type OfferedPart, type PartChoice, partOfChoice } from './cashout-part.ts'
import { OFFER_CHANGED_TEXT, OFFLINE_TEXT, staysConfirmed } from './cashout-texts.ts'
import { PercentSlider } from './percent-slider.tsx'
import type { CashoutAction } from './use-cashout.ts'

/** A second tap within this time is a double tap and confirms nothing. */
const DOUBLE_TAP_MS = 400

type OfferedProps = {
  readonly cashout: Cashout
  readonly action: CashoutAction
  /** True if a refusal above already reports the changed offer. */
  readonly hasChangedNotice: boolean
}

/**
 * The offer for all of the stake left or a part of it (COUT-01), and one button with two taps: the second tap confirms
 * (D22a). The request for confirmation stays when the offer rises, or falls by up to 1 % of the offer at the first tap.
 */
export function Offered({ cashout, action, hasChangedNotice }: OfferedProps) {
  const [choice, choose] = useState<PartChoice>(ALL)
  const [shown, show] = useState<number | null>(null)
  const requestedAtMs = useRef(0)
  const button = useRef<HTMLButtonElement>(null)
  const isSending = action.state === 'sending'
  const online = useConnectivity((state) => state.online)
  const offer = cashout.offer ?? 0
  const part = partOfChoice({ ...cashout, offer }, choice)
  const isConfirming = shown !== null && part.paid !== null && staysConfirmed(shown, part.paid)
  // After a part was cashed out, the offer is for the rest.
  useEffect(() => {
    choose(ALL)
    show(null)
  }, [cashout.stakeLeft])
  function press(): void {
    if (part.paid === null) return
    if (!isConfirming) {
      requestedAtMs.current = performance.now()
      show(part.paid)
      action.forgetRefusal()
    } else if (performance.now() - requestedAtMs.current > DOUBLE_TAP_MS)
      action.accept({ ...cashout, offer }, part.stake)
  }
  function keepTicket(): void {
    show(null)
    button.current?.focus()
  }
  function change(next: PartChoice): void {
    choose(next)
    show(null)
  }
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        {/* While the typed amount is not possible, the offer stays visible. */}
        <p className={classes('text-20 font-bold', part.paid === null && 'text-muted')}>
          <Money amount={part.paid ?? offer} />
        </p>
        {(online || isSending) && (
          <Button ref={button} busy={isSending} busyText="Sending…" disabled={part.paid === null} onClick={press}>
            {isConfirming ? 'Confirm cashout' : 'Accept'}
          </Button>
        )}
      </div>
      {/* In a separate row, so that the confirm button does not move. */}
      {online && isConfirming && !isSending && (
        <Button variant="secondary" wide onClick={keepTicket}>
          Keep the bet
        </Button>
      )}
      {online && hasParts({ ...cashout, offer }) && (
        <PartControl cashout={cashout} choice={choice} part={part} disabled={isSending} onChange={change} />
      )}
      {!online && !isSending && (
        <p role="status" className="text-14">
          {OFFLINE_TEXT}
        </p>
      )}
      {shown !== null && part.paid !== null && !isConfirming && !isSending && !hasChangedNotice && (
        <Notice tone="info" live>
          {OFFER_CHANGED_TEXT}
        </Notice>
      )}
    </>
  )
}

type PartControlProps = {
  readonly cashout: Cashout
  readonly choice: PartChoice
  readonly part: OfferedPart
  readonly disabled: boolean
  readonly onChange: (choice: PartChoice) => void
}

/** A percentage of the stake left by slider, or an amount. The line below says what stays on the bet. */
function PartControl({ cashout, choice, part, disabled, onChange }: PartControlProps) {
  const id = useId()
  const { stepPercent } = cashout.parts
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2">
      {choice.kind === 'percent' ? (
        <PercentSlider
          label="How much to cash out"
          percent={choice.percent}
          stepPercent={stepPercent}
          disabled={disabled}
          describedBy={`${id}-text`}
          onChange={(percent) => onChange({ kind: 'percent', percent })}
        />
      ) : (
        <AmountField
          label="Amount to cash out (UGX)"
          name="cashout-amount"
          value={choice.typed}
          disabled={disabled}
          isPlain
          onAmount={(typed) => onChange({ kind: 'amount', typed })}
        />
      )}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p id={`${id}-text`} className="basis-full text-12 text-muted">
          {part.text}
        </p>
        <Button
          variant="quiet"
          disabled={disabled}
          onClick={() => onChange(choice.kind === 'percent' ? { kind: 'amount', typed: '' } : ALL)}
        >
          {choice.kind === 'percent' ? 'Enter an amount' : 'Use the slider'}
        </Button>
      </div>
    </div>
  )
}

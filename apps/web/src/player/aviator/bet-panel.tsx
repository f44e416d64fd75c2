import { Minus, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { INPUT_MINIMUM_SHILLINGS, QUICK_BETS_SHILLINGS } from '@mupiira/domain/aviator/bet-rules.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { plainText } from '../../shared/format/amounts.ts'
import { readAmount, typedAmount, typedAmountProblem } from '../../shared/format/typed-amount.ts'
import { useAmountInput } from '../../shared/ui/field.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { useBalance } from '../../state/account-figures.ts'
import { useConnectivity } from '../../state/connectivity.ts'
import { ExcludedNotice, type Exclusion, useExclusion } from '../../state/exclusion.tsx'
import { ActionButton } from './action-button.tsx'
import { AutoBetDialog } from './auto-bet-dialog.tsx'
import { betOf, changeSlot, setSlot, type Slot, type SlotNo, SLOTS, useBets } from './bets.ts'
import { roundIdOf, useAviator } from './aviator-store.ts'
import { useDrawing } from './drawing.ts'
import { amountFault, minimumText, slotView } from './slot-view.ts'
import { targetFault, typedTarget } from './target.ts'
import { Plus } from '../../shared/ui/icons.tsx'

const BOX = 'flex h-11 items-center rounded-card border bg-raised focus-within:outline-2 focus-within:outline-ink'
const STEP = 'inline-flex h-11 w-11 shrink-0 items-center justify-center disabled:text-muted'

/** The bet slots of a round. An excluded player sees only running bets. */
export function BetPanel() {
  const exclusion = useExclusion()
  return exclusion ? <LastBets exclusion={exclusion} /> : <Bets />
}

function LastBets({ exclusion }: { readonly exclusion: Exclusion }) {
  const state = useAviator((store) => store.state)
  const slots = useBets((bets) => bets.slots)
  const isOn = ({ working, open }: Slot) => working !== null || open !== null
  return (
    <section aria-label="Your bets" className="flex flex-col gap-1.5">
      <ExcludedNotice exclusion={exclusion} />
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {SLOTS.filter((no) => isOn(slots[no]) || betOf(slots[no], state)?.state === 'placed').map((no) => (
          <ActionButton key={no} no={no} />
        ))}
      </div>
    </section>
  )
}

/** The controls of both bets, placed so that one thumb can reach them. */
function Bets() {
  const no = useBets(({ shown }) => shown)
  const slot = useBets(({ slots }) => slots[no])
  const [autoOpen, setAutoOpen] = useState(false)
  const isAutoBetAllowed = useAviator(({ state }) => state?.limits.autoBet ?? false)
  const locked = slot.working !== null || slot.auto !== null || slot.open !== null
  return (
    <section aria-label="Your bets" className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <SlotSwitch no={no} />
        {isAutoBetAllowed && slot.open === null && (
          <button
            type="button"
            onClick={() => (slot.auto === null ? setAutoOpen(true) : changeSlot(no, { auto: null }))}
            aria-pressed={slot.auto !== null}
            className={classes(
              'ml-auto inline-flex min-h-11 items-center gap-1.5 rounded-card border px-3 text-14 font-bold tabular',
              slot.auto === null ? 'border-line text-muted' : 'border-gold bg-tint text-ink',
            )}
          >
            <Repeat className="size-4" />
            <span>
              {slot.auto === null ? 'Auto bet' : `Stop auto · ${slot.auto.roundsPlayed}/${slot.auto.plan.rounds}`}
            </span>
          </button>
        )}
      </div>
      <AmountRow no={no} slot={slot} locked={locked} />
      <QuickBets no={no} locked={locked} />
      <TargetRow no={no} slot={slot} locked={locked} />
      <MessageLine slot={slot} />
      <ActionButtons />
      <AutoBetDialog no={no} open={autoOpen} onClose={() => setAutoOpen(false)} />
    </section>
  )
}

function ActionButtons() {
  const state = useAviator((store) => store.state)
  const slots = useBets((bets) => bets.slots)
  const isClosed = SLOTS.every((no) => slotView(slots[no], betOf(slots[no], state), state, false).kind === 'closed')
  if (isClosed) {
    return (
      <p className="flex min-h-14 items-center justify-center rounded-card bg-band px-3 text-center text-14 text-muted">
        {state === null ? 'Loading the round…' : 'You can bet as soon as the next round opens.'}
      </p>
    )
  }
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 letters:grid-flow-row">
      {SLOTS.map((no) => (
        <ActionButton key={no} no={no} />
      ))}
    </div>
  )
}

function SlotSwitch({ no }: { readonly no: SlotNo }) {
  return (
    <div role="group" aria-label="Choose a bet" className="flex rounded-card border border-line">
      {SLOTS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === no}
          onClick={() => useBets.setState({ shown: each })}
          className={classes(
            'min-h-10.5 rounded-card px-4 text-14 letters:px-2',
            each === no ? 'bg-tint font-bold text-ink' : 'text-muted',
          )}
        >
          Bet {each + 1}
        </button>
      ))}
    </div>
  )
}

type RowProps = { readonly no: SlotNo; readonly slot: Slot; readonly locked: boolean }

function useStakeFault(slot: Slot): string | null {
  const balance = useBalance()
  const limits = useAviator(({ state }) => state?.limits)
  const stake = readAmount(slot.amount)
  const problem = typedAmountProblem(slot.amount)
  if (!slot.isTouched) return null
  if (limits === undefined || problem !== null) return problem
  return amountFault(stake === null ? null : ugxToNumber(stake), balance, limits.minBet, limits.maxBet)
}

function AmountRow({ no, slot, locked }: RowProps) {
  const fault = useStakeFault(slot)
  const input = useAmountInput(slot.amount, (amount) => setSlot(no, { amount }))
  const step = (by: number) => {
    const shillings = Number(readAmount(slot.amount) ?? 0n) / 100 + by
    setSlot(no, { amount: typedAmount(Math.max(INPUT_MINIMUM_SHILLINGS, shillings)) })
  }
  return (
    <div className={classes(BOX, fault === null ? 'border-ink' : 'border-down')}>
      <button
        type="button"
        aria-label="Decrease the stake by UGX 1,000"
        disabled={locked}
        onClick={() => step(-1_000)}
        className={STEP}
      >
        <Minus className="size-4" />
      </button>
      <span className="text-14 text-muted">UGX</span>
      <input
        aria-label="Stake (UGX)"
        aria-invalid={fault !== null || undefined}
        aria-describedby="aviator-message"
        {...input}
        min={INPUT_MINIMUM_SHILLINGS}
        disabled={locked}
        className="h-full min-w-0 flex-1 bg-transparent text-center text-20 font-bold tabular outline-none disabled:text-muted"
      />
      <button
        type="button"
        aria-label="Increase the stake by UGX 1,000"
        disabled={locked}
        onClick={() => step(1_000)}
        className={STEP}
      >
        <Plus className="size-4" />
      </button>
    </div>
  )
}

function QuickBets({ no, locked }: Omit<RowProps, 'slot'>) {
  const minimum = useAviator(({ state }) => state?.limits.minBet ?? 0)
  const roundId = useAviator(roundIdOf)
  return (
    <div role="group" aria-label="Quick bets" className="grid grid-cols-4 gap-2 letters:grid-cols-2">
      {QUICK_BETS_SHILLINGS.map((shillings) => {
        const isTooLow = shillings < minimum
        return (
          <button
            key={shillings}
            type="button"
            disabled={locked}
            // `disabled` would remove the button from keyboard navigation, and a tap could not show the reason.
            aria-disabled={isTooLow || undefined}
            onClick={() =>
              isTooLow
                ? changeSlot(no, { refusal: { text: minimumText(minimum), roundId } })
                : setSlot(no, { amount: plainText(shillings) })
            }
            className={classes(
              'flex min-h-11 flex-col items-center justify-center rounded-card border text-14 leading-4 tabular disabled:bg-line disabled:text-muted',
              isTooLow ? 'border-transparent bg-band text-muted' : 'border-line bg-raised font-bold',
            )}
          >
            {plainText(shillings)}
            {isTooLow && <span className="text-12 leading-4"> min {plainText(minimum)}</span>}
          </button>
        )
      })}
    </div>
  )
}

function TargetRow({ no, slot, locked }: RowProps) {
  return (
    <div className="flex items-center gap-2">
      <label className="flex min-h-11 flex-1 items-center gap-2 text-14">
        <input
          type="checkbox"
          className="size-5"
          disabled={locked}
          checked={slot.hasTarget}
          onChange={(event) => setSlot(no, { hasTarget: event.target.checked })}
        />
        Auto cashout at
      </label>
      <div className={classes(BOX, 'w-28 border-line px-3')}>
        <input
          aria-label="Auto cashout target"
          inputMode="decimal"
          autoComplete="off"
          disabled={locked}
          value={slot.target}
          onFocus={() => setSlot(no, { hasTarget: true })}
          onChange={(event) => setSlot(no, { target: typedTarget(event.target.value) })}
          className="h-full w-full min-w-0 bg-transparent text-right text-16 font-bold tabular outline-none"
        />
        <span className="pl-1 text-14 text-muted">x</span>
      </div>
    </div>
  )
}

/**
 * A line of fixed height for an error or for the note on when a tap counts. A longer error extends upwards, so that the
 * button does not move.
 */
function MessageLine({ slot }: { readonly slot: Slot }) {
  const fault = useStakeFault(slot)
  const online = useConnectivity((state) => state.online)
  const delayMs = useAviator((state) => state.delayMs)
  const isHeld = useDrawing((drawing) => drawing.isHeld)
  const isClosed = useAviator(({ state }) => !state?.open || state.round === null)
  let text: ReactNode =
    delayMs === null ? 'A tap counts when it reaches us' : `A tap counts when it reaches us: ≈ ${delayMs} ms`
  if (isHeld) text = 'Slow connection. A tap still counts when it reaches us.'
  if (isClosed) text = null
  if (!online) text = 'You are offline. Your auto cashout still counts.'
  const roundId = useAviator(roundIdOf)
  const refusal = slot.refusal?.roundId === roundId ? slot.refusal.text : null
  const wrong = refusal ?? fault ?? targetFault(slot)
  return (
    <div className="relative h-4">
      <p
        id="aviator-message"
        role={wrong === null ? undefined : 'alert'}
        className={classes(
          'pointer-events-none absolute inset-x-0 bottom-0 bg-paper text-12 leading-4',
          wrong === null ? 'truncate text-muted' : 'font-bold text-down',
        )}
      >
        {wrong ?? text}
      </p>
    </div>
  )
}

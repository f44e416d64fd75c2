import { useEffect, useState, type ReactNode } from 'react'
import type { AviatorBet, AviatorRound } from '@mupiira/contract/aviator.ts'
import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import { LOWEST_CASH_OUT } from '@mupiira/domain/aviator/growth.ts'
import { amountText, plainText } from '../../shared/format/amounts.ts'
import { playChime } from '../../shared/sound.ts'
import { VOLUME } from '../../shared/volume.ts'
import { classes } from '../../shared/ui/classes.ts'
import { closeToast, showToast, type ToastKind } from '../../shared/ui/toast.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useUser } from '../../state/session.ts'
import {
  betOf,
  cashOutRefusalText,
  cashOutSlot,
  changeSlot,
  betRequestOf,
  placeRefusal,
  placeSlot,
  type SlotNo,
  cancelRefusalText,
  cancelSlot,
  UnknownOutcome,
  useBets,
} from './bets.ts'
import { roundOf, useAviator } from './aviator-store.ts'
import { roundNowMs } from './round-clock.ts'
import { RunningAmount } from './running-amount.tsx'
import { cashOutOpensInMs, slotView, type SlotView } from './slot-view.ts'

const BUTTON =
  'relative flex min-h-14 w-full flex-col items-center justify-center overflow-hidden rounded-card px-2 text-16 leading-5 font-bold'
const STYLES = {
  bet: 'bg-gold text-on-gold disabled:bg-line disabled:text-muted',
  cash: 'bg-up text-paper disabled:bg-line disabled:text-muted',
  back: 'border border-down bg-raised text-down disabled:border-line disabled:text-muted',
  info: 'border border-line bg-raised text-ink',
  quiet: 'border border-line bg-raised text-muted',
} as const
const STYLE_OF: { readonly [kind in SlotView['kind']]: keyof typeof STYLES } = {
  bet: 'bet',
  'bet-next': 'bet',
  'play-again': 'bet',
  'check-again': 'bet',
  closed: 'quiet',
  placing: 'quiet',
  waiting: 'back',
  cancelling: 'quiet',
  'too-early': 'info',
  'cash-out': 'cash',
  'cashing-out': 'quiet',
  over: 'quiet',
  won: 'info',
}

/** The button of a bet slot: place, cancel, cash out, or play again. */
export function ActionButton({ no }: { readonly no: SlotNo }) {
  const slot = useBets(({ slots }) => slots[no])
  const state = useAviator((store) => store.state)
  const view = slotView(slot, betOf(slot, state), state, useTooEarly(state?.round ?? null))
  const user = useUser()
  const isJustReversed = useJustReversed(view.kind)
  const online = useConnectivity((state) => state.online)
  const isConfirmed = useAviator((store) => store.isConfirmed)

  const bet = () => {
    if (user === null) return showToast('error', 'Please log in to play Aviator')
    changeSlot(no, { isTouched: true })
    // The error appears in the panel of the slot, so that panel is selected.
    if (slot.open === null && betRequestOf(slot) === null) return useBets.setState({ shown: no })
    placeSlot(no, false).then(reportPlaced, (error: unknown) => refuse(no, error))
  }
  const cashOut = () => {
    cashOutSlot(no).then(
      ({ bet: paid }) => reportWin(paid),
      (error: unknown) => showToast('error', cashOutRefusalText(error)),
    )
  }
  const cancelBet = () => {
    cancelSlot(no).then(
      ({ bet: { stake } }) =>
        showAviatorToast('info', `${amountText(stake)} UGX is back in your balance`, 'Bet cancelled'),
      (error: unknown) => showToast('error', cancelRefusalText(error)),
    )
  }
  const stakeLine = <span className="text-12 font-normal tabular">{`UGX ${slot.amount || '0'}`}</span>
  const name = `Bet ${no + 1}`
  const content = contentOf(view, stakeLine, isConfirmed)
  const style = STYLE_OF[view.kind]
  const onTap = style === 'cash' ? cashOut : style === 'back' ? cancelBet : style === 'bet' ? bet : null
  return (
    <button
      type="button"
      data-slot={no}
      data-kind={view.kind}
      onClick={onTap ?? undefined}
      disabled={isJustReversed || onTap === null || (style === 'bet' && !online)}
      aria-describedby={`aviator-slot-${no}`}
      className={classes(BUTTON, STYLES[style])}
    >
      <span aria-hidden="true" className="absolute top-1 left-2 text-12 leading-4 font-normal">
        {no + 1}
      </span>
      {/*
       * A page translation replaces texts, so React must replace the whole element around them. The element ignores
       * taps, so that a tap that began before a change still presses the button.
       */}
      <span key={view.kind} className="pointer-events-none contents">
        {content}
      </span>
      <span id={`aviator-slot-${no}`} className="sr-only">
        {name}
      </span>
    </button>
  )
}

function contentOf(view: SlotView, stake: ReactNode, isConfirmed: boolean): ReactNode {
  switch (view.kind) {
    case 'bet':
      return <>Bet {stake}</>
    case 'bet-next':
      return <>Bet next round {stake}</>
    case 'play-again':
      return <>Play Again {stake}</>
    case 'closed':
      return 'No round right now'
    case 'placing':
      return 'Placing…'
    case 'check-again':
      return (
        <>
          Check again
          <span className="text-12 font-normal tabular">UGX {plainText(view.stake)}, no reply yet</span>
        </>
      )
    case 'cashing-out':
      return 'Cashing out…'
    case 'waiting':
      return (
        <>
          Cancel
          <span className="text-12 font-normal tabular">{`UGX ${plainText(view.bet.stake)} ${view.isNext ? 'in the next round' : 'in this round'}`}</span>
        </>
      )
    case 'cancelling':
      return 'Cancelling…'
    case 'over':
      return 'This round is over'
    case 'won':
      return (
        <>
          Cashed out
          <span className="text-12 font-normal tabular">
            UGX {plainText(view.bet.payout)} at {multiplierOf(view.bet)}x
          </span>
        </>
      )
    case 'too-early':
      return (
        <>
          Cash Out
          <span className="text-12 font-normal tabular">from {multiplierText(LOWEST_CASH_OUT)}x</span>
        </>
      )
    case 'cash-out':
      return (
        <>
          <span>Cash Out </span>
          {isConfirmed ? (
            <RunningAmount bet={view.bet} />
          ) : (
            <span className="text-12 font-normal">Your tap counts when it reaches us</span>
          )}
        </>
      )
  }
}

/** Returns whether the current round is below the lowest cash-out, so that a tap would be rejected (AVI-28). */
function useTooEarly(round: AviatorRound | null): boolean {
  const [, renew] = useState(0)
  const opensInMs = round?.state === 'flying' ? cashOutOpensInMs(round, roundNowMs()) : 0
  const isTooEarly = opensInMs > 0
  useEffect(() => {
    if (!isTooEarly) return
    // A timer can fire slightly early. The next render then computes the remaining time.
    const timer = setTimeout(() => renew((count) => count + 1), Math.ceil(opensInMs))
    return () => clearTimeout(timer)
  }, [isTooEarly, opensInMs])
  return isTooEarly
}

const JUST_REVERSED_MS = 1_000
const IN_ROUND: ReadonlySet<SlotView['kind']> = new Set(['too-early', 'cash-out', 'cashing-out', 'over'])

function isOpposite(before: SlotView['kind'], kind: SlotView['kind']): boolean {
  if (before === 'check-again') return kind !== 'placing'
  if (before === 'placing') return kind === 'waiting'
  return (IN_ROUND.has(before) && !IN_ROUND.has(kind)) || (before === 'cancelling' && STYLE_OF[kind] === 'bet')
}

/**
 * Returns whether the button changed to the opposite action within the last second. A late tap on Cash Out must not
 * place a new bet, and the second tap of a double tap must not cancel the bet.
 */
function useJustReversed(kind: SlotView['kind']): boolean {
  const [before, setBefore] = useState(kind)
  const [isJustReversed, setJustReversed] = useState(false)
  if (before !== kind) {
    setBefore(kind)
    setJustReversed(isOpposite(before, kind))
  }
  useEffect(() => {
    if (!isJustReversed) return
    const timer = setTimeout(() => setJustReversed(false), JUST_REVERSED_MS)
    return () => clearTimeout(timer)
  }, [isJustReversed])
  return isJustReversed
}

const multiplierOf = (bet: AviatorBet): string => multiplierText(Math.round((bet.multiplier ?? 1) * 100))

/**
 * Shows the error of a bet in the slot's panel. If the outcome is unknown, the button offers to check again instead.
 */
function refuse(no: SlotNo, error: unknown): void {
  if (error instanceof UnknownOutcome) return void showToast('error', placeRefusal(error))
  changeSlot(no, { refusal: { text: placeRefusal(error), roundId: roundOf(useAviator.getState()) } })
  useBets.setState({ shown: no })
}

let lastToastId: number | undefined

/** A new toast replaces the previous toast, because two toasts would cover the multiplier. */
function showAviatorToast(kind: ToastKind, text: string, title: string): void {
  if (lastToastId !== undefined) closeToast(lastToastId)
  lastToastId = showToast(kind, text, { title })
}

/** Reports a placed bet (AVI-17). A repeated request returns its first response, which may describe a past round. */
function reportPlaced({ bet, waits }: { readonly bet: AviatorBet; readonly waits: boolean }): void {
  if (bet.roundId < (useAviator.getState().state?.round?.id ?? 0))
    return showAviatorToast(
      'info',
      `Your bet of ${amountText(bet.stake)} UGX was placed in round #${bet.roundId}. See My bets.`,
      'Aviator',
    )
  showAviatorToast(
    'bet',
    `Bet placed: ${amountText(bet.stake)} UGX`,
    waits ? 'Your bet waits for the next round' : 'Aviator',
  )
}

/** Reports a win (AVI-30). */
export function reportWin(bet: AviatorBet): void {
  showAviatorToast('success', `Cashed out! Won ${amountText(bet.payout)} UGX at ${multiplierOf(bet)}x`, 'Aviator')
  if (!usePreferences.getState().muted) playChime(VOLUME.high)
}

import { useEffect, useState, type ReactNode } from 'react'
import { LOWEST_CASH_OUT } from '@mupiira/domain/aviator/growth.ts'
import { plainText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { useUser } from '../../state/session.ts'
import { useAviator } from './aviator-store.ts'
import {
  betOf,
  betRequestOf,
  cancelRefusalText,
  cancelSlot,
  cashOutRefusalText,
  cashOutSlot,
  changeSlot,
  placeSlot,
  type SlotNo,
  useBets,
} from './bets.ts'
import { drawnMs, useDrawing } from './drawing.ts'
import { reportCancelled, reportPlaced, reportRefused, reportWin } from './reports.ts'
import { RunningAmount } from './running-amount.tsx'
import { cashOutOpensInMs, slotView, type SlotView } from './slot-view.ts'
import { timesText } from './times-text.ts'

const BUTTON =
  'relative flex min-h-14 w-full flex-col items-center justify-center overflow-hidden rounded-card px-1 text-16 leading-5 font-bold'
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
  const view = slotView(slot, betOf(slot, state), state, useTooEarly())
  const user = useUser()
  const isJustReversed = useJustReversed(view.kind)
  const online = useConnectivity((state) => state.online)
  const isHeld = useDrawing((drawing) => drawing.isHeld)

  const bet = () => {
    if (user === null) return showToast('error', 'Please log in to play Aviator')
    changeSlot(no, { isTouched: true })
    // The error appears in the panel of the slot, so that panel is selected.
    if (slot.open === null && betRequestOf(slot) === null) return useBets.setState({ shown: no })
    placeSlot(no, false).then(reportPlaced, (error: unknown) => reportRefused(no, error))
  }
  const cashOut = () => {
    cashOutSlot(no).then(
      ({ bet: paid }) => reportWin(paid),
      (error: unknown) => showToast('error', cashOutRefusalText(error)),
    )
  }
  const cancelBet = () => {
    cancelSlot(no).then(
      ({ bet: cancelled }) => reportCancelled(cancelled),
      (error: unknown) => showToast('error', cancelRefusalText(error)),
    )
  }
  const stakeLine = <span className="text-12 font-normal tabular">{`UGX ${slot.amount || '0'}`}</span>
  const name = `Bet ${no + 1}`
  const content = contentOf(view, stakeLine, isHeld)
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
      <span aria-hidden="true" className="absolute top-0.5 left-1.5 text-12 leading-4 font-normal">
        {no + 1}
      </span>
      {/*
       * Page translation by the browser replaces text nodes, so React must replace the whole element around them. The
       * element ignores pointer events, so that a tap that begins before a change still presses the button.
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

function contentOf(view: SlotView, stake: ReactNode, isHeld: boolean): ReactNode {
  switch (view.kind) {
    case 'bet':
      return <>Bet {stake}</>
    case 'bet-next':
      return <>Bet next round {stake}</>
    case 'play-again':
      return <>Play Again {stake}</>
    case 'closed':
      return 'No round now'
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
          <span className="text-12 font-normal tabular">{`UGX ${plainText(view.bet.stake)} · ${view.isNext ? 'next round' : 'this round'}`}</span>
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
            UGX {plainText(view.bet.payout)} at {timesText(view.bet.multiplier ?? 1)}
          </span>
        </>
      )
    case 'too-early':
      return (
        <>
          Cash Out
          <span className="text-12 font-normal tabular">from {timesText(LOWEST_CASH_OUT / 100)}</span>
        </>
      )
    case 'cash-out':
      return (
        <>
          <span>Cash Out </span>
          {isHeld ? (
            <span className="text-12 font-normal">waiting for the server</span>
          ) : (
            <RunningAmount bet={view.bet} />
          )}
        </>
      )
  }
}

/**
 * Returns whether the drawn multiplier is below the lowest cash-out multiplier. While the drawing waits for the server,
 * the button is enabled, because the server may accept the tap.
 */
function useTooEarly(): boolean {
  const round = useAviator(({ state }) => state?.round ?? null)
  const isHeld = useDrawing((drawing) => drawing.isHeld)
  const [, renew] = useState(0)
  const opensInMs = isHeld ? 0 : cashOutOpensInMs(drawnMs(round))
  const isTooEarly = opensInMs > 0
  useEffect(() => {
    if (!isTooEarly) return
    // The drawing can be slower than the clock. The next render then computes the remaining time.
    const timer = setTimeout(() => renew((count) => count + 1), Math.max(MIN_RENEW_MS, opensInMs))
    return () => clearTimeout(timer)
  })
  return isTooEarly
}

const MIN_RENEW_MS = 20
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

import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { rejectionText } from '@mupiira/domain/in-play/rejection-texts.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { moneyText } from '../shared/format/amounts.ts'
import { useOddsText } from '../shared/odds-format.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { TriangleAlert, X } from '../shared/ui/icons.tsx'
import { Card } from '../shared/ui/surfaces.tsx'
import { useSuppressedToasts } from '../shared/ui/suppressed-toasts.ts'
import { closeDelayedBet, isWaiting, sentSlip, useDelayedBets } from './delayed-bets.ts'
import { useUser } from './session.ts'
import { withSelections } from './slip-rules.ts'
import { replaceSelections, setStake, useSlip } from './slip.ts'

type DelayedBetsProps = {
  /** True where the tickets are listed too, so that an accepted bet needs no card. */
  readonly hidesAccepted?: boolean
}

/** The player's bets on live games that wait, and their decisions until the player closes them (INP-05). */
export function DelayedBets({ hidesAccepted = false }: DelayedBetsProps) {
  const { bets, receivedAtMs } = useDelayedBets()
  const userId = useUser()?.id
  const shown = hidesAccepted ? bets.filter(({ state }) => state !== 'accepted') : bets
  if (userId === undefined || shown.length === 0) return null
  return (
    <ul aria-label="Bets on live games" className="flex flex-col gap-2">
      {shown.map((bet, at) =>
        isWaiting(bet) ? (
          <Waiting key={bet.id} bet={bet} receivedAtMs={receivedAtMs} hasHint={at === 0} />
        ) : (
          <Decided key={bet.id} bet={bet} userId={userId} />
        ),
      )}
    </ul>
  )
}

type WaitingProps = { readonly bet: DelayedBet; readonly receivedAtMs: number; readonly hasHint: boolean }

function Waiting({ bet, receivedAtMs, hasHint }: WaitingProps) {
  const seconds = useSecondsUntil(receivedAtMs + bet.remainingMs)
  const card = useRef<HTMLParagraphElement>(null)
  // A player who has scrolled the betslip would see only that it is empty. The effect returns nothing, because browsers
  // return a promise here.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card as="li" mark="gold">
      <p role="status" className="sr-only">
        Your bet is being checked.
      </p>
      <p ref={card} aria-hidden="true" className="scroll-mt-32 text-16 font-bold tabular">
        {seconds > 0 ? `Your bet is being checked: ${seconds} s` : 'Your bet is being checked: almost done'}
      </p>
      <Summary bet={bet} odds={bet.requestedOdds} />
      {hasHint && (
        <p className="pt-1 text-12 text-muted">
          Your stake is reserved, and comes back if the bet is not accepted. You can leave this screen.
        </p>
      )}
    </Card>
  )
}

type DecidedProps = { readonly bet: DelayedBet; readonly userId: string }

function Decided({ bet, userId }: DecidedProps) {
  const { id, ticketId, acceptedOdds, requestedOdds, rejectedBecause } = bet
  // The card shows the same news as the message.
  useSuppressedToasts(ticketId && `/bet/${ticketId}`)
  const close = () => closeDelayedBet(userId, id)
  return (
    <Card as="li" mark={ticketId === null ? 'down' : 'up'}>
      <div className="flex items-start gap-2">
        {ticketId === null ? (
          <TriangleAlert className="mt-0.5 size-5 shrink-0 text-down" />
        ) : (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-up" />
        )}
        <div role={ticketId === null ? 'alert' : 'status'} className="min-w-0 flex-1">
          <p className="text-16 font-bold">{ticketId === null ? 'Your bet was not placed' : 'Your bet is accepted'}</p>
          {rejectedBecause !== null && (
            <p className="text-14">{rejectionText(rejectedBecause)} Your stake is back in your balance.</p>
          )}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="-m-3 inline-flex size-11 shrink-0 items-center justify-center text-muted"
        >
          <X className="size-4" />
        </button>
      </div>
      <Summary bet={bet} odds={acceptedOdds ?? requestedOdds} />
      {ticketId !== null ? (
        <div className="pt-2">
          <ButtonLink variant="secondary" href={`/bet/${ticketId}`} wide onClick={close}>
            View ticket
          </ButtonLink>
        </div>
      ) : (
        <TryAgain bet={bet} userId={userId} />
      )}
    </Card>
  )
}

/** Puts the selections and the stake back into the slip. */
function TryAgain({ bet, userId }: DecidedProps) {
  const [, navigate] = useLocation()
  const slip = sentSlip(userId, bet.id)
  if (slip === null) return null
  const tryAgain = () => {
    const since = useSlip.getState().items
    replaceSelections(withSelections(since, slip.items))
    if (since.length === 0) setStake(slip.stake)
    closeDelayedBet(userId, bet.id)
    navigate('/betslip')
  }
  return (
    <div className="pt-2">
      <Button variant="secondary" wide onClick={tryAgain}>
        Try again
      </Button>
    </div>
  )
}

type SummaryProps = { readonly bet: DelayedBet; readonly odds: number }

/** "UGX 25,000.00 at 1.72" and "Vipers SC · Moneyline · Vipers SC vs KCCA FC" */
function Summary({ bet: { stake, selections }, odds }: SummaryProps) {
  const textOf = useOddsText()
  return (
    <>
      <p className="text-14 font-bold tabular">{`${moneyText(stake)} at ${textOf(oddsFromNumber(odds))}`}</p>
      <p className="text-12 text-muted">{selectionsText(selections)}</p>
    </>
  )
}

function selectionsText([first, ...others]: DelayedBet['selections']): string {
  if (first === undefined) return ''
  const text = `${first.selectionLabel} · ${first.marketName} · ${first.match}`
  return others.length === 0 ? text : `${text} and ${others.length} more`
}

const TICK_MS = 250

/** Whole seconds until a moment of this device's clock, at least 0. */
function useSecondsUntil(atMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

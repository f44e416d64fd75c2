import { CircleCheck, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { brand } from '../../shared/brand.ts'
import { copyText } from '../../shared/copy-text.ts'
import { moneyText, oddsText } from '../../shared/format/amounts.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useSaidHere } from '../../shared/ui/toast.tsx'
import { replaceSelections } from '../../state/slip.ts'
import { usePlacedBet } from './placed-bet.ts'

/** SLIP-55 to SLIP-59 */
export function PlacedBet() {
  const [, navigate] = useLocation()
  const placed = usePlacedBet((state) => state.placed)
  useSaidHere(placed && `/bet/${placed.ticket.id}`)
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
  }, [])
  if (placed === null) return null
  const { ticket, items, warning } = placed
  const leave = () => usePlacedBet.setState({ placed: null })
  return (
    <section ref={top} tabIndex={-1} aria-label="Bet placed" className="flex flex-col gap-3 p-3 outline-none">
      <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
        <CircleCheck className="size-12 text-up" />
        <h2 className="text-20 font-bold">Congratulations</h2>
        <p className="text-14 text-muted">Your bet has been placed.</p>
      </div>
      {warning && <Notice tone="info">{warning}</Notice>}
      <Card>
        <dl>
          <FigureRow name="Ticket">
            <CopyButton text={ticket.bookingCode} what="booking code" />
          </FigureRow>
          <FigureRow name="Total stake">
            <Money amount={ticket.totalStake} />
          </FigureRow>
          <FigureRow name="Total odds">{oddsText(ticket.totalOdds)}</FigureRow>
          <FigureRow name="Potential return" look="sum">
            <Money amount={ticket.potentialWin} />
          </FigureRow>
        </dl>
      </Card>
      <ButtonLink href={`/bet/${ticket.id}`} wide tall onClick={leave}>
        View ticket
      </ButtonLink>
      <Button look="secondary" wide onClick={leave}>
        PLACE A NEW BET
      </Button>
      <Button
        look="secondary"
        wide
        onClick={() => {
          replaceSelections(items)
          leave()
        }}
      >
        Re-use selections
      </Button>
      <ShareButton ticket={ticket} />
      <Button
        look="quiet"
        wide
        onClick={() => {
          leave()
          navigate('/')
        }}
      >
        HOME
      </Button>
    </section>
  )
}

/** SLIP-58: the phone's own sharing, or the clipboard where there is none. */
function ShareButton({ ticket }: { readonly ticket: Ticket }) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const text = shareText(ticket)
    if (typeof navigator.share === 'function') {
      // Closing the phone's dialog without sharing is no error.
      await navigator.share({ title: brand.name, text }).catch(() => undefined)
      return
    }
    setSaid((await copyText(text)) ? 'Copied to the clipboard' : 'Could not be copied')
  }
  return (
    <>
      <Button look="secondary" wide onClick={() => void share()}>
        <Share2 className="size-4" /> SHARE YOUR BETSLIP
      </Button>
      <p role="status" className="text-center text-12 text-muted">
        {said}
      </p>
    </>
  )
}

function shareText(ticket: Ticket): string {
  const legs = ticket.selections.map((leg) => `${leg.match}: ${leg.selectionLabel} @ ${oddsText(leg.odds)}`)
  return [
    `My ${brand.name} ticket ${ticket.bookingCode}`,
    ...legs,
    `Total odds ${oddsText(ticket.totalOdds)}, potential return ${moneyText(ticket.potentialWin)}`,
  ].join('\n')
}

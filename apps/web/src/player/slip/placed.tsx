import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { shareText } from '../../shared/format/share-text.ts'
import { Odds, useOddsText } from '../../shared/odds-format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { OwnCodeNote, useIsCodeForAnyone } from '../../state/own-code-note.tsx'
import { replaceSelections } from '../../state/slip.ts'
import { leavePlacedBet, usePlacedBet } from './placed-bet.ts'
import { useSaidHere } from './said-here.ts'

/** SLIP-55 to SLIP-59 */
export function PlacedBet() {
  const [, navigate] = useLocation()
  const placed = usePlacedBet((state) => state.placed)
  useSaidHere(placed && `/bet/${placed.ticket.id}`)
  const oddsText = useOddsText()
  const isCodeForAnyone = useIsCodeForAnyone()
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
    return leavePlacedBet
  }, [])
  if (placed === null) return null
  const { ticket, items, warning, wasLost } = placed
  return (
    <section ref={top} tabIndex={-1} aria-label="Bet placed" className="flex flex-col gap-3 p-3 outline-none">
      <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
        <CircleCheck className="size-12 text-up" />
        <h2 className="text-20 font-bold">Congratulations</h2>
        <p className="text-14 text-muted">
          {wasLost ? 'The connection was lost, but your bet has been placed, once.' : 'Your bet has been placed.'}
        </p>
      </div>
      {warning && <Notice tone="info">{warning}</Notice>}
      <Card>
        <dl>
          <FigureRow name="Ticket">
            <CopyButton text={ticket.bookingCode} what="booking code" />
            <OwnCodeNote />
          </FigureRow>
          <FigureRow name="Total stake">
            <Money amount={ticket.totalStake} />
          </FigureRow>
          <FigureRow name="Total odds">
            <Odds odds={ticket.totalOdds} />
          </FigureRow>
          <FigureRow name="Potential return" look="sum">
            <Money amount={ticket.potentialWin} />
          </FigureRow>
        </dl>
      </Card>
      <ButtonLink href={`/bet/${ticket.id}`} wide tall onClick={leavePlacedBet}>
        View ticket
      </ButtonLink>
      <Button look="secondary" wide onClick={leavePlacedBet}>
        PLACE A NEW BET
      </Button>
      <Button
        look="secondary"
        wide
        onClick={() => {
          replaceSelections(items)
          leavePlacedBet()
        }}
      >
        Re-use selections
      </Button>
      <ShareButton name="SHARE YOUR BETSLIP" text={shareText(ticket, oddsText, isCodeForAnyone)} />
      <Button
        look="quiet"
        wide
        onClick={() => {
          leavePlacedBet()
          navigate('/')
        }}
      >
        HOME
      </Button>
    </section>
  )
}

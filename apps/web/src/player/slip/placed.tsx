import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { loadPath, shareText } from '../../shared/format/share-text.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useSuppressedToasts } from '../../shared/ui/suppressed-toasts.ts'
import { TicketRows, useIsCodeForAnyone } from '../../state/own-code-note.tsx'
import { matchOf, type SlipItem } from '../../state/slip-rules.ts'
import { replaceSelections } from '../../state/slip.ts'
import { ChangedOdds } from './changed-odds.tsx'
import { dismissPlacedBet, changedOdds, usePlacedBet } from './placed-bet.ts'
import { changeOf } from './slip-figures.ts'

/** When selections are used again, the odds of the placed bet count as seen. */
function withPlacedOddsAsSeen(item: SlipItem): SlipItem {
  const { oddsPicked: _, ...again } = item
  return again
}

/** Scrolls to the top first. Otherwise Back would return to a scroll position that the empty slip does not have. */
function openTicket(): void {
  window.scrollTo(0, 0)
  dismissPlacedBet()
}

export function PlacedBet() {
  const [, navigate] = useLocation()
  const placed = usePlacedBet((state) => state.placed)
  useSuppressedToasts(placed && `/bet/${placed.ticket.id}`)
  const oddsText = useOddsText()
  const isCodeForAnyone = useIsCodeForAnyone()
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
    return dismissPlacedBet
  }, [])
  if (placed === null) return null
  const { ticket, items, warning, wasResponseLost } = placed
  const total = oddsFromNumber(ticket.totalOdds)
  const totalSeen = oddsFromNumber(placed.totalSeen ?? ticket.totalOdds)
  const placedOdds = changedOdds(ticket, items)
  return (
    <section ref={top} tabIndex={-1} aria-label="Bet placed" className="flex flex-col gap-3 p-3 outline-none">
      <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
        <CircleCheck className="size-12 text-up" />
        <h2 className="text-20 font-bold">Congratulations</h2>
        <p className="text-14 text-muted">
          {wasResponseLost
            ? 'The connection was lost, but your bet has been placed. It was placed only once.'
            : 'Your bet has been placed.'}
        </p>
      </div>
      {warning && <Notice tone="info">{warning}</Notice>}
      <Card>
        <dl>
          <TicketRows ticket={ticket} />
          <FigureRow name="Total odds">
            <ChangedOdds seen={totalSeen} now={total} change={changeOf(total, totalSeen)} strong={false} />
          </FigureRow>
          {ticket.bonus > 0 && (
            <FigureRow name={`Bonus ${ticket.bonusPercentage}%`}>
              <Money amount={ticket.bonus} />
            </FigureRow>
          )}
          <FigureRow name="Potential return" variant="sum">
            <Money amount={ticket.potentialWin} />
          </FigureRow>
        </dl>
      </Card>
      {placedOdds.length > 0 && (
        <Card as="section" label="Changed odds">
          <h3 className="text-14 text-muted">Odds that changed after you chose them</h3>
          <ul>
            {placedOdds.map(({ item, before, now, change }) => (
              <li key={item.id} className="flex items-baseline justify-between gap-3 pt-1 text-14">
                <span className="min-w-0">
                  <b>{item.names.label}</b> <span className="text-12 text-muted">{matchOf(item)}</span>
                </span>
                <ChangedOdds seen={before} now={now} change={change} strong={false} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ButtonLink href={`/bet/${ticket.id}`} wide tall onClick={openTicket}>
        View ticket
      </ButtonLink>
      <Button variant="secondary" wide onClick={dismissPlacedBet}>
        PLACE A NEW BET
      </Button>
      <Button
        variant="secondary"
        wide
        onClick={() => {
          replaceSelections(items.map(withPlacedOddsAsSeen))
          dismissPlacedBet()
        }}
      >
        Re-use selections
      </Button>
      {isCodeForAnyone && (
        <ShareButton name="SHARE YOUR BETSLIP" text={shareText(ticket, oddsText)} path={loadPath(ticket)} />
      )}
      <Button
        variant="quiet"
        wide
        onClick={() => {
          dismissPlacedBet()
          navigate('/')
        }}
      >
        HOME
      </Button>
    </section>
  )
}

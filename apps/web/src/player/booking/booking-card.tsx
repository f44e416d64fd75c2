import type { BookedSelection } from '@mupiira/contract/booking-codes.ts'
import { houseNote } from '@mupiira/domain/markets/house-notes.ts'
import { useNow } from '../../shared/clock.ts'
import { winWithoutBonus } from '../../shared/format/ticket-amounts.ts'
import { startText } from '../../shared/format/times.ts'
import { Odds } from '../../shared/odds-format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Badge, Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { OwnCodeNote, StakeRows } from '../../state/own-code-note.tsx'
import { usePublicSettings } from '../../state/settings.ts'
import type { BookedAnswer } from '../../state/use-booking-lookup.ts'

type BookingCardProps = { readonly booked: BookedAnswer; readonly onLoad: () => void }

/** The selections of a code, and for its owner the amounts of the ticket (CODE-09, CODE-10, CODE-13). */
export function BookingCard({ booked, onLoad }: BookingCardProps) {
  const now = useNow(30_000)
  const { ticket, refusal, selections } = booked
  return (
    <Card as="section" label="Booking">
      <div role="status" className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-16">
          <span className="sr-only">Booking code </span>
          <CopyButton text={booked.bookingCode} what="booking code" />
        </h2>
        {ticket !== null && <Badge tone="muted">{statusText(ticket.status)}</Badge>}
        <div className="basis-full">
          <OwnCodeNote />
        </div>
      </div>
      {ticket !== null && (
        <dl className="pt-2">
          <StakeRows ticket={ticket} />
          <FigureRow name="Total odds as placed">
            <Odds odds={ticket.totalOdds} />
          </FigureRow>
          <FigureRow name="Potential win">
            <Money amount={winWithoutBonus(ticket)} />
          </FigureRow>
          {ticket.bonus > 0 && (
            <>
              <FigureRow name={`Bonus ${ticket.bonusPercentage}%`}>
                <Money amount={ticket.bonus} />
              </FigureRow>
              <FigureRow name="Potential return" variant="sum">
                <Money amount={ticket.potentialWin} />
              </FigureRow>
            </>
          )}
          <FigureRow name="Date">
            <Moment at={ticket.createdAt} />
          </FigureRow>
        </dl>
      )}
      {refusal === null && (
        <p className="mt-2 flex justify-between gap-3 border-t border-line pt-2 text-12 text-muted">
          <span>{ticket === null ? 'Selections' : 'The same selections now'}</span> <b>Current odds</b>
        </p>
      )}
      <ul aria-label="Selections" className="mt-2 flex flex-col divide-y divide-line border-t border-line">
        {selections.map((selection) => (
          <Selection
            key={`${selection.gameId} ${selection.market} ${selection.selection}`}
            selection={selection}
            now={now}
            showsOdds={refusal === null}
          />
        ))}
      </ul>
      {refusal === null ? (
        <Button wide tall onClick={onLoad}>
          Load to Bet Slip
        </Button>
      ) : (
        <Notice tone="info">{refusal}</Notice>
      )}
    </Card>
  )
}

/** The status as on the ticket screen, where a pending ticket is RUNNING. */
const statusText = (status: string): string => (status === 'pending' ? 'RUNNING' : status.toUpperCase())

type SelectionProps = { readonly selection: BookedSelection; readonly now: Date; readonly showsOdds: boolean }

/** Shows current odds only if the selections can be loaded. The ticket itself keeps its odds. */
function Selection({ selection, now, showsOdds }: SelectionProps) {
  const { odds } = selection
  const note = houseNote(selection.market, usePublicSettings()?.settlementRulebook ?? 'house')
  return (
    <li className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 text-16 font-bold">{selection.selectionLabel}</p>
        {showsOdds && odds === null && <Badge tone="muted">NOT OPEN</Badge>}
        {showsOdds && odds !== null && (
          <b className="text-16 tabular">
            <Odds odds={odds} />
          </b>
        )}
      </div>
      <p className="text-12 text-muted">{selection.marketName}</p>
      {note !== null && <p className="text-12 text-muted">House rule: {note}</p>}
      <p className="text-12 text-muted">
        <span>{selection.match}</span>
        {(odds !== null || !showsOdds) && <span> · {startText(selection.gameTime, now)}</span>}
      </p>
    </li>
  )
}

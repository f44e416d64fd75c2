import type { BookedSelection } from '@mupiira/contract/booking-codes.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText, startText } from '../../shared/format/times.ts'
import { Odds } from '../../shared/odds-format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Badge, Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import type { BookedAnswer } from '../../state/use-booking-lookup.ts'

type BookingCardProps = { readonly booked: BookedAnswer; readonly onLoad: () => void }

/** What a code stands for: its selections, and to its owner the ticket's figures (CODE-09, CODE-10, CODE-13). */
export function BookingCard({ booked, onLoad }: BookingCardProps) {
  const now = useNow(30_000)
  const { ticket, refusal, selections } = booked
  return (
    <Card as="section" label="Booking">
      <div role="status" className="flex items-center justify-between gap-2">
        <h2 className="text-16">
          <span className="sr-only">Booking code </span>
          <CopyButton text={booked.bookingCode} what="booking code" />
        </h2>
        {ticket !== null && <Badge tone="muted">{statusText(ticket.status)}</Badge>}
      </div>
      {ticket !== null && (
        <dl className="pt-2">
          <FigureRow name="Total stake">
            <Money amount={ticket.totalStake} />
          </FigureRow>
          <FigureRow name="Total odds">
            <Odds odds={ticket.totalOdds} />
          </FigureRow>
          <FigureRow name="Potential win">
            <Money amount={ticket.potentialWin} />
          </FigureRow>
          <FigureRow name="Date">{dateTimeText(ticket.createdAt)}</FigureRow>
        </dl>
      )}
      <ul aria-label="Selections" className="mt-2 flex flex-col divide-y divide-line border-t border-line">
        {selections.map((selection) => (
          <Selection key={`${selection.gameId} ${selection.market} ${selection.selection}`} {...{ selection, now }} />
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

/** As on the ticket: a pending one is running. */
const statusText = (status: string): string => (status === 'pending' ? 'RUNNING' : status.toUpperCase())

function Selection({ selection, now }: { readonly selection: BookedSelection; readonly now: Date }) {
  const { odds } = selection
  return (
    <li className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 text-16 font-bold">{selection.selectionLabel}</p>
        {odds === null ? (
          <Badge tone="muted">NOT OPEN</Badge>
        ) : (
          <b className="text-16 tabular">
            <Odds odds={odds} />
          </b>
        )}
      </div>
      <p className="text-12 text-muted">{selection.marketName}</p>
      <p className="text-12 text-muted">
        {selection.match} · {startText(selection.gameTime, now)}
      </p>
    </li>
  )
}

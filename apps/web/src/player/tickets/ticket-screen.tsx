import { useEffect } from 'react'
import type { Ticket, TicketSelection } from '@mupiira/contract/bets.ts'
import { useApi } from '../../shared/api/queries.ts'
import { useNow } from '../../shared/clock.ts'
import { playConfetti } from '../../shared/confetti.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { CashoutBlock } from './cashout-block.tsx'
import { legLabel, legState, readableLegs, returnOf, statusLabel } from './ticket-texts.ts'

/** TICK-10 */
const THROTTLE_MS = 2000
const POLL_MS = 20_000

type TicketScreenProps = { readonly params: { readonly [name: string]: string } }

/** TICK-11 to TICK-36 */
export function TicketScreen({ params }: TicketScreenProps) {
  const id = params['id'] ?? ''
  const refetchMs = usePollingMs(POLL_MS)
  const ticket = useApi('GET /api/bets/{id}', { params: { id } }, { staleMs: THROTTLE_MS, refetchMs })
  const label = ticket.data && statusLabel(ticket.data.status)
  // TICK-30, TICK-31: what the server says of this ticket stands below the title; else TICK-32.
  const failure = {
    title: 'Failed to Load Bet Details',
    text: 'Failed to fetch ticket details',
    action: <ReturnLink />,
  }
  return (
    <>
      <ScreenHeader
        title="Ticket Details"
        backTo="/mybets"
        end={label && <Badge tone={label.tone}>{label.text}</Badge>}
      />
      <div className="flex flex-col gap-2 p-3">
        <Loaded query={ticket} what="the ticket" skeleton={<TicketSkeleton />} failure={failure}>
          {(answer) =>
            answer ? (
              <TicketView ticket={answer} />
            ) : (
              <EmptyState title="No data found for this bet ticket." action={<ReturnLink />} />
            )
          }
        </Loaded>
      </div>
    </>
  )
}

const ReturnLink = () => (
  <ButtonLink href="/mybets" look="secondary">
    Return to My Bets
  </ButtonLink>
)

function TicketView({ ticket }: { readonly ticket: Ticket }) {
  const now = useNow(POLL_MS)
  const outcome = returnOf(ticket)
  const won = ticket.status === 'won'
  useEffect(() => (won ? playConfetti() : undefined), [won])
  return (
    <>
      {won && (
        <Notice tone="up" live>
          Congratulations! You won <Money amount={outcome.amount} />.
        </Notice>
      )}
      <Card as="section" label="Ticket">
        <dl>
          <FigureRow name="Ticket">
            <CopyButton text={ticket.bookingCode} what="booking code" />
          </FigureRow>
          <FigureRow name="Total stake">
            <Money amount={ticket.totalStake} />
          </FigureRow>
          <FigureRow name="Total odds">{oddsText(ticket.totalOdds)}</FigureRow>
          <FigureRow name={`Bonus ${ticket.bonusPercentage}%`}>
            <Money amount={ticket.bonus} />
          </FigureRow>
          <FigureRow name={outcome.name} look="sum">
            <Money amount={outcome.amount} />
          </FigureRow>
        </dl>
      </Card>
      <CashoutBlock ticket={ticket} />
      <ul aria-label="Selections" className="flex flex-col gap-2">
        {readableLegs(ticket).map((leg) => (
          <Leg key={`${leg.gameId} ${leg.market} ${leg.selection}`} leg={leg} now={now} />
        ))}
      </ul>
      <p className="py-2 text-12 text-muted">Bet Placed {dateTimeText(ticket.createdAt)}</p>
    </>
  )
}

function Leg({ leg, now }: { readonly leg: TicketSelection; readonly now: Date }) {
  const label = legLabel(leg)
  return (
    <Card as="li">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-16 font-bold">{leg.match}</p>
        <Badge tone={label.tone}>{label.text}</Badge>
      </div>
      <div className="flex items-baseline justify-between gap-3 pt-1 text-12 text-muted">
        <p className="min-w-0">
          {leg.marketName} · {leg.selectionLabel} · <span className="tabular">{oddsText(leg.odds)}</span>
          {leg.sameGame && ' · same game'}
        </p>
        <p className="shrink-0 text-right tabular">{legState(leg, now)}</p>
      </div>
    </Card>
  )
}

function TicketSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton look="h-42.5 w-full" />
      <Skeleton look="h-17.5 w-full" />
      <Skeleton look="h-17.5 w-full" />
      <Skeleton look="h-17.5 w-full" />
    </div>
  )
}

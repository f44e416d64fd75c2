import { useQuery } from '@tanstack/react-query'
import type { CashoutHistory } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { HEIGHT, offerLine, WIDTH } from './offer-line.ts'
import { cashoutHistoryQuery } from './ticket-queries.ts'

const POLL_MS = 20_000

/** The offers of an open or cashed-out ticket since its placement (COUT-04). */
export function OfferGraph({ ticket }: { readonly ticket: Ticket }) {
  return ticket.status === 'pending' || ticket.status === 'cashout' ? <Graph ticket={ticket} /> : null
}

function Graph({ ticket }: { readonly ticket: Ticket }) {
  const query = useQuery({
    ...cashoutHistoryQuery(ticket.id),
    refetchInterval: ticket.status === 'pending' && POLL_MS,
  })
  const online = useConnectivity((state) => state.online)
  return (
    <Card as="section" label="Offer over time">
      <h2 className="text-14 text-muted">Offer over time</h2>
      {/* One height in all states, so that nothing below moves. */}
      <div className="min-h-44 pt-2">
        {query.data !== undefined && <Line history={query.data} isOfRest={ticket.cashedStake > 0} />}
        {query.data === undefined && (query.isError || !online) && (
          <Note text={online ? 'The graph could not be loaded.' : 'You are offline. The graph needs a connection.'} />
        )}
        {query.data === undefined && !query.isError && online && <Skeleton className="h-24 w-full" />}
      </div>
    </Card>
  )
}

const Note = ({ text }: { readonly text: string }) => (
  <p role="status" className="text-14">
    {text}
  </p>
)

type LineProps = {
  readonly history: CashoutHistory
  /** True after a partial cashout: all offers are then those of the stake left. */
  readonly isOfRest: boolean
}

function Line({ history: { points }, isOfRest }: LineProps) {
  const line = offerLine(points)
  if (line === null) return <Note text="The graph begins when the offer changes." />
  const { runs, lowest, highest, last } = line
  return (
    <figure>
      <svg
        aria-hidden="true"
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="block h-24 w-full border-b border-line"
      >
        {runs.map((run) => (
          <polyline
            key={run}
            points={run}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            stroke="currentColor"
          />
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between gap-3 pt-1 text-12 text-muted tabular">
        <span>{dateTimeText(points[0]?.at ?? '')}</span>
        <span>{dateTimeText(points.at(-1)?.at ?? '')}</span>
      </p>
      <figcaption className="text-12 text-muted">
        {`Last offer ${moneyText(last.offer)}. Highest ${moneyText(highest.offer)} on ${dateTimeText(highest.at)}, lowest ${moneyText(lowest.offer)} on ${dateTimeText(lowest.at)}.${isOfRest ? ' All offers are for the stake left.' : ''}`}
      </figcaption>
    </figure>
  )
}

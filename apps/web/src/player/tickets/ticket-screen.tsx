import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import { useNow } from '../../shared/clock.ts'
import { playConfetti } from '../../shared/confetti.ts'
import { loadPath, shareText } from '../../shared/format/share-text.ts'
import { Odds, useOddsText } from '../../shared/odds-format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { JointOdds } from '../../shared/ui/joint-odds.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { BoxSkeleton } from '../../shared/ui/skeletons.tsx'
import { EmptyState, ErrorState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { useSuppressedToasts } from '../../shared/ui/suppressed-toasts.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { TicketRows, useIsCodeForAnyone } from '../../state/own-code-note.tsx'
import { CashoutBlock } from './cashout-block.tsx'
import { LegCard } from './leg-card.tsx'
import { OfferGraph } from './offer-graph.tsx'
import { SettlementCard } from './settlement-card.tsx'
import { bonusOf, jointGamesOf, readableLegs, returnOf, statusLabel } from './ticket-texts.ts'
import { decisionsOf } from './history-texts.ts'
import { ticketQuery } from './ticket-queries.ts'

const POLL_MS = 20_000

type TicketScreenProps = { readonly params: { readonly [name: string]: string } }

export function TicketScreen({ params }: TicketScreenProps) {
  const id = params['id'] ?? ''
  const ticket = useQuery({ ...ticketQuery(id), refetchInterval: usePollingMs(POLL_MS) })
  useSuppressedToasts(`/bet/${id}`)
  const label = ticket.data && statusLabel(ticket.data.status)
  // The server's message about this ticket, else the prescribed text.
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
              <ErrorBoundary fallback={<Broken />}>
                <TicketView ticket={answer} />
              </ErrorBoundary>
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
  <ButtonLink href="/mybets" variant="secondary">
    Return to My Bets
  </ButtonLink>
)

const Broken = () => (
  <ErrorState
    title="Something Went Wrong"
    text="An error occurred displaying bet details."
    onRetry={() => window.location.reload()}
    action={<ReturnLink />}
  />
)

function TicketView({ ticket }: { readonly ticket: TicketDetail }) {
  const now = useNow(POLL_MS)
  const oddsText = useOddsText()
  const isCodeForAnyone = useIsCodeForAnyone()
  const bonus = bonusOf(ticket)
  const outcome = returnOf(ticket)
  const joint = jointGamesOf(ticket)
  const won = ticket.status === 'won'
  useEffect(() => (won ? playConfetti() : undefined), [won])
  return (
    <>
      <Card as="section" label="Ticket" {...(won ? { mark: 'up' } : {})}>
        <Headline status={ticket.status} />
        <dl>
          <TicketRows ticket={ticket} />
          <FigureRow name="Total odds">
            <Odds odds={ticket.totalOdds} />
          </FigureRow>
          <FigureRow name={bonus.name}>
            <Money amount={bonus.amount} />
          </FigureRow>
          <FigureRow name={outcome.name} variant="sum">
            <span className={won ? 'text-up' : undefined}>
              <Money amount={outcome.amount} />
            </span>
          </FigureRow>
        </dl>
      </Card>
      <CashoutBlock ticket={ticket} />
      <ul aria-label="Selections" className="flex flex-col gap-2">
        {readableLegs(ticket).map((leg) => (
          <LegCard
            key={`${leg.gameId} ${leg.market} ${leg.selection}`}
            leg={leg}
            ticket={ticket}
            decisions={decisionsOf(ticket, leg)}
            now={now}
          />
        ))}
      </ul>
      {joint.length > 0 && (
        <JointOdds
          games={joint.map(({ gameId, match, odds }) => ({ id: gameId, match, odds: <Odds odds={odds} /> }))}
        />
      )}
      <OfferGraph ticket={ticket} />
      <SettlementCard ticket={ticket} />
      {isCodeForAnyone && (
        <ShareButton name="Share this ticket" text={shareText(ticket, oddsText)} path={loadPath(ticket)} />
      )}
    </>
  )
}

const HEADLINES: Partial<Record<TicketDetail['status'], string>> = {
  won: 'Congratulations!',
  cashout: 'You cashed out this ticket.',
}

/** Announces a result that arrives while the ticket is open. The amount follows as the total return. */
function Headline({ status }: Pick<TicketDetail, 'status'>) {
  const text = HEADLINES[status]
  return (
    <p role="status" className={text === undefined ? 'sr-only' : 'pb-2 text-16 font-bold text-up'}>
      {text}
    </p>
  )
}

/** The figures, the cashout offer and three selections. */
function TicketSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Card>
        {['w-28', 'w-24', 'w-12', 'w-24'].map((width, i) => (
          <div key={i} className="flex h-7 items-center justify-between">
            <Skeleton className="h-3 w-20" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
        <div className="flex h-9 items-center justify-between">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-6 w-36" />
        </div>
      </Card>
      <Card>
        <Skeleton className="h-3 w-24" />
        <div className="flex items-center justify-between pt-3">
          <Skeleton className="h-6 w-36" />
          <BoxSkeleton className="h-11 w-24" />
        </div>
      </Card>
      {['w-40', 'w-48', 'w-36'].map((width) => (
        <Card key={width}>
          <div className="flex justify-between">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-5 w-20" />
          </div>
          <Skeleton className="mt-2 h-3 w-32" />
          <Skeleton className="mt-2 h-3 w-24" />
        </Card>
      ))}
    </div>
  )
}

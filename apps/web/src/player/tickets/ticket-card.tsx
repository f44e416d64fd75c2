import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { legState, legTally } from '../../shared/leg-state.ts'
import { stakeLeftOf } from '../../shared/format/ticket-amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { Odds } from '../../shared/odds-format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ChevronRight } from '../../shared/ui/icons.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { BoxSkeleton } from '../../shared/ui/skeletons.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { LegList } from './leg-list.tsx'
import { bonusOf, returnOf, statusLabel } from './ticket-texts.ts'

type TicketCardProps = {
  readonly ticket: Ticket
  /** Undefined until it is loaded, null if it could not be loaded. */
  readonly cashout: Cashout | null | undefined
  readonly isMarked?: boolean
  /** Beside the slip, where PLACE BET is the primary action. */
  readonly isAside?: boolean
}

/** A ticket in a list: the state of each selection, stake, return and the cashout offer (TICK-02 to TICK-06). */
export function TicketCard({ ticket, cashout, isMarked = false, isAside = false }: TicketCardProps) {
  const isOpen = ticket.status === 'pending'
  return (
    <article
      aria-label={`Ticket ${ticket.bookingCode}`}
      className={classes('rounded-card border bg-raised', isMarked ? 'border-2 border-gold' : 'border-line')}
    >
      <Link href={`/bet/${ticket.id}`} aria-current={isMarked ? 'true' : undefined} className="block p-3">
        <TicketTitle ticket={ticket} />
        <Progress ticket={ticket} />
        <Figures ticket={ticket} />
      </Link>
      <LegList ticket={ticket} />
      {isOpen && <CashoutRow ticketId={ticket.id} cashout={cashout} isAside={isAside} />}
    </article>
  )
}

/** Stake × odds + bonus = return, in the same columns on every ticket. */
function Figures({ ticket }: { readonly ticket: Ticket }) {
  const bonus = bonusOf(ticket)
  const outcome = returnOf(ticket)
  const isOpen = ticket.status === 'pending'
  return (
    <>
      <span className="flex flex-wrap gap-x-2 pt-2">
        <Figure name={isOpen && ticket.cashedStake > 0 ? 'Stake left' : 'Stake'} className="w-2/5">
          <Money amount={isOpen ? stakeLeftOf(ticket) : ticket.totalStake} />
        </Figure>
        <Figure name="Odds" className="flex-1">
          <Odds odds={ticket.totalOdds} />
        </Figure>
        {bonus.amount > 0 && (
          <Figure name={bonus.name} className="ml-auto text-right">
            <Money amount={bonus.amount} signed />
          </Figure>
        )}
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 pt-1">
        <span className="text-14 font-bold">{outcome.name}</span>{' '}
        <b className={classes('ml-auto text-16', ticket.status === 'won' && 'text-up')}>
          <Money amount={outcome.amount} />
        </b>
      </span>
    </>
  )
}

type FigureProps = { readonly name: string; readonly className: string; readonly children: ReactNode }

const Figure = ({ name, className, children }: FigureProps) => (
  <span className={classes('text-12 text-muted', className)}>
    {name} <span className="block text-14 text-ink tabular">{children}</span>
  </span>
)

function TicketTitle({ ticket }: { readonly ticket: Ticket }) {
  const { selections, status } = ticket
  const { text, tone } = statusLabel(status)
  const live = selections.filter(({ label, outcome }) => label === 'LIVE' && outcome === null).length
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <b className="text-16">{selections.length === 1 ? 'Single' : counted(selections.length, 'selection')}</b>
        {status === 'pending' ? (
          live > 0 && (
            <span className="rounded-tag bg-live-tint px-2 text-12 leading-5 font-bold text-live tabular">
              {live} live
            </span>
          )
        ) : (
          <Badge tone={tone}>{text}</Badge>
        )}
        <span className="ml-auto flex items-center gap-1 text-14 text-muted">
          <span className="tracking-wider">{ticket.bookingCode}</span>
          <ChevronRight className="size-4" />
        </span>
      </span>
      <span className="block text-12 text-muted">
        <Moment at={ticket.createdAt} />
      </span>
    </>
  )
}

const SEGMENTS = {
  won: 'border-up bg-up',
  winning: 'border-up bg-up-tint',
  lost: 'border-down bg-down',
  losing: 'border-down bg-down-tint',
  waiting: 'border-line bg-line',
  void: 'border-muted bg-line',
} as const

/** One segment per selection: filled when settled, outlined while its game is live. */
function Progress({ ticket }: { readonly ticket: Ticket }) {
  return (
    <span className="block pt-2">
      <span aria-hidden="true" className="flex gap-1">
        {ticket.selections.map((leg) => (
          <span
            key={`${leg.gameId} ${leg.market} ${leg.selection}`}
            className={classes('h-1.5 flex-1 rounded-full border', SEGMENTS[legState(leg, ticket).sign])}
          />
        ))}
      </span>
      <span className="sr-only">{legTally(ticket)}</span>
    </span>
  )
}

type CashoutRowProps = Pick<TicketCardProps, 'cashout'> & { readonly ticketId: string; readonly isAside: boolean }

/** The offer leads to the ticket, where it can be accepted. The row has one height in all states. */
function CashoutRow({ ticketId, cashout, isAside }: CashoutRowProps) {
  if (cashout === undefined) {
    return (
      <div className="border-t border-line p-3">
        <BoxSkeleton className="h-11 w-full" />
      </div>
    )
  }
  return (
    <div className="border-t border-line p-3">
      {cashout?.state === 'offered' ? (
        <ButtonLink href={`/bet/${ticketId}`} variant={isAside ? 'secondary' : 'primary'} wide>
          <span>Cash out</span> <Money amount={cashout.offer ?? 0} />
        </ButtonLink>
      ) : (
        <p className="flex min-h-11 items-center text-14 text-muted">
          {cashout === null ? 'Open the ticket to see its cashout offer.' : cashoutText(cashout)}
        </p>
      )}
    </div>
  )
}

const cashoutText = ({ state }: Cashout): string =>
  state === 'checking' ? 'Checking your cashout…' : 'Cashout unavailable now'

export function TicketsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 3 }, (_, i) => (
        <div key={i} className="rounded-card border border-line bg-raised">
          <div className="flex flex-col gap-3 p-3">
            <div className="flex justify-between">
              <Skeleton className="h-5 w-28" />
              <Skeleton className="h-5 w-20" />
            </div>
            <Skeleton className="h-1.5 w-full" />
            <div className="flex justify-between">
              <Skeleton className="h-8 w-24" />
              <Skeleton className="h-8 w-12" />
            </div>
          </div>
          {['w-28', 'w-36'].map((width) => (
            <div key={width} className="flex items-center gap-3 border-t border-line p-3">
              <Skeleton className="size-7 rounded-full" />
              <div className="flex flex-col gap-2">
                <Skeleton className={`h-4 ${width}`} />
                <Skeleton className="h-3 w-40" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

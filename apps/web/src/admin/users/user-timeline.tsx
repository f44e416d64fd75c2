import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Banknote,
  CirclePlus,
  type LucideIcon,
  HandCoins,
  LogIn,
  MessageSquare,
  NotebookPen,
  Plane,
  ShieldAlert,
  ShieldCheck,
  Ticket,
  UserCog,
  UserPlus,
} from 'lucide-react'
import { Link } from 'wouter'
import type { TimelineEvent } from '@mupiira/contract/user-timeline.ts'
import { TIMELINE_KINDS, type TimelineKind } from '@mupiira/domain/access/timeline-kinds.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { ChipFilter, FilterBar } from '../kit/filters.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { timelineQuery } from './user-queries.ts'

type KindRow = {
  readonly icon: LucideIcon
  readonly title: string
  /** The address of the event's own screen. */
  readonly href?: (event: TimelineEvent, userId: string) => string
}

const ofTicket = ({ target }: TimelineEvent) => `/admin/bets?view=${target}`
const ofPayment = ({ target }: TimelineEvent) => `/admin/transactions?view=${target}`

const KINDS: { readonly [K in TimelineKind]: KindRow } = {
  registration: { icon: UserPlus, title: 'Registered' },
  login: { icon: LogIn, title: 'Logged in' },
  deposit: { icon: CirclePlus, title: 'Deposit', href: ofPayment },
  withdrawal: { icon: Banknote, title: 'Withdrawal', href: ofPayment },
  bet: { icon: Ticket, title: 'Bet', href: ofTicket },
  aviator: { icon: Plane, title: 'Aviator bet' },
  cashout: { icon: HandCoins, title: 'Cashout', href: ofTicket },
  limit: { icon: ShieldCheck, title: 'Own limit' },
  restriction: { icon: ShieldAlert, title: 'Restriction' },
  note: { icon: NotebookPen, title: 'Note' },
  staff: { icon: UserCog, title: 'Staff' },
  chat: { icon: MessageSquare, title: 'Chat', href: (_, userId) => `/admin/chat/${userId}` },
}

/** The events of an account in one list, newest first. */
export function UserTimeline({ userId }: { readonly userId: string }) {
  const params = useListParams('timeline')
  const kind = params.get('kind')
  const query = useInfiniteQuery(timelineQuery(userId, kind))
  const kinds = query.data?.pages[0]?.kinds ?? []
  const choices = [['', 'All'], ...kinds.map((each) => [each, TIMELINE_KINDS[each].text] as const)] as const
  return (
    <div className="flex flex-col gap-3">
      <FilterBar>
        <ChipFilter params={params} name="kind" label="Kind of event" choices={choices} />
      </FilterBar>
      <Loaded query={query} what="the timeline" skeleton={<SkeletonRows />}>
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items)
          if (events.length === 0)
            return <EmptyState title="No events" text="This account has no events of this kind yet." />
          return (
            <>
              <Days events={events} userId={userId} />
              {query.hasNextPage && (
                <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older events
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: 8 }, (_, at) => (
      <Skeleton key={at} className="h-12 w-full" />
    ))}
  </div>
)

type DaysProps = { readonly events: readonly TimelineEvent[]; readonly userId: string }

function Days({ events, userId }: DaysProps) {
  const byDay = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = dateText(event.at)
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  return (
    <div className="flex flex-col gap-3">
      {[...byDay].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="pb-1 text-12 font-bold text-muted">{day}</h2>
          <ol className="rounded-card border border-line bg-raised">
            {ofDay.map((event) => (
              <Event key={`${event.kind} ${event.id}`} event={event} userId={userId} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Event({ event, userId }: { readonly event: TimelineEvent; readonly userId: string }) {
  const { kind, at, amount, state, tone, detail, by } = event
  const { icon: Icon, title, href } = KINDS[kind]
  return (
    <li className="flex gap-3 border-b border-line px-3 py-2 text-14 last:border-b-0">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          {href === undefined ? (
            <b>{title}</b>
          ) : (
            <Link href={href(event, userId)} className="inline-flex min-h-6 items-center font-bold underline">
              {title}
            </Link>
          )}
          {amount !== null && <Money amount={amount} />}
          {state !== '' && (hasBadge(kind) ? <Badge tone={tone}>{state}</Badge> : <span>{state}</span>)}
        </p>
        {detail !== '' && <p className="break-words whitespace-pre-wrap text-muted">{detail}</p>}
        {by !== null && by !== '' && <p className="text-12 text-muted">by {by}</p>}
      </div>
      <time dateTime={at} className="shrink-0 text-12 text-muted tabular">
        {dateTimeText(at).replace(/^.*, /, '')}
      </time>
    </li>
  )
}

/** Statuses are badges. The names of staff actions and limits are text, because they are longer. */
const hasBadge = (kind: TimelineKind): boolean => kind !== 'staff' && kind !== 'limit' && kind !== 'restriction'

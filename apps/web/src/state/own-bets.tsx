import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { useNow } from '../shared/clock.ts'
import { Odds } from '../shared/odds-format.ts'
import { classes } from '../shared/ui/classes.ts'
import { useSession } from './session.ts'
import { legLineText } from './leg-line-text.ts'
import { ticketsQuery } from './own-tickets.ts'

const TICK_MS = 30_000
const MAX_BETS = 3
const TONES = { up: 'text-up', down: 'text-down', live: 'text-live', muted: 'text-muted' } as const

/** The player's open bets on a game, each with a link to its ticket. Nothing for visitors and without bets. */
export function OwnBets({ gameId }: { readonly gameId: string }) {
  const isIn = useSession().status === 'in'
  const now = useNow(TICK_MS)
  const { data } = useInfiniteQuery({ ...ticketsQuery('open'), enabled: isIn })
  const bets = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap((ticket) =>
      ticket.selections.filter((leg) => leg.gameId === gameId).map((leg) => ({ ticket, leg, key: leg.selectionId })),
    )
  if (bets.length === 0) return null
  return (
    <ul aria-label="Your bets on this game" className="flex flex-col gap-2 px-3 pb-3">
      {bets.slice(0, MAX_BETS).map(({ ticket, leg, key }) => {
        const { text, tone } = legLineText(leg, ticket, now)
        return (
          <li key={`${ticket.id} ${key}`}>
            <Link
              href={`/bet/${ticket.id}`}
              className="flex min-h-11 items-center gap-2 rounded-card border border-line bg-raised px-3 py-1 text-14"
            >
              <span className="min-w-0 flex-1 truncate">
                <b>Your bet:</b> {leg.marketName} {leg.selectionLabel} @ <Odds odds={leg.odds} />
              </span>
              <b className={classes('shrink-0 text-12', TONES[tone])}>{text}</b>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        )
      })}
      {bets.length > MAX_BETS && (
        <li>
          <Link href="/mybets" className="inline-flex min-h-11 items-center text-14 font-bold underline">
            All my bets
          </Link>
        </li>
      )}
    </ul>
  )
}

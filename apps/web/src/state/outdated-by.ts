import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import { MY_BETS_EVERY_MS, TICKET_EVERY_MS } from './refetch-at-most.ts'

type Changes = ReadonlyMap<string, GameChange>
type Tickets = InfiniteData<{ readonly items: readonly Ticket[] }>

/** A game that starts or ends changes its tickets. */
const ticketMoves = (changes: Changes, ticket: Ticket | null | undefined): boolean =>
  ticket?.selections?.some(({ gameId, gameStatus }) => {
    const { status = gameStatus } = changes.get(gameId) ?? {}
    return status !== gameStatus
  }) === true

/** A goal or status change affects the timeline. An upcoming game has none. */
function courseMoves(changes: Changes, _: unknown, { id }: { readonly id: string }): boolean {
  const { status, homeScore } = changes.get(id) ?? {}
  return status !== 'upcoming' && (status !== undefined || homeScore !== undefined)
}

/** The quote's inputs are not cached, so every change of its games counts, except the minute. */
const quoteMoves = (changes: Changes, _: unknown, slip: string): boolean =>
  [...changes].some(([id, { status, prices }]) => (status ?? prices) !== undefined && slip.includes(id))

type Reading = {
  readonly everyMs: number
  /** Decides from the cached response and the query. */
  readonly moves: (changes: Changes, data: never, requested: never) => boolean
  /** All queries of the operation share one limit. */
  readonly together?: true
}

const COURSE: Reading = { everyMs: 2_000, moves: courseMoves }
const READINGS: { readonly [operation: string]: Reading } = {
  'GET /api/games/{id}/timeline': COURSE,
  'GET /api/games/{id}/statistics': COURSE,
  'GET /api/bets/{id}': { everyMs: TICKET_EVERY_MS, moves: ticketMoves },
  'GET /api/bets': {
    everyMs: MY_BETS_EVERY_MS,
    moves: (changes, data: Tickets | undefined) =>
      data?.pages.some(({ items }) => items.some((ticket) => ticketMoves(changes, ticket))) === true,
    together: true,
  },
  'POST /api/bets/quote': { everyMs: 2_000, moves: quoteMoves, together: true },
}

/** An outdated query and its minimum refetch interval. */
export type Outdated = { readonly queryKey: QueryKey; readonly everyMs: number }

/** The cached queries that these changes cannot patch, each once. They are refetched. */
export function outdatedBy(client: QueryClient, changes: Changes): Iterable<Outdated> {
  const outdated = new Map<string, Outdated>()
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [operation, requested] = queryKey
    const reading = READINGS[String(operation)]
    if (reading?.moves(changes, state.data as never, requested as never) !== true) continue
    const key = reading.together ? [operation] : queryKey
    outdated.set(JSON.stringify(key), { queryKey: key, everyMs: reading.everyMs })
  }
  return outdated.values()
}

import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import { MY_BETS_EVERY_MS, TICKET_EVERY_MS } from './refetch-at-most.ts'

type Changes = ReadonlyMap<string, GameChange>
type Tickets = InfiniteData<{ readonly items: readonly Ticket[] }>

/** A ticket changes when the status of one of its games changes. */
const affectsTicket = (changes: Changes, ticket: Ticket | null | undefined): boolean =>
  ticket?.selections?.some(({ gameId, gameStatus }) => {
    const { status = gameStatus } = changes.get(gameId) ?? {}
    return status !== gameStatus
  }) === true

/** A goal or a new status changes timeline and statistics. An upcoming game has neither. */
function affectsTimeline(changes: Changes, _: unknown, { id }: { readonly id: string }): boolean {
  const { status, homeScore } = changes.get(id) ?? {}
  return status !== 'upcoming' && (status !== undefined || homeScore !== undefined)
}

/**
 * Any change of status or prices of a game on the slip makes the quote outdated. `slip` is the query's input as text.
 */
const affectsQuote = (changes: Changes, _: unknown, slip: string): boolean =>
  [...changes].some(([id, { status, prices }]) => (status ?? prices) !== undefined && slip.includes(id))

type RefetchRule = {
  /** The minimum time between two refetches. */
  readonly everyMs: number
  /** Returns whether the changes affect a cached response. `requested` is the query's input. */
  readonly isAffected: (changes: Changes, data: never, requested: never) => boolean
  /** All queries of the operation share one limit. */
  readonly together?: true
}

const TIMELINE: RefetchRule = { everyMs: 2_000, isAffected: affectsTimeline }
const REFETCH_RULES: { readonly [operation: string]: RefetchRule } = {
  'GET /api/games/{id}/timeline': TIMELINE,
  'GET /api/games/{id}/statistics': TIMELINE,
  'GET /api/bets/{id}': { everyMs: TICKET_EVERY_MS, isAffected: affectsTicket },
  'GET /api/bets': {
    everyMs: MY_BETS_EVERY_MS,
    isAffected: (changes, data: Tickets | undefined) =>
      data?.pages.some(({ items }) => items.some((ticket) => affectsTicket(changes, ticket))) === true,
    together: true,
  },
  'POST /api/bets/quote': { everyMs: 2_000, isAffected: affectsQuote, together: true },
}

/** An outdated query and its minimum refetch interval. */
export type OutdatedQuery = { readonly queryKey: QueryKey; readonly everyMs: number }

/** The cached queries that these changes make outdated, each once. They cannot be patched, so they are refetched. */
export function outdatedBy(client: QueryClient, changes: Changes): Iterable<OutdatedQuery> {
  const outdated = new Map<string, OutdatedQuery>()
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [operation, requested] = queryKey
    const rule = REFETCH_RULES[String(operation)]
    if (rule?.isAffected(changes, state.data as never, requested as never) !== true) continue
    const key = rule.together ? [operation] : queryKey
    outdated.set(JSON.stringify(key), { queryKey: key, everyMs: rule.everyMs })
  }
  return outdated.values()
}

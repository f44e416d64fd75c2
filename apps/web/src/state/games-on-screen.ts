import type { QueryKey } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { gameIdsIn } from './games.ts'

/** The games of a cached response that can still change: in lists, market screens and open tickets. */
export function movingGames(queryKey: QueryKey, data: unknown): readonly string[] {
  return [...gameIdsIn(queryKey, data), ...ticketsIn(queryKey, data).flatMap(openLegs)]
}

function ticketsIn([operation]: QueryKey, data: unknown): readonly Ticket[] {
  if (data === undefined || data === null) return []
  if (operation === 'GET /api/bets/{id}') return [data as Ticket]
  if (operation !== 'GET /api/bets') return []
  return (data as { readonly pages: readonly { readonly items?: readonly Ticket[] }[] }).pages.flatMap(
    ({ items }) => items ?? [],
  )
}

// A malformed response must not crash the whole app (TICK-34).
const openLegs = ({ status, selections }: Partial<Ticket>): readonly string[] =>
  status === 'pending' ? (selections ?? []).map(({ gameId }) => gameId) : []

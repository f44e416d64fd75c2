import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { pagesQuery } from '../shared/api/queries.ts'
import { MY_BETS_EVERY_MS } from './refetch-at-most.ts'
import { useSession } from './session.ts'

/** The number of tickets on a page of My Bets. One request returns the cashout offers of at most this many tickets. */
const PAGE = 20

/** The player's tickets, newest first. With `gameId`: only those with a selection of this game. */
export const ticketsQuery = (tab: 'open' | 'settled', gameId?: string) =>
  infiniteQueryOptions({
    ...pagesQuery('GET /api/bets', { tab, limit: PAGE, ...(gameId === undefined ? {} : { gameId }) }),
    staleTime: MY_BETS_EVERY_MS,
  })

const FRESH_MS = 60_000
const NONE: readonly Ticket[] = []

/** The player's latest open tickets; empty for visitors. Stream events update them. */
function useOwnTickets(gameId?: string): readonly Ticket[] {
  const isPlayer = useSession().status === 'in'
  const { data } = useInfiniteQuery({ ...ticketsQuery('open', gameId), enabled: isPlayer, staleTime: FRESH_MS })
  return data?.pages[0]?.items ?? NONE
}

export const useOwnTicketsOf = (gameId: string): readonly Ticket[] => useOwnTickets(gameId)

/** The games on the player's latest open tickets. */
export function useGamesWithOwnBets(): ReadonlySet<string> {
  const tickets = useOwnTickets()
  return useMemo(() => new Set(tickets.flatMap(({ selections }) => selections.map(({ gameId }) => gameId))), [tickets])
}

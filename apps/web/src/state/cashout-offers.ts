import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { apiQuery } from '../shared/api/queries.ts'

const REFRESH_MS = 10_000

const NO_OFFERS: ReadonlyMap<string, Cashout> = new Map()

/**
 * The cashout offers of at most 20 open tickets by id; undefined while the first request is pending; empty if it failed
 * or the device is offline.
 */
export function useCashoutOffers(tickets: readonly Ticket[]): ReadonlyMap<string, Cashout> | undefined {
  const open = tickets.filter(({ status }) => status === 'pending')
  const ids = open.map(({ id }) => id).join(',')
  const { data, refetch, errorUpdateCount, fetchStatus } = useQuery({
    ...apiQuery('GET /api/cashouts', { query: { ids } }),
    enabled: ids !== '',
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    select: ({ items }) => new Map(items.map((item) => [item.ticketId, item])),
  })
  // A goal or a settled selection changes the offers, so they are refetched at once.
  const state = open
    .flatMap(({ selections }) =>
      selections.map((leg) => `${leg.homeScore}:${leg.awayScore} ${leg.gameStatus} ${leg.outcome}`),
    )
    .join()
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    if (ids !== '') void refetch()
  }, [state, ids, refetch])
  return data ?? (errorUpdateCount > 0 || fetchStatus === 'paused' ? NO_OFFERS : undefined)
}

import { infiniteQueryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../shared/api/queries.ts'
import { MY_BETS_EVERY_MS } from './refetch-at-most.ts'

/** The player's tickets, newest first. Stream events keep the list current. */
export const ticketsQuery = (tab: 'open' | 'settled') =>
  infiniteQueryOptions({ ...pagesQuery('GET /api/bets', { tab, limit: 20 }), staleTime: MY_BETS_EVERY_MS })

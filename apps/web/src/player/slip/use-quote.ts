import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../shared/api/client.ts'
import { serverNow } from '../../shared/clock.ts'
import { useUser } from '../../state/session.ts'
import type { SlipItem } from '../../state/slip-rules.ts'
import type { Quote } from './slip-figures.ts'

/** The maximum age of the slip's odds (D56). */
const REFRESH_MS = 30_000
/** A request waits this long, so that several taps in a row are priced together. */
const SETTLE_MS = 250

const QUOTE = 'POST /api/bets/quote'

let lastMinimum: { readonly userId: string | null; readonly minStake: number } | undefined

/** The player's minimum stake from this quote, or from the last quote; undefined if unknown. */
export const minimumOf = (quote: Quote | undefined, userId: string | null): number | undefined =>
  quote?.minStake ?? (lastMinimum?.userId === userId ? lastMinimum.minStake : undefined)

/** The server's quote of the slip: current odds, joint odds and the player's minimum stake. */
export function useQuote(items: readonly SlipItem[]) {
  const userId = useUser()?.id ?? null
  const selections = items.map(({ gameId, market, selection, oddsSeen }) => ({
    gameId,
    market,
    selection,
    odds: Number(oddsSeen),
  }))
  const requested = useSettled(JSON.stringify(selections))
  return useQuery({
    queryKey: [QUOTE, requested, userId],
    // The request omits the stake, because the client computes the payout while typing.
    queryFn: async ({ signal }): Promise<Quote> => {
      const atMs = serverNow().getTime()
      const body = { stake: 0, selections: JSON.parse(requested) as typeof selections }
      const quote = { ...(await api(QUOTE, { body }, { signal })), atMs }
      lastMinimum = { userId, minStake: quote.minStake }
      return quote
    },
    enabled: requested !== '[]',
    refetchInterval: REFRESH_MS,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

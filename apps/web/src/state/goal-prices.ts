import { useEffect } from 'react'
import { create } from 'zustand'
import type { Game, GoalPrices } from '@mupiira/contract/games.ts'
import { MAX_GOAL_PRICES } from '@mupiira/domain/pricing/goal-prices.ts'
import { api } from '../shared/api/client.ts'

/** A request waits this long, so that rows that appear together share one request. */
const SETTLE_MS = 60
/** The minimum time between two requests, because the prices of many games change at the same time. */
const MIN_INTERVAL_MS = 2_000
/**
 * Prices are also requested at this interval. A market suspension does not change the 1X2 prices that trigger a
 * request.
 */
const REPEAT_MS = 30_000

const usePrices = create<{ readonly byId: Readonly<Record<string, GoalPrices>> }>(() => ({ byId: {} }))

/** The number of rows of each game on the screen. */
const shown = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let dueAtMs = Infinity
let requestedAtMs = -Infinity

/** One timer for all rows: the next request is due after `delayMs`, or earlier if another row needs it earlier. */
function requestWithin(delayMs: number): void {
  const now = performance.now()
  const nextMs = Math.max(now + delayMs, requestedAtMs + MIN_INTERVAL_MS)
  if (nextMs >= dueAtMs) return
  clearTimeout(timer)
  dueAtMs = nextMs
  timer = setTimeout(() => void requestAndRepeat(), nextMs - now)
}

async function requestAndRepeat(): Promise<void> {
  dueAtMs = Infinity
  if (shown.size === 0) return
  requestedAtMs = performance.now()
  await request()
  requestWithin(REPEAT_MS)
}

async function request(): Promise<void> {
  const ids = [...shown.keys()]
  for (let from = 0; from < ids.length; from += MAX_GOAL_PRICES) {
    const query = { ids: ids.slice(from, from + MAX_GOAL_PRICES).join(',') }
    // If the request fails, the last prices stay until the next request. The server checks the price of every bet.
    const answer = await api('GET /api/goal-prices', { query }).catch(() => null)
    const fresh = Object.fromEntries((answer?.items ?? []).map((each) => [each.gameId, each]))
    usePrices.setState(({ byId }) => ({ byId: { ...byId, ...fresh } }))
  }
}

/** The goal prices of a game in a list, requested again when its prices change; undefined until the response. */
export function useGoalPrices({ id, prices, open }: Game): GoalPrices | undefined {
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1)
    return () => {
      const others = (shown.get(id) ?? 1) - 1
      if (others > 0) shown.set(id, others)
      else shown.delete(id)
    }
  }, [id])
  useEffect(() => requestWithin(SETTLE_MS), [id, prices, open])
  return usePrices(({ byId }) => byId[id])
}

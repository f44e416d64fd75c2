import { useEffect, useRef, useState } from 'react'
import { useConnectivity } from '../../state/connectivity.ts'
import type { OpenRequest } from '../../state/money-request.ts'
import type { MoneyRequest } from '../../state/use-money-request.ts'

/** A bet is retried automatically for this long after it was sent. */
export const AUTOMATIC_RETRY_MS = 2 * 60_000

/**
 * Returns whether a bet without response is retried automatically: only if this page sent the bet recently, because the
 * player is then still waiting (decision 0014).
 */
export const mayRetryAutomatically = (sentAtMs: number, pageSinceMs: number, nowMs: number): boolean =>
  sentAtMs >= pageSinceMs && nowMs - sentAtMs < AUTOMATIC_RETRY_MS

/**
 * Whether a game of the bet had started when it was sent. Such a bet waits for the player, because after a goal it would
 * be accepted at odds for a score that the player did not see.
 */
export const hasStartedGame = ({ items = [], atMs }: Pick<OpenRequest<'POST /api/bets'>, 'items' | 'atMs'>): boolean =>
  items.some(({ names }) => Date.parse(names.gameTime) <= atMs)

/**
 * Retries an unanswered bet on reconnect with the same key. A bet from an earlier visit waits for the player, who may
 * have changed their mind.
 */
export function useAutomaticRetry({ state, open, repeat }: MoneyRequest<'POST /api/bets'>): boolean {
  const connected = useConnectivity(({ online, streaming }) => online && streaming)
  const latest = useRef(repeat)
  latest.current = repeat
  const sentAtMs = state === 'unknown' && open !== null && !hasStartedGame(open) ? open.atMs : null
  const wasConnected = useRef(connected)
  useEffect(() => {
    const isReconnected = connected && !wasConnected.current
    wasConnected.current = connected
    if (sentAtMs === null || !isReconnected) return
    if (mayRetryAutomatically(sentAtMs, performance.timeOrigin, Date.now())) latest.current()
  }, [connected, sentAtMs])
  const [isRecent, setRecent] = useState(false)
  useEffect(() => {
    setRecent(sentAtMs !== null && mayRetryAutomatically(sentAtMs, performance.timeOrigin, Date.now()))
    if (sentAtMs === null) return
    // Updates the message at the end of the period.
    const timer = setTimeout(() => setRecent(false), sentAtMs + AUTOMATIC_RETRY_MS - Date.now())
    return () => clearTimeout(timer)
  }, [sentAtMs])
  return !connected && isRecent
}

/** The text below a bet without a response. */
export const unansweredText = (retriesAutomatically: boolean): string =>
  retriesAutomatically
    ? 'We will check as soon as you are connected again: this bet can be placed only once.'
    : 'Check as often as you like: this bet can be placed only once. If you stop checking, see My Bets before you bet again.'

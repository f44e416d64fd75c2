import { useEffect } from 'react'
import { create } from 'zustand'
import { UNCONFIRMED_AFTER_MS } from '@mupiira/domain/time/stream-times.ts'
import type { AviatorState } from '@mupiira/contract/aviator.ts'
import { api } from '../../shared/api/client.ts'
import { playChime } from '../../shared/sound.ts'
import { VOLUME } from '../../shared/volume.ts'
import { connectStream } from '../../state/live-stream.ts'
import { usePreferences } from '../../state/preferences.ts'
import { onScreenEvent, publishToScreens } from '../../state/screen-events.ts'
import { isAviator, patchRound, settleOwnBets } from './patch-round.ts'
import { measureRoundClock } from './round-clock.ts'

type AviatorStore = {
  readonly state: AviatorState | null
  readonly error: unknown
  /** The measured one-way delay to the server; null if unknown. */
  readonly delayMs: number | null
  /** Whether the server confirmed the round within two seconds. Otherwise no multiplier is shown. */
  readonly isConfirmed: boolean
}

const START: AviatorStore = { state: null, error: null, delayMs: null, isConfirmed: false }

export const useAviator = create<AviatorStore>(() => START)

export const roundOf = ({ state }: Pick<AviatorStore, 'state'>): number | null => state?.round?.id ?? null

/** The polling interval without a stream. Each response confirms the round. */
const POLL_MS = 1_000
/** The offset to the server's clock is measured at this interval, because clocks drift and networks change. */
const MEASURE_MS = 30_000

let confirmation: ReturnType<typeof setTimeout> | undefined
let confirmedAtMs = 0

/** Records that the server confirmed the round at this time of the page's monotonic clock. */
export function confirmRound(atMs: number): void {
  const leftMs = atMs + UNCONFIRMED_AFTER_MS - performance.now()
  // A slow response must not shorten a confirmation by newer data.
  if (leftMs <= 0 || (useAviator.getState().isConfirmed && atMs < confirmedAtMs)) return
  confirmedAtMs = atMs
  clearTimeout(confirmation)
  confirmation = setTimeout(() => useAviator.setState({ isConfirmed: false }), leftMs)
  useAviator.setState({ isConfirmed: true })
}

/** Fetches the state of the game, at the start and when events may have been missed. */
export async function readAviator(): Promise<void> {
  // The response can be slow. Its state is at least as new as the time of the request.
  const requestedAtMs = performance.now()
  try {
    const state = await api('GET /api/aviator/state', {}, { timeoutMs: 8_000 })
    confirmRound(requestedAtMs)
    useAviator.setState({ state: settleOwnBets(state), error: null })
  } catch (error) {
    useAviator.setState({ error })
  }
}

/** Keeps the game up to date while its screen is open. */
export function useFollowAviator(
  userId: string | null,
  onChange: (before: AviatorState, after: AviatorState) => void,
): void {
  useEffect(() => {
    let isOpen = false
    let isPolling = false
    const measure = () =>
      void measureRoundClock().then((delayMs) => delayMs !== null && useAviator.setState({ delayMs }))
    const read = () => void readAviator()
    const poll = setInterval(() => {
      if (isOpen || isPolling) return
      isPolling = true
      void readAviator().finally(() => (isPolling = false))
    }, POLL_MS)
    const measuring = setInterval(measure, MEASURE_MS)
    const unsubscribe = onScreenEvent((event) => {
      const before = useAviator.getState().state
      if (before === null || !isAviator(event)) return
      const state = patchRound(before, event)
      useAviator.setState({ state })
      if (event.type === 'aviator-round') playRoundSound(before, state)
      onChange(before, state)
    })
    const { stop: disconnect } = connectStream('aviator', ['aviator'], {
      onEvents: (events) => {
        for (const event of events) {
          if (event.type === 'aviator-round' || event.type === 'aviator-live') publishToScreens(event)
          if (event.type === 'reset') read()
        }
      },
      onAlive: () => confirmRound(performance.now()),
      onOpen: (open) => {
        isOpen = open
        // The stream sends no events from before it opened, so the state is fetched.
        if (open) read()
      },
    })
    const onWake = () => {
      if (document.visibilityState !== 'visible') return
      read()
      measure()
    }
    document.addEventListener('visibilitychange', onWake)
    window.addEventListener('online', onWake)
    read()
    measure()
    return () => {
      clearInterval(poll)
      clearInterval(measuring)
      unsubscribe()
      disconnect()
      document.removeEventListener('visibilitychange', onWake)
      window.removeEventListener('online', onWake)
      clearTimeout(confirmation)
      useAviator.setState(START)
    }
  }, [userId, onChange])
}

/** Plays a sound at the start and crash for players with a bet. */
function playRoundSound(before: AviatorState, after: AviatorState): void {
  const phase = after.round?.state
  if (phase === before.round?.state || usePreferences.getState().muted) return
  const isPlaying = after.mine.some((bet) => bet.roundId === after.round?.id)
  if (isPlaying && (phase === 'flying' || phase === 'crashed'))
    playChime(phase === 'flying' ? VOLUME.low : VOLUME.medium)
}

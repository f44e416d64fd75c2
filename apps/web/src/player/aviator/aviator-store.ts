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
}

export const useAviator = create<AviatorStore>(() => ({ state: null, error: null, delayMs: null }))

export const roundOf = ({ state }: Pick<AviatorStore, 'state'>): number | null => state?.round?.id ?? null

/** The polling interval without a stream. */
const POLL_MS = 2_000
/** The offset is measured again, because clocks drift and networks change. */
const MEASURE_MS = 30_000

let confirmedAtMs = -Infinity

/** Returns whether the server confirmed the round within two seconds. Otherwise the multiplier may be outdated. */
export const isRoundConfirmed = (): boolean => performance.now() - confirmedAtMs < UNCONFIRMED_AFTER_MS

const confirm = (): void => void (confirmedAtMs = performance.now())

/** Reads the game at the start, and whenever events may have been missed. */
export async function readAviator(): Promise<void> {
  try {
    const state = await api('GET /api/aviator/state', {}, { timeoutMs: 8_000 })
    confirm()
    useAviator.setState({ state: settleOwnBets(state), error: null })
  } catch (error) {
    useAviator.setState({ error })
  }
}

/** Keeps the game up to date for the signed-in player while its screen is open. */
export function useFollowAviator(
  userId: string | null,
  onChange: (before: AviatorState, after: AviatorState) => void,
): void {
  useEffect(() => {
    let isOpen = false
    const measure = () =>
      void measureRoundClock().then((delayMs) => delayMs !== null && useAviator.setState({ delayMs }))
    const read = () => void readAviator()
    const poll = setInterval(() => !isOpen && read(), POLL_MS)
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
      onAlive: confirm,
      onOpen: (open) => {
        isOpen = open
        // Events before the stream opened were not received.
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
      useAviator.setState({ state: null, error: null })
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

import { useEffect } from 'react'
import { create } from 'zustand'
import type { AviatorState } from '@mupiira/contract/aviator.ts'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { api } from '../../shared/api/client.ts'
import { playChime } from '../../shared/sound.ts'
import { VOLUME } from '../../shared/volume.ts'
import { connectStream } from '../../state/live-stream.ts'
import { usePreferences } from '../../state/preferences.ts'
import { onScreenEvent } from '../../state/screen-events.ts'
import { drawingLagMs, expectNoReport, expectReport, reportElapsed, useDrawing } from './drawing.ts'
import { type AviatorEvent, patchRound, settleOwnBets } from './patch-round.ts'
import { measureRoundClock } from './round-clock.ts'

type AviatorStore = {
  readonly state: AviatorState | null
  readonly error: unknown
  /** The measured time between the multiplier on screen and the server's receipt of a tap; null if unknown. */
  readonly delayMs: number | null
}

const START: AviatorStore = { state: null, error: null, delayMs: null }

export const useAviator = create<AviatorStore>(() => START)

export const roundIdOf = ({ state }: Pick<AviatorStore, 'state'>): number | null => state?.round?.id ?? null

/** The polling interval without a stream, or while its reports are overdue. */
const POLL_MS = 1_000
/** The offset to the server's clock is measured at this interval, because clocks drift and networks change. */
const MEASURE_MS = 30_000

/** The number of stored events. Fewer events arrive during a request. */
const RECENT_EVENTS = 50

let recentEvents: readonly { readonly event: AviatorEvent; readonly atMs: number }[] = []
let tapMs: number | null = null

function remember(event: AviatorEvent): void {
  recentEvents = [...recentEvents, { event, atMs: performance.now() }].slice(-RECENT_EVENTS)
}

function setState(state: AviatorState): void {
  const before = useAviator.getState().state?.round
  const { round } = state
  useAviator.setState({ state, error: null })
  if (round?.id === before?.id && round?.state === before?.state) return
  if (round?.state === 'flying') expectReport()
  else expectNoReport()
  if (round?.state === 'betting') showDelay()
}

/** Fetches the state of the game, at the start and when events may have been missed. */
export async function readAviator(): Promise<void> {
  const requestedMs = performance.now()
  try {
    const answer = await api('GET /api/aviator/state', {}, { timeoutMs: 8_000 })
    // Events that arrived during the request can be newer than the response.
    const newer = recentEvents.filter(({ atMs }) => atMs >= requestedMs)
    const state = newer.reduce((patched, { event }) => patchRound(patched, event), settleOwnBets(answer))
    if (state.round !== null) remember({ type: 'aviator-round', round: state.round })
    setState(state)
    if (answer.flownMs !== null) reportOf(answer.round?.id, answer.flownMs)
  } catch (error) {
    useAviator.setState({ error })
  }
}

function reportOf(roundId: number | undefined, flownMs: number): void {
  const round = useAviator.getState().state?.round
  if (round?.id === roundId && round?.state === 'flying') reportElapsed(round, flownMs)
}

/** Applies an event. Returns the states before and after it. */
function receive(event: AviatorEvent): { readonly before: AviatorState; readonly after: AviatorState } | null {
  remember(event)
  const before = useAviator.getState().state
  if (before === null) return null
  const after = patchRound(before, event)
  setState(after)
  if (event.type === 'aviator-round') playRoundSound(before, after)
  return { before, after }
}

/** Called only between rounds, because a changed text causes a layout. */
function showDelay(): void {
  const lagMs = drawingLagMs()
  if (tapMs !== null && lagMs !== null) useAviator.setState({ delayMs: Math.round((lagMs + tapMs) / 10) * 10 })
}

async function measureDelay(): Promise<void> {
  tapMs = (await measureRoundClock()) ?? tapMs
  if (useAviator.getState().state?.round?.state !== 'flying') showDelay()
}

type OnChange = (before: AviatorState, after: AviatorState) => void

/** Keeps the game up to date while its screen is open. */
export function useFollowAviator(userId: string | null, onChange: OnChange): void {
  useEffect(() => followAviator(onChange), [userId, onChange])
}

/** Starts to follow the game. Returns a function that stops following the game. */
export function followAviator(onChange: OnChange): () => void {
  let isOpen = false
  let isPolling = false
  const poll = setInterval(() => {
    if (isPolling || (isOpen && !useDrawing.getState().isHeld)) return
    isPolling = true
    void readAviator().finally(() => (isPolling = false))
  }, POLL_MS)
  const measuring = setInterval(() => void measureDelay(), MEASURE_MS)
  const onEvent = (event: StreamEvent) => {
    if (event.type === 'reset') return void readAviator()
    if (event.type === 'aviator-tick') return reportOf(event.roundId, event.flownMs)
    if (event.type !== 'aviator-round' && event.type !== 'aviator-live' && event.type !== 'aviator-bet') return
    const change = receive(event)
    if (change !== null) onChange(change.before, change.after)
  }
  // The player's own bets arrive on the stream of the account.
  const unsubscribe = onScreenEvent(onEvent)
  const { stop: disconnect } = connectStream('aviator', ['aviator'], {
    onEvents: (events) => events.forEach(onEvent),
    onOpen: (open) => {
      isOpen = open
      // The stream sends no events from before it opened, so the state is fetched.
      if (open) void readAviator()
    },
  })
  const onWake = () => {
    if (document.visibilityState !== 'visible') return
    void readAviator()
    void measureDelay()
  }
  document.addEventListener('visibilitychange', onWake)
  window.addEventListener('online', onWake)
  onWake()
  return () => {
    clearInterval(poll)
    clearInterval(measuring)
    unsubscribe()
    disconnect()
    document.removeEventListener('visibilitychange', onWake)
    window.removeEventListener('online', onWake)
    expectNoReport()
    recentEvents = []
    useAviator.setState(START)
  }
}

/** Plays a sound at the start and crash for players with a bet. */
function playRoundSound(before: AviatorState, after: AviatorState): void {
  const phase = after.round?.state
  if (phase === before.round?.state || usePreferences.getState().muted) return
  const isPlaying = after.mine.some((bet) => bet.roundId === after.round?.id)
  if (isPlaying && (phase === 'flying' || phase === 'crashed'))
    playChime(phase === 'flying' ? VOLUME.low : VOLUME.medium)
}

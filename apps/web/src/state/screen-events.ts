import type { StreamEvent } from '@mupiira/contract/events.ts'

/** Events of a single screen, whose code is loaded with it. */
export type ScreenEvent = Extract<StreamEvent, { type: `aviator-${string}` | `chat-${string}` | 'conversation' }>

const listeners = new Set<(event: ScreenEvent) => void>()

/** For a screen while it is open; returns how to stop. */
export function onScreenEvent(listener: (event: ScreenEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function publishToScreens(event: ScreenEvent): void {
  listeners.forEach((listener) => listener(event))
}

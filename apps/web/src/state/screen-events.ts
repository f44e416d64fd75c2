import type { StreamEvent } from '@mupiira/contract/events.ts'

/** What only one screen shows, which is a chunk of its own. */
export type ScreenEvent = Extract<StreamEvent, { type: `aviator-${string}` | `chat-${string}` | 'conversation' }>

const listeners = new Set<(event: ScreenEvent) => void>()

/** For a screen while it is open; answers how to stop. */
export function onScreenEvent(listener: (event: ScreenEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellScreens(event: ScreenEvent): void {
  listeners.forEach((listener) => listener(event))
}

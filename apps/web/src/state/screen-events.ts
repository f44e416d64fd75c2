import type { StreamEvent } from '@mupiira/contract/events.ts'

/** Events of a single screen, handled by code that loads with it. */
export type ScreenEvent = Extract<StreamEvent, { type: `aviator-${string}` | `chat-${string}` | 'conversation' }>

const listeners = new Set<(event: ScreenEvent) => void>()

/** Subscribes an open screen. Returns a function that ends the subscription. */
export function onScreenEvent(listener: (event: ScreenEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function publishToScreens(event: ScreenEvent): void {
  listeners.forEach((listener) => listener(event))
}

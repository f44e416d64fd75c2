import type { StreamEvent } from '@mupiira/contract/events.ts'

export type AviatorEvent = Extract<StreamEvent, { type: `aviator-${string}` }>

const listeners = new Set<(event: AviatorEvent) => void>()

/** Own bets come with the player's stream; the game's screen, a chunk of its own, listens here while it is open. */
export function onAviator(listener: (event: AviatorEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellAviator(event: AviatorEvent): void {
  listeners.forEach((listener) => listener(event))
}

import { type PointerEvent, useRef } from 'react'

/** A finger that trembles while it taps moves less. */
const BEGINS_PX = 8
const FAR_ENOUGH_PX = 64

/** Handlers of something that a finger pushes aside, to the left or to the right; let go of early, it comes back. */
export function useSwipeAway(onAway: () => void) {
  const from = useRef<number | null>(null)
  const stop = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    currentTarget.style.translate = ''
  }
  return {
    onPointerDown({ pointerType, clientX }: PointerEvent<HTMLElement>) {
      // A mouse marks the text instead.
      if (pointerType !== 'mouse') from.current = clientX
    },
    onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      if (from.current === null) return
      const by = clientX - from.current
      if (Math.abs(by) < BEGINS_PX && currentTarget.style.translate === '') return
      // Captures the pointer, so that lifting the finger does not press the element below.
      currentTarget.setPointerCapture(pointerId)
      currentTarget.style.translate = `${by}px`
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const by = event.clientX - (from.current ?? event.clientX)
      stop(event)
      if (Math.abs(by) >= FAR_ENOUGH_PX) onAway()
    },
    onPointerCancel: stop,
  }
}

import { type PointerEvent, useRef } from 'react'

/** A smaller movement counts as a tap. */
const BEGINS_PX = 8
const FAR_ENOUGH_PX = 64

/** Handlers for swiping an element away to the left or right. If the finger lifts early, the element moves back. */
export function useSwipeAway(onAway: () => void) {
  const from = useRef<number | null>(null)
  const stop = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    currentTarget.style.transform = ''
  }
  return {
    onPointerDown({ pointerType, clientX }: PointerEvent<HTMLElement>) {
      // With a mouse, dragging selects text instead.
      if (pointerType !== 'mouse') from.current = clientX
    },
    onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      if (from.current === null) return
      const by = clientX - from.current
      if (Math.abs(by) < BEGINS_PX && currentTarget.style.transform === '') return
      // Captures the pointer, so that lifting the finger does not press the element below.
      currentTarget.setPointerCapture(pointerId)
      currentTarget.style.transform = `translateX(${by}px)`
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const by = event.clientX - (from.current ?? event.clientX)
      stop(event)
      if (Math.abs(by) >= FAR_ENOUGH_PX) onAway()
    },
    onPointerCancel: stop,
  }
}

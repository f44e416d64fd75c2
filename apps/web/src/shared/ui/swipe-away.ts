import { type PointerEvent, useRef } from 'react'

/** A tap with an unsteady finger moves less than this. */
const BEGINS_PX = 8
const FAR_ENOUGH_PX = 64

/** Handlers for swiping an element away to the left or right. It returns if released early. */
export function useSwipeAway(onAway: () => void) {
  const from = useRef<number | null>(null)
  const stop = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    currentTarget.style.transform = ''
  }
  return {
    onPointerDown({ pointerType, clientX }: PointerEvent<HTMLElement>) {
      // A mouse selects text instead.
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

/** Looking on is not a deed: after so long without one nobody is known to sit there. */
const ATTENDED_FOR_MS = 60_000
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Watches whether somebody does something at the page. `stop` ends it. */
export function attend(
  page: EventTarget,
  nowMs: () => number,
): { readonly isLost: () => boolean; readonly stop: () => void } {
  let lastActionMs = nowMs()
  const note = (): void => void (lastActionMs = nowMs())
  for (const staffAction of ACTIONS) page.addEventListener(staffAction, note, { capture: true, passive: true })
  return {
    isLost: () => nowMs() - lastActionMs > ATTENDED_FOR_MS,
    stop() {
      for (const staffAction of ACTIONS) page.removeEventListener(staffAction, note, { capture: true })
    },
  }
}

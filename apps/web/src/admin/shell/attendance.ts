/** The console counts as unattended after this time without input. */
const ATTENDED_FOR_MS = 60_000
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Watches for input on the page. Returns `isLost` and `stop`. */
export function trackAttendance(
  page: EventTarget,
  nowMs: () => number,
): { readonly isLost: () => boolean; readonly stop: () => void } {
  let lastActionMs = nowMs()
  const note = (): void => void (lastActionMs = nowMs())
  for (const type of ACTIONS) page.addEventListener(type, note, { capture: true, passive: true })
  return {
    isLost: () => nowMs() - lastActionMs > ATTENDED_FOR_MS,
    stop() {
      for (const type of ACTIONS) page.removeEventListener(type, note, { capture: true })
    },
  }
}

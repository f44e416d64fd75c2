/** Looking on is not a deed: after so long without one nobody is known to sit there. */
const ATTENDED_FOR_MS = 60_000
const DEEDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Watches whether somebody does something at the page. `stop` ends it. */
export function attend(
  page: EventTarget,
  nowMs: () => number,
): { readonly isLost: () => boolean; readonly stop: () => void } {
  let lastDeedMs = nowMs()
  const note = (): void => void (lastDeedMs = nowMs())
  for (const deed of DEEDS) page.addEventListener(deed, note, { capture: true, passive: true })
  return {
    isLost: () => nowMs() - lastDeedMs > ATTENDED_FOR_MS,
    stop() {
      for (const deed of DEEDS) page.removeEventListener(deed, note, { capture: true })
    },
  }
}

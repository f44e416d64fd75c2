/** The console counts as idle after this time without input. */
const IDLE_AFTER_MS = 60_000
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Watches for input on the page. Returns `isIdle` and `stop`. */
export function trackIdle(
  page: EventTarget,
  nowMs: () => number,
): { readonly isIdle: () => boolean; readonly stop: () => void } {
  let lastActionMs = nowMs()
  const onAction = (): void => void (lastActionMs = nowMs())
  for (const type of ACTIONS) page.addEventListener(type, onAction, { capture: true, passive: true })
  return {
    isIdle: () => nowMs() - lastActionMs > IDLE_AFTER_MS,
    stop() {
      for (const type of ACTIONS) page.removeEventListener(type, onAction, { capture: true })
    },
  }
}

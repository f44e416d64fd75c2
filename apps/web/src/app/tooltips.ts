const OPENS_AFTER_MS = 700
const SKIPS_WITHIN_MS = 300
const GAP_PX = 6
const TOOLTIP_CLASSES = 'pointer-events-none fixed z-50 w-max max-w-64 rounded-tag bg-ink px-2 py-1 text-12 text-paper'

/** Decides when a tooltip opens: after a delay, or at once if another tooltip was just open. */
export function tooltipTimer<T>(show: (target: T) => void, hide: () => void) {
  let opening: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  let closedAtMs = -SKIPS_WITHIN_MS
  const open = (target: T) => {
    isOpen = true
    show(target)
  }
  const leave = () => {
    clearTimeout(opening)
    if (!isOpen) return
    isOpen = false
    closedAtMs = performance.now()
    hide()
  }
  return {
    enter(target: T) {
      leave()
      if (performance.now() - closedAtMs < SKIPS_WITHIN_MS) open(target)
      else opening = setTimeout(() => open(target), OPENS_AFTER_MS)
    },
    leave,
  }
}

/**
 * Shows the accessible names of icon buttons as tooltips for mouse and keyboard. Returns a function that turns the
 * tooltips off.
 */
export function showTooltips(): () => void {
  const tip = document.createElement('div')
  tip.setAttribute('role', 'tooltip')
  tip.className = TOOLTIP_CLASSES
  tip.hidden = true
  let at: Element | null = null
  const times = tooltipTimer<Element>(
    (target) => {
      tip.textContent = target.getAttribute('aria-label')
      tip.hidden = false
      // A modal dialog covers everything outside it.
      ;(target.closest('dialog') ?? document.body).append(tip)
      place(tip, target.getBoundingClientRect())
    },
    () => void (tip.hidden = true),
  )
  const over = (target: Element | null) => {
    if (target === at) return
    at = target
    if (target === null) times.leave()
    else times.enter(target)
  }
  const onPointer = ({ target, pointerType }: PointerEvent) =>
    over(pointerType === 'mouse' ? iconControlOf(target) : null)
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) over(iconControlOf(target))
  }
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerover', onPointer, { signal })
  document.addEventListener('focusin', onFocus, { signal })
  for (const type of ['pointerdown', 'keydown', 'focusout', 'scroll'])
    document.addEventListener(type, () => over(null), { signal, capture: true, passive: true })
  return () => {
    stop.abort()
    times.leave()
    tip.remove()
  }
}

/** A button or link that shows only an icon, or an icon with a count. */
function iconControlOf(target: EventTarget | null): Element | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('a[aria-label], button[aria-label]') : null
  return element?.querySelector('svg') != null && /^[\d+]*$/.test(element.innerText.trim()) ? element : null
}

/** Places the tooltip below its target, or above if there is no room, within the window. */
function place(tip: HTMLElement, target: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const left = target.left + target.width / 2 - width / 2
  const below = target.bottom + GAP_PX
  tip.style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - width - GAP_PX))}px`
  tip.style.top = `${below + height < window.innerHeight ? below : target.top - GAP_PX - height}px`
}

let waiting: readonly HTMLElement[] = []
let controls: readonly HTMLElement[] = []
let focused: Element | null = null
let path = ''

const controlsNow = () => [...document.querySelectorAll<HTMLElement>('main :is(input, select, textarea, button)')]

/** Takes over the clicks and form submissions that boot.js recorded. Call this function right before hydration. */
export function recordEarlyTaps(): void {
  waiting = window.takeTaps?.() ?? []
  controls = controlsNow()
  focused = document.activeElement
  path = location.pathname
}

/** Call this function when the user leaves the first page, so that its input does not appear on another page. */
export function forgetEarlyInput(): void {
  controls = []
}

/**
 * If a page translation changed the page before hydration, React renders the page again. This function moves values,
 * taps and focus from the old controls to the new controls, once. Call it right after that render, while old and new
 * controls have the same order.
 */
export function moveEarlyInput(): void {
  const before = controls
  if (location.pathname !== path || before.every((old) => old.isConnected)) return
  forgetEarlyInput()
  const now = controlsNow()
  if (before.length !== now.length || !before.every((old, i) => isAlike(old, now[i]))) return
  const successorOf = (old: Element | null) => now[before.findIndex((each) => each === old)]
  waiting = waiting.map((button) => successorOf(button) ?? button)
  // React ignores events during a render.
  setTimeout(() => {
    for (const [i, old] of before.entries()) copyInput(old, now[i])
    if (document.activeElement === document.body) successorOf(focused)?.focus()
  })
}

const isAlike = (old: Element, now: Element | undefined): boolean =>
  old.tagName === now?.tagName &&
  ['type', 'name'].every((attribute) => old.getAttribute(attribute) === now.getAttribute(attribute))

function copyInput(old: Element, now: Element | undefined): void {
  if (old instanceof HTMLInputElement && now instanceof HTMLInputElement && /^(checkbox|radio)$/.test(old.type)) {
    // A click cannot clear a radio button. A click on the selected button clears the other buttons of its group.
    if (old.checked !== now.checked && (old.type === 'checkbox' || old.checked)) now.click()
  } else if (hasText(old) && hasText(now) && old.value !== now.value) {
    // React replaces the element's own value setter and ignores values set through it. The prototype's setter works.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, old.value)
    now.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const hasText = (control?: Element): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  control !== undefined && /^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName) && control.getAttribute('type') !== 'file'

/** Replays clicks and submissions from before hydration, once the slip is loaded. */
export function repeatEarlyTaps(): void {
  for (const button of waiting) {
    button.removeAttribute('data-tapped')
    button.closest('form')?.removeAttribute('data-submitted')
    // React replays a click on an element that is not hydrated yet, but not a form submission. So a form is submitted
    // by a click on its button.
    if (button.isConnected) button.click()
  }
  waiting = []
}

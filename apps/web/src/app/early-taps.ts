let waiting: readonly HTMLElement[] = []

/** Takes over clicks and form submissions from before hydration. Call it right before hydration. */
export function takeEarlyTaps(): void {
  waiting = window.takeTaps?.() ?? []
}

/** Replays clicks and submissions from before hydration, once the slip is loaded. */
export function repeatEarlyTaps(): void {
  for (const button of waiting) {
    button.removeAttribute('data-tapped')
    button.closest('form')?.removeAttribute('data-submitted')
    // React replays a click after it hydrates the screen, but not a submit.
    if (button.isConnected) button.click()
  }
  waiting = []
}

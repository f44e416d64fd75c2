let waiting: readonly HTMLElement[] = []

/** Hands taps and forms over to the app. Call this right before hydration. */
export function takeEarlyTaps(): void {
  waiting = window.takeTaps?.() ?? []
}

/** Repeats what was tapped and sent before hydration, once the slip is loaded. */
export function repeatEarlyTaps(): void {
  for (const button of waiting) {
    button.removeAttribute('data-tapped')
    button.closest('form')?.removeAttribute('data-submitted')
    // A click hydrates its screen first; React does not wait with a submit.
    if (button.isConnected) button.click()
  }
  waiting = []
}

let waiting: readonly HTMLElement[] = []

/** Ends the keeping of taps: from here on the app hears them itself. Called right before it takes the page over. */
export function takeEarlyTaps(): void {
  waiting = window.takeTaps?.() ?? []
}

/** Does what was tapped before the app had arrived, once the slip is there to take it. */
export function repeatEarlyTaps(): void {
  for (const button of waiting) {
    button.removeAttribute('data-tapped')
    if (button.isConnected) button.click()
  }
  waiting = []
}

/** The browser's install prompt event. It fires once, soon after the page loads, so it is stored. */
export type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Set by public/boot.js, and removed when the prompt is used. */
    installPrompt?: InstallPrompt | undefined
  }
}

/** How long a tap waits for the browser's prompt. */
const WAIT_MS = 2_000
const STEP_MS = 100

/**
 * Starts the installation. Returns `no-offer` if the browser shows no prompt within two seconds. Rejects if it fails
 * (ACCT-08).
 */
export async function install(): Promise<'asked' | 'no-offer'> {
  // Some browsers have no install prompt, so there is no need to wait.
  if (!('onbeforeinstallprompt' in window)) return 'no-offer'
  for (let waitedMs = 0; window.installPrompt === undefined && waitedMs < WAIT_MS; waitedMs += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  const offer = window.installPrompt
  if (offer === undefined) return 'no-offer'
  // A prompt can be used only once.
  window.installPrompt = undefined
  await offer.prompt()
  return 'asked'
}

/** The browser's install prompt; it fires once, early, and is stored for later. */
export type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Set by public/boot.js: the install offer, until it is used. */
    installPrompt?: InstallPrompt | undefined
  }
}

/** How long a press waits for an offer that has not come yet. */
const WAIT_MS = 2_000
const STEP_MS = 100

/** Starts the installation; `no-offer` where this browser makes none within two seconds. Rejects when it fails (ACCT-08). */
export async function install(): Promise<'asked' | 'no-offer'> {
  // Some browsers have no such offer, and no player waits for it.
  if (!('onbeforeinstallprompt' in window)) return 'no-offer'
  for (let waitedMs = 0; window.installPrompt === undefined && waitedMs < WAIT_MS; waitedMs += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  const offer = window.installPrompt
  if (offer === undefined) return 'no-offer'
  // An offer can be taken once.
  window.installPrompt = undefined
  await offer.prompt()
  return 'asked'
}

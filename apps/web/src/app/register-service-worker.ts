import { registerSW } from 'virtual:pwa-register'
import { ROUTES } from './routes.ts'

/** APP-24: dispatched on the window; its detail activates the new version and reloads the page. */
const UPDATE_AVAILABLE = 'update-available'
/** An installed app can stay open for days. */
const UPDATE_CHECK_MS = 3_600_000
const OFFLINE_SCREENS = new Set([
  '/account',
  '/bet/:id',
  '/betslip',
  '/betting-options',
  '/live',
  '/live/:id',
  '/livescore',
  '/mybets',
  '/notifications',
])

declare global {
  interface WindowEventMap {
    [UPDATE_AVAILABLE]: CustomEvent<() => void>
  }
}

/** APP-23 to APP-25. In development this does nothing. */
export function registerServiceWorker(): void {
  const update = registerSW({
    onNeedRefresh: () => window.dispatchEvent(new CustomEvent(UPDATE_AVAILABLE, { detail: () => void update() })),
    onRegisteredSW: (_url, registration) => {
      if (registration !== undefined) checkForUpdates(registration)
    },
    // Private windows refuse; the app works without offline support.
    onRegisterError: (error: unknown) => console.info('no offline support', error),
  })
  storeLoadedFiles()
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAtMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < UPDATE_CHECK_MS) return
    checkedAtMs = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** Loads the code of the screens that have content offline, and stores it on the device. */
export async function storeOfflineScreens(): Promise<void> {
  const screens = ROUTES.filter(({ path }) => OFFLINE_SCREENS.has(path))
  await Promise.allSettled([
    ...screens.map((screen) => screen.preload()),
    // The columns of wide screens.
    import('./chrome/sports-column.tsx'),
    import('../player/slip/slip-panel.tsx'),
    import('../player/tickets/open-bets.tsx'),
  ])
  storeLoadedFiles()
}

/** The worker has not seen files that the page loaded before it was installed. */
function storeLoadedFiles(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const urlsToCache = loaded.filter((url) => url.startsWith(`${window.location.origin}/assets/`))
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
  })
}

import { ROUTES } from './routes.ts'

/** An event on the window. Its detail function activates the new version and reloads the page. */
const UPDATE_AVAILABLE = 'update-available'
/**
 * An installed app can stay open for days, so it also checks for updates when it becomes visible, at most once per
 * interval.
 */
const UPDATE_CHECK_MS = 3_600_000
/** Chromium sometimes keeps the new worker waiting for the idle old worker until the user leaves the page. */
const ACTIVATES_WITHIN_MS = 3_000
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

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker belongs to the current release, so no reload is needed.
    if (isControlled) window.location.reload()
    isControlled = true
  })
  // Private windows reject service workers. The app then works without offline support.
  serviceWorker
    .register('/service-worker.js')
    .catch((error: unknown) => console.info('the app cannot be used offline', error))
  void serviceWorker.ready.then((registration) => {
    announceUpdate(registration.waiting)
    announceUpdate(registration.installing)
    registration.addEventListener('updatefound', () => announceUpdate(registration.installing))
    checkForUpdates(registration)
  })
  storeLoadedFiles()
}

function announceUpdate(worker: ServiceWorker | null): void {
  if (worker === null) return
  const announce = () => {
    if (worker.state !== 'installed' || navigator.serviceWorker.controller === null) return
    const detail = (): void => {
      worker.postMessage({ type: 'SKIP_WAITING' })
      setTimeout(() => window.location.reload(), ACTIVATES_WITHIN_MS)
    }
    window.dispatchEvent(new CustomEvent(UPDATE_AVAILABLE, { detail }))
  }
  announce()
  worker.addEventListener('statechange', announce)
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAtMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < UPDATE_CHECK_MS) return
    checkedAtMs = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** Loads and stores the code of screens that work offline. Without a service worker the app cannot be opened offline. */
export async function storeOfflineScreens(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.ready
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

/** Asks the service worker to store the files that the page loaded before the worker was installed. */
function storeLoadedFiles(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const urlsToCache = loaded.filter((url) => url.startsWith(`${window.location.origin}/assets/`))
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
  })
}

/** APP-24: fired on the window; its detail is the worker that waits to take over. */
const UPDATE_AVAILABLE = 'update-available'
/** An installed app may stay open for days. */
const LOOK_EVERY_MS = 3_600_000

declare global {
  interface WindowEventMap {
    [UPDATE_AVAILABLE]: CustomEvent<ServiceWorker>
  }
}

const supported = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator

/** APP-23 to APP-25 */
export function registerServiceWorker(): void {
  if (!supported()) return
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes charge of a page that is as new as itself: nothing has changed.
    if (isControlled) window.location.reload()
    isControlled = true
  })
  // Where it may not be registered (a private window, an old browser), the app is a page like any other.
  serviceWorker.register('/service-worker.js').catch((error: unknown) => console.info('not installed', error))
  void serviceWorker.ready.then(watch)
}

function watch(registration: ServiceWorkerRegistration): void {
  tellWhenInstalled(registration.waiting)
  tellWhenInstalled(registration.installing)
  registration.addEventListener('updatefound', () => tellWhenInstalled(registration.installing))
  let lookedAtMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAtMs < LOOK_EVERY_MS) return
    lookedAtMs = Date.now()
    registration.update().catch(() => undefined)
  })
}

function tellWhenInstalled(worker: ServiceWorker | null): void {
  if (worker === null) return
  const tell = () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null)
      window.dispatchEvent(new CustomEvent(UPDATE_AVAILABLE, { detail: worker }))
  }
  tell()
  worker.addEventListener('statechange', tell)
}

/** What can be read offline gets its code: slip, tickets, live games. */
export function keepScreens(): void {
  if (!supported()) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('keep-screens'))
}

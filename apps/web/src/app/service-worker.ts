/// <reference lib="webworker" />
// Stores the app's own files. The page stores API responses, because they belong to its player
// (state/cached-answers.ts).
import { clientsClaim } from 'workbox-core'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'
import { openMessage, renewSubscription, showMessage } from './service-worker-push.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

const SHELL = 'index.html'
const PAGE_TIMEOUT_SECONDS = 10
const ASSETS = 'mupiira-assets'

// The server renders `/`, so the app shell (index.html) must not answer it.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()
enableNavigationPreload()

// Pages come from the server with current odds. If a page fails to load, the app shell replaces it.
const pages = new NetworkOnly({
  networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
  plugins: [
    {
      async fetchDidSucceed({ response }) {
        if (response.status >= 500) throw new Error(`The page request failed with status ${response.status}.`)
        return response
      },
      handlerDidError: () => matchPrecache(SHELL),
    },
  ],
})
registerRoute(new NavigationRoute(pages, { denylist: [/^\/api\//, /\.\w+$/] }))

// File names contain a content hash. The page sends CACHE_URLS for offline screens.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: ASSETS,
    matchOptions: { ignoreVary: true },
  }),
)

// Removes the files of the previous release.
self.addEventListener('activate', (event) => event.waitUntil(caches.delete(ASSETS)))
self.addEventListener('message', (event) => {
  if ((event.data as { readonly type?: string } | null)?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
})
self.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(showMessage(self.registration, event.data.text()))
})
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openMessage(self.clients, self.location.origin, event.notification)),
)
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewSubscription(self.registration)),
)

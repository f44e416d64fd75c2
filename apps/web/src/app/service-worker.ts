// Keeps the app itself on the device, by the hash of its build, and no answer of the interface: those are kept by the
// page, which knows whose they are (state/kept-answers.ts). The build puts BUILD and the two lists before this file.
import { openMessage, type OpenWindow, renewSubscription, showMessage } from './service-worker-push.ts'

declare const BUILD: string
/** What the first page needs, and the page that is shown when none comes. */
declare const SHELL_FILES: readonly string[]
/** Screens that have something to show offline, fetched when there is something to show. */
declare const SCREEN_FILES: readonly string[]

type Waiting = { readonly waitUntil: (work: Promise<unknown>) => void }
type Fetching = {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  readonly respondWith: (response: Promise<Response>) => void
}
type Scope = {
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly matchAll: (options: { readonly type: 'window' }) => Promise<readonly OpenWindow[]>
    readonly openWindow: (url: string) => Promise<OpenWindow | null>
  }
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly skipWaiting: () => Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(
    type: 'push',
    listener: (event: Waiting & { readonly data: { readonly text: () => string } | null }) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: Waiting & { readonly notification: Notification }) => void,
  ): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Waiting) => void): void
  addEventListener(type: 'message', listener: (event: Waiting & { readonly data: unknown }) => void): void
}

const scope = globalThis as unknown as Scope
const CACHE_PREFIX = 'mupiira '
const CACHE = CACHE_PREFIX + BUILD
const SHELL = '/shell.html'
/** Files of the build, by their hash. */
const STORED_WHEN_ASKED = /^\/assets\//
/** A page that has not begun to come by then does not come. */
const PAGE_WITHIN_MS = 10_000

scope.addEventListener('install', (event) => event.waitUntil(keep(SHELL_FILES)))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(scope.skipWaiting())
  if (event.data === 'keep-screens') event.waitUntil(keep(SCREEN_FILES))
})
scope.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(showMessage(scope.registration, event.data.text()))
})
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openMessage(scope.clients, scope.location.origin, event.notification)),
)
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope.registration)))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    // A name with an ending is a file, not a screen.
    if (!pathname.startsWith('/api/') && !/\.\w+$/.test(pathname)) event.respondWith(page(event))
  } else if (STORED_WHEN_ASKED.test(pathname) || SHELL_FILES.includes(pathname)) event.respondWith(file(request))
})

/** Files that are not kept yet; those with a hash come from the browser's own cache where the page has them already. */
async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = await Promise.all(files.map((name) => cache.match(name, { ignoreVary: true })))
  await cache.addAll(files.filter((_, at) => kept[at] === undefined))
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/** A page comes from the server, with the odds of now; the app's shell stands in for one that does not come. */
async function page(event: Fetching): Promise<Response> {
  const shell = async () => caches.match(SHELL, { ignoreVary: true })
  try {
    const answer = await within(PAGE_WITHIN_MS, answerOf(event))
    return answer.status < 500 ? answer : ((await shell()) ?? answer)
  } catch {
    return (await shell()) ?? Response.error()
  }
}

const answerOf = async ({ preloadResponse, request }: Fetching): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), milliseconds))
  return Promise.race([work, late])
}

/** A file of one build never changes. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

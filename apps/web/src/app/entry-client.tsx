import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PageData } from '@mupiira/contract/pages.ts'
import { shownPage } from '../shared/api/client.ts'
import { createQueryClient } from '../shared/api/queries.ts'
import { recordServerTime } from '../shared/clock.ts'
import { handleFailedQuery, sessionUser } from '../state/session.ts'
import { App } from './app.tsx'
import './app.css'
import { moveEarlyInput, recordEarlyTaps } from './early-taps.ts'
import { findRoute } from './find-route.ts'
import { fillCache } from './page-cache.ts'
import { pageTitle } from './page-title.ts'
import type { ScreenRoute } from './routes.ts'

/** The data that the server used to render this page; null for the app shell (index.html). */
function pageData(): PageData | null {
  const text = document.getElementById('page')?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}

/** Splits the startup into several tasks. One long task would block a slow phone. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

async function start(): Promise<void> {
  await nextTask()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no element with the id "root"')
  const serverData = pageData()
  const data = serverData ?? { now: new Date().toISOString() }
  // Corrects a wrong phone clock before times are shown.
  recordServerTime(data.now)
  const client = createQueryClient((error, query) => handleFailedQuery(client, error, query))
  shownPage.playerId = () => sessionUser(client)?.id
  fillCache(client, data, { path: location.pathname, search: location.search }, Date.now())
  const { route } = findRoute(location.pathname)
  if (serverData === null) await startOffline(client, route)
  const app = <App client={client} renderedAt={new Date(data.now)} streamCursor={data.streamCursor} />
  // Loads the screen's code first, because hydration would otherwise render a fallback.
  await route.preload().catch(() => undefined)
  await nextTask()
  recordEarlyTaps()
  // A transition hydrates in small slices, which keeps slow phones responsive.
  if (serverData !== null)
    startTransition(() => void hydrateRoot(root, app, { onRecoverableError: onRenderedAgain(root) }))
  else createRoot(root).render(app)
}

/** If a page translation changed the page before hydration, React renders it again. That is not an error of the app. */
function onRenderedAgain(root: HTMLElement): (error: unknown) => void {
  const isTranslated = root.querySelector('font') !== null
  return (error) => {
    moveEarlyInput()
    if (isTranslated) console.info('the translated page was rendered again', error)
    else reportError(error)
  }
}

/** The app shell contains no data, so the app shows data stored on the device. */
async function startOffline(client: QueryClient, route: ScreenRoute): Promise<void> {
  document.title = pageTitle(route)
  await import('./deferred.ts').then(
    ({ startWithStored }) => startWithStored(client),
    () => undefined,
  )
}

void start()

import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PageData } from '@mupiira/contract/pages.ts'
import { shown } from '../shared/api/client.ts'
import { createQueryClient } from '../shared/api/queries.ts'
import { noteServerTime } from '../shared/clock.ts'
import { noteFailedReading, sessionUser } from '../state/session.ts'
import { App } from './app.tsx'
import './app.css'
import { takeEarlyTaps } from './early-taps.ts'
import { findRoute } from './find-route.ts'
import { fillCache } from './page-cache.ts'
import { pageTitle } from './page-title.ts'
import type { ScreenRoute } from './routes.ts'

/** The answers that the server rendered this page from; null on the shell that stands in for a page (service-worker.ts). */
function pageData(): PageData | null {
  const text = document.getElementById('page')?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  const sent = pageData()
  const data = sent ?? { now: new Date().toISOString() }
  // The page was rendered a moment ago: a phone whose clock is wrong shows the right times from the start.
  noteServerTime(data.now)
  const client = createQueryClient((error, query) => noteFailedReading(client, error, query))
  shown.playerId = () => sessionUser(client)?.id
  fillCache(client, data, { path: location.pathname, search: location.search }, Date.now())
  const { route } = findRoute(location.pathname)
  if (sent === null) await startOnOwn(client, route)
  const app = <App client={client} renderedAt={new Date(data.now)} place={data.place} />
  // The screen's chunk was announced in the head; with it the first render is complete and equals the server's.
  await route.preload().catch(() => undefined)
  takeEarlyTaps()
  // In pieces: a slow phone stays free for the finger meanwhile.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

/** No server sent this page: what the device has kept is shown, as old as it is. */
async function startOnOwn(client: QueryClient, route: ScreenRoute): Promise<void> {
  document.title = pageTitle(route)
  await import('./offline.tsx').then(
    ({ startWithStored }) => startWithStored(client),
    () => undefined,
  )
}

void start()

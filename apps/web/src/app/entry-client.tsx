import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PageData } from '@mupiira/contract/pages.ts'
import { createQueryClient } from '../shared/api/queries.ts'
import { noteServerTime } from '../shared/clock.ts'
import { keepInstallPrompt } from '../state/install-prompt.ts'
import { noteSessionLoss } from '../state/session.ts'
import { App } from './app.tsx'
import './app.css'
import { takeEarlyTaps } from './early-taps.ts'
import { findRoute } from './find-route.ts'
import { fillCache } from './page-cache.ts'

/** The answers that the server rendered this page from; a page without any fetches everything itself. */
function pageData(): PageData {
  const text = document.getElementById('page')?.textContent
  return text ? (JSON.parse(text) as PageData) : { now: new Date().toISOString() }
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  const data = pageData()
  // The page was rendered a moment ago: a phone whose clock is wrong shows the right times from the start.
  noteServerTime(data.now)
  const client = createQueryClient((error) => noteSessionLoss(client, error))
  fillCache(client, data, { path: location.pathname, search: location.search }, Date.now())
  const app = <App client={client} renderedAt={new Date(data.now)} />
  // The screen's chunk was announced in the head; with it the first render is complete and equals the server's.
  await findRoute(location.pathname)
    .route.preload()
    .catch(() => undefined)
  takeEarlyTaps()
  if (root.hasChildNodes()) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

keepInstallPrompt()
void start()

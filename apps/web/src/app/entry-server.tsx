import { renderToString } from 'react-dom/server'
import type { PageData, RenderedPage } from '@mupiira/contract/pages.ts'
import { createQueryClient } from '../shared/api/queries.ts'
import { App } from './app.tsx'
import { findRoute, type FoundRoute } from './find-route.ts'
import { redirectOf } from './guard.ts'
import { headOf } from './head.ts'
import { fillCache } from './page-cache.ts'
import { NOT_FOUND, ROUTES } from './routes.ts'

export { pageAddress } from './page-address.ts'

// The server holds every screen, so that each renders at once.
await Promise.all([...ROUTES, NOT_FOUND].map((route) => route.preload()))

/**
 * A page as HTML, with the answers that it was made of for the browser to take over from. `url` is path and query.
 * A guarded address of somebody who may not see it answers 302 and where to go, once the session is known.
 */
export function render(url: string, data: PageData): RenderedPage {
  const { pathname, search } = new URL(url, 'http://mupiira')
  const found = findRoute(pathname)
  const status = data.session?.user == null ? 'out' : 'in'
  const location = data.session === undefined ? null : redirectOf(found.route.access, { status })
  if (location !== null) return { head: '', html: '', status: 302, location }

  const client = createQueryClient()
  fillCache(client, data, { path: pathname, search }, Date.now())
  const body = renderToString(
    <App client={client} renderedAt={new Date(data.now)} serverPath={pathname} serverSearch={search.slice(1)} />,
  )
  client.clear()
  return { head: headOf(found.route), html: bodyOf(body, data), status: statusOf(found) }
}

/** The page that stands in for one that does not come: the app without any answer (service-worker.ts). */
export const renderShell = (): string =>
  `<!doctype html>\n<html lang="en"><head>${headOf(findRoute('/').route)}</head><body><div id="root"></div></body></html>`

const statusOf = ({ route }: FoundRoute): number => route.status ?? 200

/** Inside a script, `<` could end it. */
const bodyOf = (body: string, data: PageData): string =>
  `<div id="root">${body}</div><script type="application/json" id="page">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

import { renderToString } from 'react-dom/server'
import type { PageData, RenderedPage, WebBuild } from '@mupiira/contract/pages.ts'
import { createQueryClient } from '../shared/api/queries.ts'
import { App } from './app.tsx'
import { findRoute } from './find-route.ts'
import { redirectOf } from './guard.ts'
import { headOf } from './head.ts'
import { fillCache } from './page-cache.ts'
import { NOT_FOUND, ROUTES } from './routes.ts'

export { pageAddress } from './page-address.ts'

// Loads all screens in advance, so that rendering never suspends.
await Promise.all([...ROUTES, NOT_FOUND].map((route) => route.preload()))

/**
 * Renders a page into the template with its data for hydration. `url` is path and query. A guarded page returns 302 if
 * the session is known and has no access.
 */
export function render(url: string, data: PageData, { template, manifest }: WebBuild): RenderedPage {
  const { pathname, search } = new URL(url, 'http://mupiira')
  const { route } = findRoute(pathname)
  const status = data.session?.user == null ? 'out' : 'in'
  const location = data.session === undefined ? null : redirectOf(route.access, { status })
  if (location !== null) return { html: '', status: 302, location }

  const client = createQueryClient()
  fillCache(client, data, { path: pathname, search }, Date.now())
  const screen = renderToString(
    <App client={client} renderedAt={new Date(data.now)} serverPath={pathname} serverSearch={search.slice(1)} />,
  )
  client.clear()
  const parts: Readonly<Record<string, string>> = { head: headOf(route, manifest), screen, data: scriptOf(data) }
  return {
    html: template.replace(/<!--(head|screen|data)-->/g, (_, name: string) => parts[name] ?? ''),
    status: route.status ?? 200,
  }
}

/** Escapes `<`, because `</script>` in the data would end the element. */
const scriptOf = (data: PageData): string =>
  `<script type="application/json" id="page">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

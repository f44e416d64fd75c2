import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Connect, createServer, type Plugin, type ViteDevServer } from 'vite'
import type { PageData, WebPages } from '../../packages/contract/src/pages.ts'
import { dataFolder, root } from './folders.ts'

const web = join(root, 'apps/web')
const SERVER_PATHS = /^\/(api|healthz|readyz|metrics)\b/
const SERVER_ENTRY = '/src/app/entry-server.tsx'
/** The page links the styles itself, because modules load too late for the first paint. */
const STYLES = '<link rel="stylesheet" href="/src/app/app.css">'

type WebDev = { readonly close: () => Promise<void> }

/**
 * Serves the web app from its sources: modules with hot replacement, and pages rendered in this process, which
 * survives restarts of the server. All other requests go to the server.
 */
export async function startWebDev(port: number, serverUrl: string, restarted: () => Promise<void>): Promise<WebDev> {
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    plugins: [waitForServer(restarted), pages(serverUrl, restarted)],
    server: {
      port,
      strictPort: true,
      host: process.env['HOST'] ?? true,
      proxy: { [SERVER_PATHS.source]: { target: serverUrl, ws: false } },
    },
  })
  await vite.listen()
  await Promise.all([vite.warmupRequest('/src/app/entry-client.tsx'), vite.ssrLoadModule(SERVER_ENTRY)])
  return { close: () => vite.close() }
}

/**
 * Writes a build whose pages are only their data as JSON. In development the server supplies the data and Vite renders
 * the page.
 */
export function writeDataBuild(): string {
  const folder = join(dataFolder, 'page-data')
  for (const path of ['client/.vite', 'client/assets', 'server']) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'client/index.html'), JSON.stringify({ now: new Date().toISOString() }))
  writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}')
  const entry = `export const pageAddress = (url) => url
export const render = (_url, data) => ({ html: JSON.stringify(data), status: 200 })
`
  writeFileSync(join(folder, 'server/entry-server.js'), entry)
  writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}')
  return folder
}

/** Requests wait while the server restarts. */
function waitForServer(restarted: () => Promise<void>): Plugin {
  return {
    name: 'wait-for-server',
    configureServer: (vite) => {
      vite.middlewares.use((request, _response, next) => {
        if (!SERVER_PATHS.test(request.url ?? '')) next()
        else void restarted().finally(() => next())
      })
    },
  }
}

function pages(serverUrl: string, restarted: () => Promise<void>): Plugin {
  return {
    name: 'server-rendered-pages',
    configureServer: (vite) => () => {
      vite.middlewares.use((request, response, next) => {
        const path = request.originalUrl?.split('?', 1)[0] ?? '/'
        if (/\.\w+$/.test(path)) next()
        else void restarted().then(() => sendPage(vite, serverUrl, request, response, next))
      })
    },
  }
}

async function sendPage(
  vite: ViteDevServer,
  serverUrl: string,
  request: Connect.IncomingMessage,
  response: ServerResponse,
  next: Connect.NextFunction,
): Promise<void> {
  const url = request.originalUrl ?? '/'
  try {
    const data = await pageData(`${serverUrl}${url}`, request.headers.cookie ?? '')
    const source = readFileSync(join(web, 'index.html'), 'utf8').replace('</head>', `${STYLES}</head>`)
    const template = await vite.transformIndexHtml(url, source)
    const { render } = (await vite.ssrLoadModule(SERVER_ENTRY)) as WebPages
    const { html, status, location } = render(url, data, { template, manifest: {} })
    if (location !== undefined) response.setHeader('location', location)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    next(error)
  }
}

async function pageData(url: string, cookie: string): Promise<PageData> {
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`The server answered ${url} with ${response.status}.`)
  return (await response.json()) as PageData
}

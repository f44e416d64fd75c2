import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BuildManifest, PageData, RenderedPage, WebBuild, WebPages } from '@mupiira/contract/pages.ts'
import type { Kernel } from '../../kernel.ts'
import { BatcherFull, createBatcher } from '../../batcher.ts'
import { cachedBody } from './cached-body.ts'
import { networkOf } from '../../access/network.ts'
import { sendCached } from '../reply.ts'
import type { CachedBody } from '../route.ts'
import { asDocument } from '../security-headers.ts'

/**
 * Loads the data of a page by its path; `*` for every other path. Pages are the same for everyone: they read no
 * session.
 */
export type PageLoaders = {
  readonly [pathname: string]: (url: URL) => Promise<Omit<PageData, 'now'>>
}

export type Pages = { serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

type Page = { readonly body: CachedBody; readonly status: number; readonly location: string | null }
type CachedPage = { readonly page: Promise<Page>; readonly atMs: number }

const HTML_TYPE = 'text/html; charset=utf-8'
const CACHED_MS = 1_500
const MAX_CACHED = 300
/** Maximum number of waiting pages. Rendering one page takes as long as placing many bets. */
const MAX_WAITING = 50
/**
 * Limit of renderings per minute for one network, whose address thousands of players may share. Cached pages do not
 * count.
 */
const RENDERS_PER_MINUTE = 600

/**
 * Renders pages on the server and caches each one briefly, so that many requests cost one rendering. Above the limits,
 * it sends the app shell, which loads its data itself.
 */
export async function createPages(
  webDist: string,
  loaders: PageLoaders,
  { clock, log, config, rateLimits }: Pick<Kernel, 'clock' | 'log' | 'config' | 'rateLimits'>,
): Promise<Pages> {
  const { render, pageAddress } = await loadWeb(join(webDist, 'server/entry-server.js'))
  const build = await readBuild(join(webDist, 'client'))
  const shell: Page = { body: cachedBody(Buffer.from(build.template)), status: 200, location: null }
  const limit = rateLimits.limiter('page', RENDERS_PER_MINUTE * config.rateLimitFactor)
  const cached = new Map<string, CachedPage>()

  const renders = createBatcher<{ readonly address: string; readonly data: PageData }, RenderedPage>({
    maxBatch: 1,
    maxWaitMs: 0,
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    async run(batch) {
      // Render one page per turn of the event loop, so that other requests are served in between.
      await yieldToEventLoop()
      return batch.map(({ address, data }) => render(address, data, build))
    },
  })

  async function loadData(url: URL): Promise<PageData> {
    const now = clock.now().toISOString()
    try {
      return { now, ...(await (loaders[url.pathname] ?? loaders['*'])?.(url)) }
    } catch (error) {
      // The app can load the data itself, so send the page without data.
      log.warn({ err: error, page: url.pathname }, 'page sent without its data')
      return { now }
    }
  }

  async function renderPage(address: string): Promise<Page> {
    const data = await loadData(new URL(address, 'http://page'))
    const page = await renders.submit({ address, data })
    return { body: cachedBody(Buffer.from(page.html)), status: page.status, location: page.location ?? null }
  }

  function fromCache(address: string): Promise<Page> | undefined {
    const known = cached.get(address)
    return known !== undefined && performance.now() - known.atMs < CACHED_MS ? known.page : undefined
  }

  async function pageFor(address: string, visitor: string): Promise<Page> {
    const known = fromCache(address)
    if (known !== undefined) return known
    if (renders.waiting() >= MAX_WAITING || (await limit.consume(networkOf(visitor))) > 0) return shell
    return fromCache(address) ?? cacheNew(address)
  }

  function cacheNew(address: string): Promise<Page> {
    const page = renderPage(address)
    page.catch(() => cached.delete(address))
    cached.delete(address)
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value ?? '')
    cached.set(address, { page, atMs: performance.now() })
    return page
  }

  /** The app shell if the queue is full. A request may discover this only after it has loaded its data. */
  function shellIfFull(error: unknown): Page {
    if (error instanceof BatcherFull) return shell
    throw error
  }

  return {
    async serve(request, reply) {
      // `//name/…` is a path here, but parsed as a URL it would name another host.
      const address = pageAddress(request.url.replace(/^[/\\]+/, '/'))
      const { body, status, location } = await pageFor(address, request.ip).catch(shellIfFull)
      if (location !== null) return reply.redirect(location, 302)
      return sendCached(request, asDocument(reply), body, HTML_TYPE, status)
    },
  }
}

async function readBuild(client: string): Promise<WebBuild> {
  const [template, manifest] = await Promise.all(
    ['index.html', '.vite/manifest.json'].map((file) => readFile(join(client, file), 'utf8')),
  )
  return { template: template ?? '', manifest: JSON.parse(manifest ?? '{}') as BuildManifest }
}

async function loadWeb(file: string): Promise<WebPages> {
  const entry = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`WEB_DIST has no rendered web app (${file}); build it first`, { cause: error })
  })) as Partial<WebPages>
  const { render, pageAddress } = entry
  if (render === undefined || pageAddress === undefined)
    throw new Error(`${file} does not export render and pageAddress`)
  return { render, pageAddress }
}

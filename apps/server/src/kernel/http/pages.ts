import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageData, RenderedPage, WebPages } from '@mupiira/contract/pages.ts'
import type { Kernel } from '../kernel.ts'
import { createBatcher, BatcherFull } from '../batcher.ts'
import { networkOf, type RateLimit } from './rate-limit.ts'
import { readyBytes } from './ready-bytes.ts'
import type { ReadyBytes } from './route.ts'
import { OF_DOCUMENTS } from './secure-headers.ts'
import { HTML_TYPE, sendReady } from './send.ts'

/** What a page is rendered from, by its path, `*` for every other. Pages are the same for everybody: no session enters them. */
export type PageLoaders = {
  readonly [pathname: string]: (url: URL) => Promise<Omit<PageData, 'now'>>
}

export type Pages = { serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

type Made = { readonly ready: ReadyBytes; readonly status: number; readonly location: string | null }
type Stored = { readonly made: Promise<Made>; readonly atMs: number }

const RETENTION_MS = 1_500
const MOST_STORED = 300
/** What is rendered takes the time of many bets. */
const MOST_WAITING = 50
/** Of one network, in which thousands may share an address; what is kept for others costs it nothing. */
const RENDERED_A_MINUTE = 600

/**
 * Pages rendered on the server and kept as ready bytes for a moment, so that a crowd costs one rendering. Where too much
 * is to be rendered the app comes without its page, and asks by itself for what it shows.
 */
export async function createPages(
  webDist: string,
  loaders: PageLoaders,
  { clock, log, config }: Pick<Kernel, 'clock' | 'log' | 'config'>,
  { rateLimit }: { readonly rateLimit: RateLimit },
): Promise<Pages> {
  const { render, pageAddress } = await loadWeb(join(webDist, 'server/entry.js'))
  const shell = { ready: readyBytes(await readFile(join(webDist, 'client/shell.html'))), status: 200, location: null }
  const perMinute = RENDERED_A_MINUTE * config.rateLimitFactor
  const kept = new Map<string, Stored>()

  const renders = createBatcher<{ readonly address: string; readonly data: PageData }, RenderedPage>({
    maxBatch: 1,
    maxWaitMs: 0,
    batchers: 1,
    maxWaiting: MOST_WAITING,
    async run(batch) {
      // Each in a turn of its own: between two of them others are served.
      await nextTurn()
      return batch.map(({ address, data }) => render(address, data))
    },
  })

  async function dataFor(url: URL): Promise<PageData> {
    const now = clock.now().toISOString()
    try {
      return { now, ...(await (loaders[url.pathname] ?? loaders['*'])?.(url)) }
    } catch (error) {
      // Without its data the app asks for them itself, and shows what it can.
      log.warn({ err: error, page: url.pathname }, 'a page is sent without its data')
      return { now }
    }
  }

  async function make(address: string, atMs: number): Promise<Made> {
    const data = await dataFor(new URL(address, 'http://page'))
    const page = await renders.submit({ address, data })
    const html = `<!doctype html>\n<html lang="en"><head>${page.head}</head><body>${page.html}</body></html>`
    const stands = (): boolean => performance.now() - atMs < RETENTION_MS
    return { ready: readyBytes(Buffer.from(html), stands), status: page.status, location: page.location ?? null }
  }

  async function madeFor(address: string, visitor: string): Promise<Made> {
    const nowMs = performance.now()
    const known = kept.get(address)
    if (known !== undefined && nowMs - known.atMs < RETENTION_MS) return known.made
    if (renders.waiting() >= MOST_WAITING || rateLimit.take('page', networkOf(visitor), perMinute) > 0) return shell
    const made = make(address, nowMs)
    made.catch(() => kept.delete(address))
    kept.delete(address)
    if (kept.size >= MOST_STORED) kept.delete(kept.keys().next().value ?? '')
    kept.set(address, { made, atMs: nowMs })
    return made
  }

  /** Among those who come at once it is known only after their data whose turn there is no place for. */
  function shellIfFull(error: unknown): Made {
    if (error instanceof BatcherFull) return shell
    throw error
  }

  return {
    async serve(request, reply) {
      // `//name/…` is a path here; read as an address it would name another host.
      const address = pageAddress(request.url.replace(/^[/\\]+/, '/'))
      const { ready, status, location } = await madeFor(address, request.ip).catch(shellIfFull)
      if (location !== null) return reply.redirect(location, 302)
      return sendReady(request, reply.headers(OF_DOCUMENTS), ready, HTML_TYPE, status)
    },
  }
}

async function loadWeb(file: string): Promise<WebPages> {
  const entry = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`WEB_DIST has no web app that can be rendered (${file}); build it first`, { cause: error })
  })) as Partial<WebPages>
  const { render, pageAddress } = entry
  if (render === undefined || pageAddress === undefined)
    throw new Error(`${file} does not export render and pageAddress`)
  return { render, pageAddress }
}

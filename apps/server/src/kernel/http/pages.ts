import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageData, RenderPage } from '@mupiira/contract/pages.ts'
import type { Kernel } from '../kernel.ts'
import { readyBytes } from './ready-bytes.ts'
import type { ReadyBytes } from './route.ts'
import { sendReady } from './send.ts'

/** What a page is rendered from, by its path, `*` for every other. Pages are the same for everybody: no session enters them. */
export type PageLoaders = {
  readonly [pathname: string]: (url: URL) => Promise<Omit<PageData, 'now'>>
}

export type Pages = { serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

type Made = { readonly ready: ReadyBytes; readonly status: number; readonly location: string | null }
type Kept = { readonly made: Promise<Made>; readonly atMs: number }

const KEPT_MS = 1_500
const MOST_KEPT = 300
const HTML_TYPE = 'text/html; charset=utf-8'

/** Pages rendered on the server and kept as ready bytes for a moment, so that a crowd costs one rendering. */
export async function createPages(
  webDist: string,
  loaders: PageLoaders,
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
): Promise<Pages> {
  const render = await loadRender(join(webDist, 'server/entry.js'))
  const kept = new Map<string, Kept>()

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
    const page = render(address, data)
    const html = `<!doctype html>\n<html lang="en"><head>${page.head}</head><body>${page.html}</body></html>`
    const stands = (): boolean => performance.now() - atMs < KEPT_MS
    return { ready: readyBytes(Buffer.from(html), stands), status: page.status, location: page.location ?? null }
  }

  function madeFor(address: string): Promise<Made> {
    const nowMs = performance.now()
    const known = kept.get(address)
    if (known !== undefined && nowMs - known.atMs < KEPT_MS) return known.made
    const made = make(address, nowMs)
    made.catch(() => kept.delete(address))
    kept.delete(address)
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(address, { made, atMs: nowMs })
    return made
  }

  return {
    async serve(request, reply) {
      // `//name/…` is a path here; read as an address it would name another host.
      const { ready, status, location } = await madeFor(request.url.replace(/^[/\\]+/, '/'))
      if (location !== null) return reply.redirect(location, 302)
      return sendReady(request, reply, ready, HTML_TYPE, status)
    },
  }
}

async function loadRender(file: string): Promise<RenderPage> {
  const entry = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`WEB_DIST has no web app that can be rendered (${file}); build it first`, { cause: error })
  })) as { readonly render?: RenderPage }
  if (entry.render === undefined) throw new Error(`${file} does not export render`)
  return entry.render
}

import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { asDocument } from '../security-headers.ts'

const COMMON: Omit<FastifyStaticOptions, 'root'> = {
  index: false,
  wildcard: false,
  preCompressed: true,
  decorateReply: false,
  cacheControl: false,
  lastModified: false,
  acceptRanges: false,
}
const COMPRESSED = ['**/*.br', '**/*.gz']
/** Files that browsers open as a document or run as a worker. */
const DOCUMENT = /\.html(?:\.br|\.gz)?$|\/service-worker\.js(?:\.br|\.gz)?$/

/** Files of the web build. Compressed versions are sent to clients that accept them. */
export async function serveStatic(app: FastifyInstance, webDist: string): Promise<void> {
  // Files with a hash in their name never change. A first visit loads twenty of them, so they have only the headers
  // that they need.
  await app.register(fastifyStatic, {
    ...COMMON,
    root: join(webDist, 'client/assets'),
    prefix: '/assets/',
    globIgnore: COMPRESSED,
    etag: false,
    setHeaders: (reply, path) => {
      // An SVG can be opened as a document, so it keeps its policy.
      if (!/\.svg(?:\.br|\.gz)?$/.test(path)) reply.raw.removeHeader('content-security-policy')
      void reply.removeHeader('x-request-id').header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await app.register(fastifyStatic, {
    ...COMMON,
    root: join(webDist, 'client'),
    prefix: '/',
    globIgnore: [...COMPRESSED, 'assets/**'],
    setHeaders: (reply, path) => {
      if (DOCUMENT.test(path)) asDocument(reply)
      void reply.header('cache-control', 'no-cache')
    },
  })
}

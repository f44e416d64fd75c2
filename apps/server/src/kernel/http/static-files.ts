import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { OF_DOCUMENTS } from './secure-headers.ts'

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
/** What is opened as a document, or runs as a worker. */
const DOCUMENT = /\.html(?:\.br|\.gz)?$|\/service-worker\.js(?:\.br|\.gz)?$/

/** Files of the web build; compressed forms beside a file are sent where they are understood. */
export async function serveStatic(app: FastifyInstance, webDist: string): Promise<void> {
  // A hash in its name is all that a browser needs to know of a file: it never changes, and nobody asks for it again.
  // A first page has twenty of them, and each header goes to a phone with every one.
  await app.register(fastifyStatic, {
    ...COMMON,
    root: join(webDist, 'client/assets'),
    prefix: '/assets/',
    globIgnore: COMPRESSED,
    etag: false,
    setHeaders: (reply, path) => {
      // A drawing may be opened by itself.
      if (!/\.svg(?:\.br|\.gz)?$/.test(path)) void reply.removeHeader('content-security-policy')
      void reply.removeHeader('x-request-id').header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await app.register(fastifyStatic, {
    ...COMMON,
    root: join(webDist, 'client'),
    prefix: '/',
    globIgnore: [...COMPRESSED, '**/index.html', 'assets/**'],
    setHeaders: (reply, path) =>
      void reply.headers(DOCUMENT.test(path) ? OF_DOCUMENTS : {}).header('cache-control', 'no-cache'),
  })
}

import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/** Files of the web build. Those with a hash in their name never change; compressed forms beside a file are sent where they are understood. */
export async function serveStatic(app: FastifyInstance, webDist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webDist, 'client'),
    prefix: '/',
    index: false,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/index.html'],
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Scripts and styles are no documents: a first page has twenty of them, and each would carry the rules of one.
      if (/\/assets\/[^/]+\.(?:js|css)(?:\.br|\.gz)?$/.test(path))
        for (const name of OF_DOCUMENTS) void reply.removeHeader(name)
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

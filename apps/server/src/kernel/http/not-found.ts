import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { Pages } from './files/pages.ts'
import { sendRefusal } from './reply.ts'

const KNOWN = OPERATIONS.map(({ method, path }) => ({
  method,
  form: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Answers addresses without a route: with a screen of the app, with 405 if only the method is wrong, else with 404. */
export function handleNotFound(app: FastifyInstance, pages: Pages | null): void {
  if (pages !== null) app.addHook('onRequest', returnPostedForm)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isApi = path === '/api' || path.startsWith('/api/')
    const known = isApi ? KNOWN.filter(({ form }) => form.test(path)) : []
    const methods = new Set(known.map(({ method }) => method))
    if (methods.size > 0 && !methods.has(request.method as 'GET'))
      return sendRefusal(reply.header('allow', [...methods].join(', ')), { error: 'METHOD_NOT_ALLOWED' })
    // A name with an extension is a missing file, not an app screen.
    if (pages !== null && isRead && !isApi && !/\.\w+$/.test(path)) return pages.serve(request, reply)
    if (!isRead && !isApi && pages !== null)
      return sendRefusal(reply.header('allow', 'GET, HEAD'), { error: 'METHOD_NOT_ALLOWED' })
    return sendRefusal(reply, { error: 'NOT_FOUND' })
  })
}

/**
 * Answers a form that was sent before the page's scripts had loaded. Forms use POST so that entered values never appear
 * in an address. The page is shown again with a message, and the body is not read.
 */
function returnPostedForm({ method, url }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (method !== 'POST') return done()
  const path = url.split('?', 1)[0]?.replace(/^[/\\]+/, '/') ?? '/'
  if (/^\/api(?:\/|$)/.test(path)) return done()
  void reply.redirect(path, 303)
}

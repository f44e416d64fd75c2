import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's text, for signatures. */
    rawBody: string
  }
}

/** JSON is the only body (415 for anything else). An empty body is no body; keys that would reach a prototype are refused. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody', '')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body.toString()
    if (request.rawBody === '') done(null, undefined)
    else void parseJson(request, request.rawBody, done)
  })
}

/** Providers send any Content-Type, or none. The signature covers only the body. */
export function readBodiesAsJson(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.headers['content-type'] = 'application/json'
    done()
  })
}

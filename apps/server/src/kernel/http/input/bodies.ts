import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed text of the body, for checking signatures. */
    rawBody: string
  }
}

/**
 * Accepts only JSON bodies (otherwise 415). An empty body counts as no body. Refuses keys that could change a
 * prototype.
 */
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

/** For callbacks: providers send any Content-Type, or none, and the signature covers only the body. */
export function readBodiesAsJson(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.headers['content-type'] = 'application/json'
    done()
  })
}

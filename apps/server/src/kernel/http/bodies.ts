import type { FastifyBodyParser, FastifyInstance } from 'fastify'

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
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app))
}

/** Providers label their callbacks as they like, or not at all. The signature covers the content, not the label. */
export const acceptAnyContentType = (scope: FastifyInstance): void =>
  scope.addContentTypeParser('*', { parseAs: 'string' }, jsonParser(scope))

function jsonParser(app: FastifyInstance): FastifyBodyParser<string> {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  return (request, body, done) => {
    request.rawBody = body
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  }
}

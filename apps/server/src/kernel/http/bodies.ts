import type { FastifyInstance } from 'fastify'

const MULTIPART = /^multipart\/form-data\b/i

export const isMultipart = (type: string | undefined): boolean => MULTIPART.test(type ?? '')

/**
 * JSON is the only body (415 for all else); a form with a file is left unread for the endpoints that take one.
 * The text is kept for signatures; an empty body is no body. Keys that
 * would reach an object's prototype are refused.
 */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody', '')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body.toString()
    if (request.rawBody === '') done(null, undefined)
    else void parseJson(request, request.rawBody, done)
  })
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

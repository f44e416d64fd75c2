import type { FastifyInstance } from 'fastify'

/** Everything comes from our own origin, what is not named as well; no inline script or style, no plug-in, no frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join(';')

/** What is no document of ours runs, fetches and shows nothing where somebody opens it as one. */
const HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
const ONLY_HTTPS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Of what a browser runs, a page or a worker, beside what every answer has. */
export const OF_DOCUMENTS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** The same headers on every answer, put together once: a plug-in built them anew for each request (decision 0009). */
export function secureHeaders(app: FastifyInstance): void {
  const headers = secureHeadersOf(app.servesHttps)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

export const secureHeadersOf = (servesHttps: boolean): Readonly<Record<string, string>> =>
  servesHttps ? { ...HEADERS, ...ONLY_HTTPS } : HEADERS

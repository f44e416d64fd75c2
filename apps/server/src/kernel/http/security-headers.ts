import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

const NONE = {
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
} as const satisfies HelmetOptions

/**
 * Response data is never a document: a browser that opens it directly must not run, load or frame anything. This uses
 * helmet directly, because its Fastify plugin parses the policies again for each request (10 % of a cached read).
 */
export function setSecurityHeaders(app: FastifyInstance): void {
  const setHeaders = helmet({
    ...NONE,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: app.servesHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xContentTypeOptions: true,
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, done as () => void))
}

/**
 * For pages and workers: allows content from our own origin only, and no inline scripts or styles, plug-ins or frames.
 */
const setDocumentHeaders = helmet({
  ...NONE,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
})

/** Replaces the headers for data with the headers for a document. */
export function asDocument(reply: FastifyReply): FastifyReply {
  setDocumentHeaders(reply.request.raw, reply.raw, () => {})
  return reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
}

/** Headers for responses that Fastify's hooks do not reach. */
export const RAW_RESPONSE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyReply } from 'fastify'

/** Response data is never a document: a browser that opens it directly must not run, load or frame anything. */
export const helmetOptions = (servesHttps: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: servesHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  xContentTypeOptions: true,
  ...{ crossOriginOpenerPolicy: false, originAgentCluster: false, referrerPolicy: false, xDnsPrefetchControl: false },
  ...{ xDownloadOptions: false, xFrameOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
})

/** Pages and workers: everything comes from our own origin; no inline script or style, no plug-in, no frame. */
const DOCUMENT: FastifyHelmetOptions = {
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
}

/** Replaces the headers of data with those of a document. */
export function asDocument(reply: FastifyReply): FastifyReply {
  void reply.helmet(DOCUMENT)
  return reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
}

/** For answers that Fastify's hooks do not reach. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

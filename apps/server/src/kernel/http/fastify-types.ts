import 'fastify'
import type { StandingAnswers } from './standing-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for signatures. */
    rawBody: string
  }
  interface FastifyContextConfig {
    /** Refusals carry the specification's `error` member. */
    withError?: boolean
  }
  interface FastifyInstance {
    /** The public origin is https: cookies are `Secure` whatever the last hop speaks. */
    servesHttps: boolean
    standing: StandingAnswers
  }
}

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { SESSION_COOKIE } from './actor.ts'
import { nameSent } from './cookies.ts'
import { openApiOf } from './openapi.ts'
import { JSON_TYPE } from './problem.ts'
import { readyJson } from './ready-bytes.ts'
import { sendReady } from './send.ts'

/** The interface as `/api/openapi.json`, and in a readable form at `/api/docs`. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  const document = openApiOf(OPERATIONS, nameSent(SESSION_COOKIE, app.servesHttps))
  const ready = readyJson(document)
  app.get('/api/openapi.json', (request, reply) => sendReady(request, reply, ready, JSON_TYPE))
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

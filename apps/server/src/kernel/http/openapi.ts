import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '@mupiira/contract/errors.ts'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { TSchema } from 'typebox'
import { SESSION_COOKIE } from './actor.ts'
import { cachedJson } from './cached-body.ts'
import { cookieName } from './cookies.ts'
import { JSON_TYPE, sendCached } from './reply.ts'

/** Refusals that any operation may give. */
const GENERAL: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'INVALID_FIELDS', 'UNAVAILABLE', 'INTERNAL']
const OF_BODIES: readonly ErrorCode[] = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE']
const OF_CHANGES: readonly ErrorCode[] = ['FOREIGN_ORIGIN']
const OF_SESSIONS: readonly ErrorCode[] = ['NOT_AUTHENTICATED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_BANNED']
const OF_KEYS: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_MISSING', 'IDEMPOTENCY_KEY_REUSED']

/** The interface as `/api/openapi.json`, and in a readable form at `/api/docs`. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  const document = openApiOf(OPERATIONS, cookieName(SESSION_COOKIE, app.servesHttps))
  const cached = cachedJson(document)
  app.get('/api/openapi.json', (request, reply) => sendCached(request, reply, cached, JSON_TYPE))
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

/** The OpenAPI 3.1 document of the interface, drawn from the schemas that check every request and answer (OPS-01). */
export function openApiOf(operations: readonly Endpoint[], cookie = SESSION_COOKIE): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of operations) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mupiira',
      version: '1.0.0',
      description: 'One interface for the app, for tests and for anyone else.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: { Problem: problemSchema() },
    },
  }
}

function operationOf(endpoint: Endpoint): object {
  const { body } = endpoint
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent === true ? [keyOf(endpoint)] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: !('~optional' in body), content: contentOf(body, endpoint.upload) } }),
    responses: { ...answersOf(endpoint), ...refusalsOf(endpoint) },
  }
}

/** A file makes a form of the body; without one it may be JSON. */
function contentOf(body: TSchema, upload: Endpoint['upload']): object {
  const json = { 'application/json': { schema: body } }
  if (upload === undefined) return json
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: upload.mostBytes }
  const properties = 'properties' in body ? (body.properties as object) : {}
  return {
    ...json,
    'multipart/form-data': { schema: { ...body, properties: { ...properties, [upload.field]: file } } },
  }
}

const keyOf = ({ keyOptional }: Endpoint): object => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: keyOptional !== true,
  description: 'Made by the client before it sends; the first answer is kept for 24 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
})

function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace('/api/', '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('')
}

function parametersOf(schema: TSchema | undefined, where: 'path' | 'query'): object[] {
  if (schema === undefined || !('properties' in schema)) return []
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties as Record<string, object>).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function answersOf(endpoint: Endpoint): Record<string, object> {
  const successes = Object.entries(endpoint.responses).map(([status, schema]) => {
    const type = 'type' in schema && schema.type === 'string' ? textTypeOf(schema) : 'application/json'
    return [status, { description: 'Success', content: { [type]: { schema } } }] as const
  })
  const unchanged = { description: 'As it was when its ETag, sent as If-None-Match, was given' }
  return { ...Object.fromEntries(successes), ...(endpoint.sameForAll === true ? { 304: unchanged } : {}) }
}

/** An answer that is a text is a file of the type that it names, else the stream. */
const textTypeOf = (schema: TSchema): string =>
  'contentMediaType' in schema && typeof schema.contentMediaType === 'string'
    ? schema.contentMediaType
    : 'text/event-stream'

const needsSecondFactor = ({ access, beforeSecondFactor, guardsAccount }: Endpoint): boolean =>
  guardsAccount === true || (access === 'admin' && beforeSecondFactor !== true)

function refusalsOf(endpoint: Endpoint): Record<string, object> {
  const isChange = endpoint.method !== 'GET'
  const codes = new Set<ErrorCode>([
    ...endpoint.errors,
    ...GENERAL,
    ...(isChange ? [...OF_CHANGES, ...OF_BODIES] : []),
    ...(endpoint.access === 'public' ? [] : OF_SESSIONS),
    // Whoever may not, and staff at what it has no part in.
    ...(endpoint.access === 'public' ? [] : (['NOT_ALLOWED'] as const)),
    ...(needsSecondFactor(endpoint) ? (['SECOND_FACTOR_NEEDED'] as const) : []),
    ...(endpoint.isConfirmed === true ? (['CONFIRMATION_NEEDED'] as const) : []),
    ...(endpoint.perMinute === undefined ? [] : (['RATE_LIMITED'] as const)),
    ...(endpoint.idempotent === true ? OF_KEYS : []),
  ])
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      String(status),
      {
        description: those.join(', '),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { type: 'object', properties: { code: { enum: those } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

function problemSchema(): object {
  const text = { type: 'string' }
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: text,
      detail: { ...text, description: 'What a player reads' },
      details: { type: 'object' },
      errors: {
        type: 'array',
        items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
      },
      error: { type: 'object', properties: { code: text, message: text, details: { type: 'object' } } },
    },
  }
}

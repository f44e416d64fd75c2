import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { Actor } from './access/actor.ts'
import { readBodiesAsJson } from './input/bodies.ts'
import type { Route } from './route.ts'
import { type RouteDeps, serveRoute } from './serve-route.ts'
import { FORM_LIMITS } from './input/uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    /** Business time when the request was received. */
    receivedAt: Date
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Registers every route of the contract with the body parsers that it needs. */
export async function registerRoutes(app: FastifyInstance, routes: readonly Route[], deps: RouteDeps): Promise<void> {
  app.decorateRequest('actor')
  app.decorateRequest('receivedAt')
  const scopeOf = ({ endpoint }: Route) =>
    endpoint.upload !== undefined ? 'uploads' : endpoint.isCallback === true ? 'callbacks' : 'json'
  const scopes = Map.groupBy(routes, scopeOf)
  for (const route of scopes.get('json') ?? []) serveRoute(app, route, deps)
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS })
    for (const route of scopes.get('uploads') ?? []) serveRoute(scope, route, deps)
  })
  await app.register(async (scope) => {
    readBodiesAsJson(scope)
    for (const route of scopes.get('callbacks') ?? []) serveRoute(scope, route, deps)
  })
}

import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { SHARED_LIMITS } from '@mupiira/contract/request-limits.ts'
import { createRateLimits } from '../../access/rate-limits.ts'
import { endpointLimit } from './rate-limit.ts'

it('operations without their own rate limit share one limit per account, separate from operations with their own', async () => {
  const deps = { rateLimits: createRateLimits(null), config: { rateLimitFactor: 1 } }
  const operation = (path: string, perMinute?: number): Endpoint =>
    ({ method: 'POST', path, ...(perMinute === undefined ? {} : { perMinute }) }) as unknown as Endpoint
  const [one, other] = ['/a', '/b'].map((path) => endpointLimit(operation(path), `POST ${path}`, deps))
  const own = endpointLimit(operation('/c', 5), 'POST /c', deps)
  if (one === undefined || other === undefined) throw new Error('no limits')
  const by = (userId: string) => ({ actor: { kind: 'user', userId }, ip: '10.0.0.1' }) as unknown as FastifyRequest
  for (let count = 0; count < SHARED_LIMITS.changes.perMinute; count++) expect(await one(by('grace'))).toBe(0)
  expect(await other(by('grace'))).toBeGreaterThan(0)
  expect([await other(by('another account')), await own(by('grace'))]).toEqual([0, 0])
})

import { Histogram, Registry } from '@prometheus-io/client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRequestSeconds } from './request-seconds.ts'

const BOUNDS = [0.001, 0.0025, 0.25, 10]

it('[OPS-06] times of requests are told as the library of the other metrics tells them', async () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST'),
    route: fc.constantFrom('/', '/api/games/:id', 'a "quoted"\\\nroute'),
    status: fc.constantFrom(200, 304, 503),
    seconds: fc.oneof(fc.constantFrom(0, ...BOUNDS), fc.double({ min: 0, max: 20, noNaN: true })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1 }), async (requests) => {
      const registry = new Registry()
      const theirs = new Histogram({
        name: 'http_request_seconds',
        help: 'Time to answer by route',
        labelNames: ['method', 'route', 'status'] as const,
        buckets: BOUNDS,
        registers: [registry],
      })
      const ours = createRequestSeconds(BOUNDS)
      for (const { method, route, status, seconds } of requests) {
        theirs.observe({ method, route, status: String(status) }, seconds)
        ours.of(method, route, status)(seconds)
      }
      expect(ours.text().trim()).toBe((await registry.metrics()).trim())
    }),
    { numRuns: 50 },
  )
})

import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { Type } from 'typebox'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from './config/config.ts'
import { route } from './http/route.ts'
import { serveRoutes } from './http/server.ts'
import { createBatcher } from './batcher.ts'
import { run } from './run.ts'

// A process with one slow operation, for the tests of startup and shutdown.
const slow = {
  method: 'POST',
  path: '/api/slow',
  summary: 'A slow operation',
  access: 'public',
  body: Type.Object({ n: Type.Integer() }),
  responses: { 200: Type.Object({ n: Type.Integer() }) },
  errors: [],
} as const satisfies Endpoint

await run(
  readConfig(process.env),
  (kernel) => {
    const batcher = createBatcher<number, number>({
      maxBatch: 4,
      maxWaitMs: 1,
      concurrency: 1,
      maxWaiting: 100,
      run: (batch) =>
        kernel.db.transaction(async (tx) => {
          await sleep(150)
          await tx.query('insert into done select unnest($1::int[])', [batch])
          return batch
        }),
    })
    kernel.onStop('batcher', batcher.drain)
    return {
      pageLoaders: {},
      sessions: { find: () => Promise.resolve(null) },
      routes: [
        route(slow, async ({ body }) => {
          process.stdout.write(`received ${body.n}\n`)
          return { status: 200, body: { n: await batcher.submit(body.n) } }
        }),
      ],
    }
  },
  serveRoutes,
)

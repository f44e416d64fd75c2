import type { AddressInfo } from 'node:net'
import type { Game } from '@mupiira/contract/games.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import {
  changedGame,
  gameId,
  type ServerCommand,
  type ServerReport,
  startSource,
} from '../../../../../tests/support/fanout-task.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { testKernel } from '../../kernel/test-kernel.ts'
import type { PriceChange } from '../pricing/index.ts'
import { createRealtime } from './index.ts'

/**
 * A server of live updates only, with games that change at the rate of the fan-out benchmark. Runs as its own process
 * (arguments: changes per tick, database URL).
 */
const running = testKernel(process.argv[3] ?? '', { variables: { RATE_LIMIT_FACTOR: '10000' } })
const send = (report: ServerReport): void => void process.send?.(report)
const games = new Map<string, Game>()
let announce: (gameIds: readonly string[], change: PriceChange) => void = () => undefined
let source: ReturnType<typeof startSource> | null = null

const realtime = createRealtime(running.kernel, {
  aviator: { live: () => Promise.resolve(null), elapsedTime: () => Promise.resolve(null) },
  pricing: {
    changes: { onChange: (listener) => void (announce = listener) },
    games: {
      present: async (ids) => ids.flatMap((id) => games.get(id) ?? []),
      cached: () => [],
      markets: async () => null,
    },
  },
  settings: { publicSettings: () => ({}) as PublicSettings, refresh: async () => undefined },
  notices: { present: async () => [], markShown: async () => undefined },
  present: {
    tickets: async () => [],
    transactions: async () => [],
    notifications: async () => [],
    messages: async () => [],
    conversations: async () => [],
  },
})

process.on('message', (order: ServerCommand) => {
  if (order === 'start') {
    source = startSource(Number(process.argv[2]), (changes) => {
      for (const { game, version, atMs } of changes) games.set(gameId(game), changedGame(game, version, atMs) as Game)
      announce(
        changes.map(({ game }) => gameId(game)),
        'games',
      )
    })
  }
  if (order === 'stop') {
    source?.stop()
    send({ kind: 'stopped', versions: source?.versions() ?? [] })
  }
  if (order === 'usage') {
    const { user, system } = process.cpuUsage()
    send({ kind: 'usage', cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() })
  }
})
process.on('disconnect', () => process.exit(0))

await running.start()
const app = await serveRoutes(running.kernel, {
  routes: realtime.routes,
  pageLoaders: {},
  sessions: { find: async () => null },
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
send({ kind: 'listening', port: (app.server.address() as AddressInfo).port })

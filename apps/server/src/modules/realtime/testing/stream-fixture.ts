import { vi } from 'vitest'
import { serveRoutes } from '../../../kernel/http/server.ts'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import type { GameRow } from '../../catalogue/index.ts'
import type { PriceChange } from '../../pricing/index.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { createTestStreams, type TestStream } from '../../../testing/test-stream.ts'
import type { HubDeps } from '../hub.ts'
import { createRealtime } from '../index.ts'

type Faults = {
  readonly games?: Partial<HubDeps['pricing']['games']>
  readonly aviator?: Partial<HubDeps['aviator']>
  readonly present?: Partial<HubDeps['present']>
  readonly limits?: Parameters<typeof createRealtime>[2]
}

/**
 * Starts the application. `serve` adds servers of live streams that use the application's modules, except that the test
 * announces the price changes.
 */
export async function streamFixture() {
  const app = await createTestApp({ background: true })
  const closers: (() => Promise<unknown>)[] = []

  async function serve({ games = {}, aviator = {}, present = {}, limits }: Faults = {}) {
    const kernel = { ...app.kernel, metrics: createMetrics() }
    const deps = app.streamDeps
    let announce: (gameIds: readonly string[], change: PriceChange) => void = () => undefined
    const timers = vi.spyOn(globalThis, 'setInterval')
    const realtime = createRealtime(
      kernel,
      {
        ...deps,
        pricing: {
          changes: { onChange: (listener) => void (announce = listener) },
          games: { ...deps.pricing.games, ...games },
        },
        aviator: { ...deps.aviator, ...aviator },
        present: { ...deps.present, ...present },
      },
      limits,
    )
    const due = timers.mock.calls.flatMap(([act, everyMs]) => (everyMs === 5_000 ? [act as () => void] : []))
    timers.mockRestore()
    const server = await serveRoutes(kernel, {
      routes: realtime.routes,
      pageLoaders: {},
      sessions: app.modules.identity.sessions.store,
    })
    const streams = createTestStreams(() => Promise.resolve(server))
    closers.push(() => (streams.closeStreams(), server.close()))

    /** A stream that has received its first frame. */
    async function open(...[client, topics, options]: Parameters<typeof streams.stream>): Promise<TestStream> {
      const stream = await streams.stream(client, topics, options)
      await vi.waitUntil(() => stream.frames().length > 0 || stream.response.statusCode !== 200, { timeout: 20_000 })
      return stream
    }

    return {
      open,
      /** Opens a stream without waiting for its first frame. */
      request: streams.stream,
      cursor: realtime.cursor,
      gamesChanged: (ids: readonly string[], change: PriceChange = 'games') => announce(ids, change),
      /** Runs the jobs that run every five seconds. */
      fiveSecondsPass: () => due.forEach((act) => act()),
      count: async () => Number(/^streams_open (\d+)/m.exec(await kernel.metrics.text())?.[1]),
    }
  }

  /** Waits until this node has received every event so far. */
  const received = () =>
    vi.waitUntil(
      async () => {
        const late = 'select from outbox where position is null or position > $1 limit 1'
        return (await app.kernel.db.query(late, [app.kernel.outbox.position()])).length === 0
      },
      { timeout: 20_000 },
    )

  type Shown = { readonly status?: GameRow['status']; readonly homeScore?: number }

  /** Waits until lists and prices have these fields of a game. */
  const shown = (id: string, fields: Shown) =>
    vi.waitUntil(
      () => {
        const [game] = app.modules.pricing.games.cached([id], app.clock.now())
        return (
          game !== undefined && Object.entries(fields).every(([name, value]) => game[name as keyof Shown] === value)
        )
      },
      { timeout: 20_000 },
    )

  async function changedGame(id: string, change: Pick<GameRow, 'status'>): Promise<void> {
    await app.changeGame(id, change)
    await shown(id, change)
  }

  return {
    ...app,
    serve,
    received,
    async game(...input: Parameters<typeof app.game>): Promise<GameRow> {
      const game = await app.game(...input)
      await shown(game.id, {})
      await received()
      return game
    },
    changedGame,
    /** Sets the goals of the home team. */
    async scored(id: string, homeScore: number): Promise<void> {
      const goalEvents = Array.from({ length: homeScore }, () => ({ team: 'home', minute: 0 }) as const)
      await app.changeGame(id, { goalEvents })
      await shown(id, { homeScore })
    },
    async liveGame(): Promise<GameRow> {
      const game = await app.game()
      await changedGame(game.id, { status: 'live' })
      await received()
      return game
    },
    async player(...options: Parameters<typeof app.player>): Promise<TestAccount> {
      const player = await app.player(...options)
      await received()
      return player
    },
    publish: (...events: OutboxEvent[]) =>
      app.kernel.db.transaction((tx) => app.kernel.outbox.appendEvents(tx, events)),
    async close(): Promise<void> {
      await Promise.all(closers.map((close) => close()))
      await app.close()
    },
  }
}

export type StreamFixture = Awaited<ReturnType<typeof streamFixture>>

export type StreamServer = Awaited<ReturnType<StreamFixture['serve']>>

/** A promise that is pending until the test opens the gate. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let reached = 0
  return { pass: () => (reached++, promise), reached: () => reached, open: resolve }
}

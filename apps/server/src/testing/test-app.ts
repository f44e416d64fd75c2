import type { FastifyInstance } from 'fastify'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { recoverySender } from '../modules/identity/recovery/send-recoveries.ts'
import { composeModules, serve, streamDeps } from '../compose.ts'
import { buildServer } from '../kernel/http/server.ts'
import { newId } from '../kernel/ids.ts'
import type { OutboxEvent } from '../kernel/outbox/event.ts'
import { type TestClock, testClock, testKernel } from '../kernel/test-kernel.ts'
import type { Providers } from '../providers.ts'
import { noProviders } from './no-providers.ts'
import { createMemoryImages } from './memory-images.ts'
import { createTestAccounts } from './test-accounts.ts'
import { createTestBets } from './test-bets.ts'
import { createTestClient } from './test-client.ts'
import { createTestMessages } from './test-messages.ts'
import { createTestStreams } from './test-stream.ts'

/** A time ten seconds into a price step, when the price of the previous step is no longer accepted. */
export const NOON = new Date('2026-11-21T12:00:10Z')

export type TestAppOptions = {
  /** Starts at `NOON` and advances only when the test moves it. */
  readonly clock?: TestClock
  /** Scripted or simulated providers; without them there is no feed, no mobile money, no beacon and no push service. */
  readonly providers?: Partial<Providers>
  /** Environment variables. */
  readonly config?: Readonly<Record<string, string>>
  /** Runs the event relay, the jobs of every node and, with the role `worker` in `config`, the jobs of the leader. */
  readonly background?: boolean
  /** The database of another test application. This application is then a second node. */
  readonly database?: { readonly url: string; readonly adminUrl: string }
}

/**
 * The application over its own database: the real modules, composed as in production, behind the real HTTP server.
 *
 *     const app = await createTestApp()
 *     const player = await app.player({ balanceUgx: 50_021, hasBetBefore: true })
 *     const game = await app.game()
 *     const ticket = await app.placeBet(player, { stake: 10_007, selections: [await app.pick(game.id)] })
 *     expect((await player.get('/api/wallet')).body).toMatchObject({ balance: 40_014 })
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const { clock = testClock(NOON), background = false } = options
  const own = options.database === undefined ? await testDatabase() : null
  const database = options.database ?? own
  if (database === null) throw new Error('no database')
  const running = testKernel(database.url, {
    clock,
    variables: { DATABASE_ADMIN_URL: database.adminUrl, RATE_LIMIT_FACTOR: '1000', ...options.config },
  })
  const { kernel } = running
  const messages = createTestMessages()
  const images = createMemoryImages()
  const modules = composeModules(kernel, {
    ...noProviders,
    texts: messages,
    mails: messages,
    images,
    ...options.providers,
  })
  const served = serve(kernel, modules)
  const start = async (): Promise<void> => {
    await running.start()
    await served.start?.()
  }
  await (background ? start() : modules.settings.reads.ready())

  let building: Promise<FastifyInstance> | undefined
  const server = (): Promise<FastifyInstance> => (building ??= buildServer(kernel, served))
  const streams = createTestStreams(server)
  const accounts = createTestAccounts(kernel, modules, server)

  return {
    kernel,
    clock,
    modules,
    database,
    messages,
    /** Sends due recovery codes and links, as the job does. */
    sendRecoveries: recoverySender(kernel, { texts: messages, mails: messages }),
    /** The chat's images, in memory. */
    images,
    server,
    /** Starts the background work if `background` was not set. */
    start,
    ...accounts,
    stream: streams.stream,
    ...createTestBets(kernel, modules, accounts.account),
    /** A browser without an account, at its own address unless one is given. */
    browser: (address?: string) => createTestClient(server, address === undefined ? {} : { address }),

    set: <K extends keyof Settings>(key: K, value: Settings[K]) =>
      kernel.db.transaction(async (tx) => {
        const changed = await modules.settings.commands.changeAll(tx, [{ key, value }], newId(), clock.now())
        if (!changed.ok) throw new Error(`${key} was not changed: ${JSON.stringify(changed.error)}`)
      }),
    /** The balance in shillings. */
    async balance(owner: Owner): Promise<number> {
      return Number((await modules.wallet.accounts.balance(idOf(owner))).balance) / 100
    },
    /** The published events about an account, oldest first. */
    async eventsOf(owner: Owner): Promise<OutboxEvent[]> {
      const rows = await kernel.db.query<{ event: OutboxEvent }>(
        `select event from outbox, json_array_elements(events) event where event ->> 'userId' = $1 order by outbox.id`,
        [idOf(owner)],
      )
      return rows.map(({ event }) => event)
    },
    checkLedger: () => modules.wallet.ledger.check(),
    streamDeps: streamDeps(modules),
    /** Begins the shutdown, like SIGTERM. */
    beginStop: running.beginStop,
    /** Runs SQL as the owner of the schema. */
    asOwner(statement: string) {
      if (own === null) throw new Error('the first node owns the database')
      return own.asOwner(statement)
    },

    async close(): Promise<void> {
      streams.closeStreams()
      running.beginStop()
      await (await building)?.close()
      await running.stop()
      await own?.drop()
    },
  }
}

type Owner = string | { readonly id: string }
const idOf = (owner: Owner): string => (typeof owner === 'string' ? owner : owner.id)

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

import { DEMO_ADMIN, DEMO_PLAYER } from '../../apps/server/src/demo-accounts.ts'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, logFileOf, startChild } from './child.ts'
import { openDatabase, type OpenedDatabase, type RunningDatabase } from './database.ts'
import { freePortFrom, isFree } from './ports.ts'
import { dataFolder, root } from './folders.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { onStop } from './signals.ts'
import { feedSpeed, type Simulators, startSimulators } from './simulators.ts'
import { watchSources } from './source-watch.ts'
import { buildWebIfStale } from './web-build.ts'
import type { startWebDev, writeDataBuild } from './web-dev.ts'

/** The web app runs from its sources, and the server restarts when its sources change. */
export type Development = {
  readonly startWebDev: typeof startWebDev
  readonly writeDataBuild: typeof writeDataBuild
  readonly log: NodeJS.WritableStream
}

const SERVER_SOURCES = ['apps/server/src', 'packages/domain/src', 'packages/contract/src']

/** Node caches compiled scripts here, which halves the CPU time of a start. */
const compileCache = join(root, '.cache/compiled')
const readyTimeoutMs = 60_000
const RESTART_GRACE_MS = 300

/**
 * Runs the whole product until it is stopped, and ends the process. Everything that was started is stopped in
 * reverse order.
 */
export async function runProduct(development?: Development): Promise<never> {
  const undo: (() => Promise<unknown>)[] = []
  const stopped = Promise.withResolvers<string | undefined>()
  onStop(() => stopped.resolve(undefined))
  const stopping = new AbortController()
  const started = startAll(development, undo, stopped.resolve, stopping.signal).catch((error: unknown) => {
    stopped.resolve(error instanceof Error ? error.message : String(error))
  })
  const fault = await stopped.promise
  stopping.abort()
  if (fault) console.error(`\n${fault}`)
  else console.log('\nStopping …')
  for (;;) {
    const step = undo.pop()
    // A step that is still running when the stop arrives adds its own clean-up when it ends.
    if (!step && !(await isPending(started))) break
    if (step) await step().catch((error: unknown) => console.error(String(error)))
    else await Promise.race([started, sleep(50)])
  }
  return process.exit(fault ? 1 : 0)
}

async function startAll(
  development: Development | undefined,
  undo: (() => Promise<unknown>)[],
  fail: (report: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const port = Number(process.env['PORT'] || 3000)
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`)
  if (development === undefined) buildWebIfStale(() => console.log('Building the web app …'))
  const secrets = readSecrets()
  const simulators = await startSimulators({ port, secrets, onUnexpectedExit: fail, undo, stopping })
  const database = await openDatabase((empty) => fillHistory(empty, { secrets, simulators, undo }))
  undo.push(database.close)
  // In development Vite listens on the product's port and proxies to the server.
  const serverPort = development === undefined ? port : await freePortFrom(port + 107)
  const start = (onUnexpectedExit: (report: string) => void): Child =>
    startServer({
      port: serverPort,
      webDist: development?.writeDataBuild() ?? join(root, 'apps/web/dist'),
      database,
      secrets,
      simulators,
      output: development?.log ?? 'log',
      onUnexpectedExit,
    })
  let server = start(fail)
  undo.push(() => server.stop())
  await untilAnswers(serverPort, '/readyz', stopping)
  if (development !== undefined) {
    let restarted = Promise.resolve()
    const web = await development.startWebDev(port, `http://127.0.0.1:${serverPort}`, () => restarted)
    undo.push(web.close)
    const watching = watchSources(SERVER_SOURCES, () => {
      restarted = restarted.then(async () => {
        // Open pages hold streams, which a graceful stop would wait for.
        await server.stop(RESTART_GRACE_MS)
        const ended = Promise.withResolvers<void>()
        server = start((report) => {
          console.error(report)
          ended.resolve()
        })
        // If the server does not start, the loop waits for the next change of a source file.
        await Promise.race([untilAnswers(serverPort, '/healthz', stopping).catch(console.error), ended.promise])
      })
    })
    undo.push(async () => watching.close())
  }
  announce(port, simulators)
}

/** Generates the last days of a new demo, because the console would otherwise be empty. */
async function fillHistory(
  database: OpenedDatabase,
  {
    secrets,
    simulators,
    undo,
  }: { readonly secrets: Secrets; readonly simulators: Simulators; readonly undo: (() => Promise<unknown>)[] },
): Promise<void> {
  await simulators.forgetOrders()
  // Services that are configured in the environment have neither the simulated season nor the generated payments.
  if (process.env['APIFOOTBALL_URL'] || process.env['RELWORX_BASE_URL'] || process.env['HISTORY_DAYS'] === '0') return
  console.log('Generating the demo history: players, payments and bets. This takes about a minute …')
  const done = Promise.withResolvers<void>()
  const child = startChild({
    name: 'history',
    file: 'apps/server/src/demo/main.ts',
    env: {
      ...secrets,
      ...withoutConfigured(simulators.serverEnv),
      FEED_SPEED: feedSpeed,
      DATABASE_URL: withAsynchronousCommits(database.url),
      DATABASE_ADMIN_URL: database.adminUrl,
      ...database.env,
      NODE_COMPILE_CACHE: compileCache,
      DEMO: '1',
    },
    output: 'log',
    onUnexpectedExit: (report) => done.reject(new Error(report)),
    onDone: done.resolve,
  })
  undo.push(async () => {
    await child.stop()
    done.reject(new Error('The demo history was stopped.'))
  })
  await done.promise
}

/** Commits do not wait for the disk: after a crash, the history of the demo is generated again from the start. */
function withAsynchronousCommits(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return url.href
}

function startServer(options: {
  readonly port: number
  readonly webDist: string
  readonly database: RunningDatabase
  readonly secrets: Secrets
  readonly simulators: Simulators
  readonly output: 'log' | NodeJS.WritableStream
  readonly onUnexpectedExit: (report: string) => void
}): Child {
  return startChild({
    name: 'server',
    file: 'apps/server/src/main.ts',
    env: {
      ...options.secrets,
      ...withoutConfigured(options.simulators.serverEnv),
      PORT: String(options.port),
      DATABASE_URL: options.database.url,
      DATABASE_ADMIN_URL: options.database.adminUrl,
      ...options.database.env,
      WEB_DIST: options.webDist,
      NODE_COMPILE_CACHE: compileCache,
      // A waiting bet is decided with the next answer of the feed, and the simulated feed costs nothing.
      FEED_POLL_MS: process.env['FEED_POLL_MS'] || '1000',
      STORAGE_DIR: process.env['STORAGE_DIR'] ?? join(dataFolder, 'storage'),
      DEMO: '1',
    },
    output: options.output,
    onUnexpectedExit: options.onUnexpectedExit,
  })
}

/** A provider that is configured in the environment is used instead of its simulator. */
function withoutConfigured(simulated: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(simulated).filter(([name]) => !process.env[name]))
}

async function untilAnswers(port: number, path: '/readyz' | '/healthz', stopping: AbortSignal): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs
  while (performance.now() < deadline) {
    stopping.throwIfAborted()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`The server did not become ready in a minute; see ${logFileOf('server')}.`)
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending
}

const accountLine = ({ phoneNumber, password }: { readonly phoneNumber: string; readonly password: string }): string =>
  `phone 0${phoneNumber}, password ${password}`

function announce(port: number, { handsetUrl, messagesUrl, pushUrl, webhooksUrl }: Simulators): void {
  console.log(`
Mupiira is ready: http://localhost:${port}

  demo player   ${accountLine(DEMO_PLAYER)}
  demo admin    ${accountLine(DEMO_ADMIN)} (console: http://localhost:${port}/admin)
  handset       ${handsetUrl} (the phone that approves deposits)
  SMS, email   ${messagesUrl}
  web push      ${pushUrl}
  webhooks      ${webhooksUrl} (alerts, once the settings have a webhook address)

Logs are in ${relative(process.cwd(), join(dataFolder, 'logs'))}. Ctrl-C stops everything.`)
}

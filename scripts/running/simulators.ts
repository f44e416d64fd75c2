import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { isFree } from './ports.ts'
import { root } from './root.ts'
import type { Secrets } from './secrets.ts'

export type Simulators = {
  readonly child: Child
  /** What the server must be told to use them instead of the providers. */
  readonly serverEnv: Readonly<Record<string, string>>
  readonly handsetUrl: string
}

type Announced = {
  readonly money: { readonly url: string; readonly relworxUrl: string; readonly proxyUrl: string }
  readonly feed: { readonly url: string }
}

/** Starts the simulators beside the product's port: a bookmarked handset page stays where it was. */
export async function startSimulators(options: {
  readonly port: number
  readonly secrets: Secrets
  readonly isVerbose: boolean
  readonly onUnexpectedExit: (report: string) => void
}): Promise<Simulators> {
  const webhookUrl = `http://127.0.0.1:${options.port}/api/webhooks/relworx`
  const announced = Promise.withResolvers<Announced>()
  const child = startChild({
    name: 'simulators',
    file: 'simulators/main.ts',
    env: {
      ...options.secrets,
      WEBHOOK_URL: webhookUrl,
      MONEY_PORT: await portNear(options.port + 101),
      FEED_PORT: await portNear(options.port + 102),
    },
    logFile: join(root, '.data/logs/simulators.log'),
    isVerbose: options.isVerbose,
    onLine: (line) => {
      if (line.startsWith('{"')) announced.resolve(JSON.parse(line) as Announced)
    },
    onUnexpectedExit: (report) => {
      options.onUnexpectedExit(report)
      announced.reject(new Error(report))
    },
  })
  const { money, feed } = await announced.promise
  return {
    child,
    handsetUrl: `${money.url}/handset`,
    serverEnv: {
      RELWORX_BASE_URL: money.relworxUrl,
      RELWORX_WEBHOOK_URL: webhookUrl,
      APIFOOTBALL_URL: feed.url,
      HANDSET_URL: `${money.url}/handset`,
    },
  }
}

async function portNear(wanted: number): Promise<string> {
  return (await isFree(wanted, '127.0.0.1')) ? String(wanted) : '0'
}

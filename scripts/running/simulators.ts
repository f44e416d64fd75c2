import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { logFileOf, startChild } from './child.ts'
import { isFree } from './ports.ts'
import type { Secrets } from './secrets.ts'

export type Simulators = {
  /** What the server must be told to use them instead of the providers. */
  readonly serverEnv: Readonly<Record<string, string>>
  readonly handsetUrl: string
}

type Announced = {
  readonly money: { readonly relworxUrl: string; readonly handsetUrl: string }
  readonly feed: { readonly url: string }
  readonly beacon: { readonly url: string }
}

/** Starts the simulators beside the product's port: a bookmarked handset page stays where it was. */
export async function startSimulators(options: {
  readonly port: number
  readonly secrets: Secrets
  readonly onUnexpectedExit: (report: string) => void
  readonly undo: (() => Promise<unknown>)[]
  readonly stopping: AbortSignal
}): Promise<Simulators> {
  const webhookUrl = `http://127.0.0.1:${options.port}/api/webhooks/relworx`
  const child = startChild({
    name: 'simulators',
    file: 'simulators/main.ts',
    env: {
      ...options.secrets,
      WEBHOOK_URL: webhookUrl,
      MONEY_PORT: await portNear(options.port + 101),
      FEED_PORT: await portNear(options.port + 102),
      BEACON_PORT: await portNear(options.port + 103),
    },
    output: 'log',
    onUnexpectedExit: options.onUnexpectedExit,
  })
  options.undo.push(child.stop)
  const { money, feed, beacon } = await announcement(options.stopping)
  return {
    handsetUrl: money.handsetUrl,
    serverEnv: {
      RELWORX_BASE_URL: money.relworxUrl,
      RELWORX_WEBHOOK_URL: webhookUrl,
      APIFOOTBALL_URL: feed.url,
      BEACON_URL: beacon.url,
      HANDSET_URL: money.handsetUrl,
    },
  }
}

/** Once they listen, they say where: a line of JSON. */
async function announcement(stopping: AbortSignal): Promise<Announced> {
  for (;;) {
    const lines = readFileSync(logFileOf('simulators'), 'utf8').split('\n').slice(0, -1)
    const line = lines.find((each) => each.startsWith('{"money"'))
    if (line) return JSON.parse(line) as Announced
    await sleep(50, undefined, { signal: stopping })
  }
}

async function portNear(wanted: number): Promise<string> {
  return (await isFree(wanted, '127.0.0.1')) ? String(wanted) : '0'
}

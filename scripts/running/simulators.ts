import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logFileOf, startChild } from './child.ts'
import { dataFolder } from './folders.ts'
import { isFree } from './ports.ts'
import type { Secrets } from './secrets.ts'

export type Simulators = {
  /** Environment variables that point the server at the simulators. */
  readonly serverEnv: Readonly<Record<string, string>>
  readonly handsetUrl: string
  /** The page with the SMS and e-mails that were sent. */
  readonly messagesUrl: string
  /** The page with the push messages to closed apps. */
  readonly pushUrl: string
  /** The page with the webhooks of alerts. */
  readonly webhooksUrl: string
  /** Removes the orders of an earlier database, which the new one does not have. */
  readonly forgetOrders: () => Promise<void>
}

type Announced = {
  readonly money: {
    readonly url: string
    readonly relworxUrl: string
    readonly handsetUrl: string
    readonly directEnv: Readonly<Record<string, string>>
  }
  readonly feed: { readonly url: string; readonly apiKey: string }
  readonly beacon: { readonly url: string }
  readonly messages: { readonly url: string; readonly smsUrl: string; readonly smtpUrl: string }
  readonly push: { readonly url: string }
  readonly webhooks: { readonly url: string }
}

/** Match minutes per real minute. At this speed a player can bet on a live game and cash out, and a match takes 35 minutes. */
export const feedSpeed = process.env['FEED_SPEED'] || '3'

/** Starts the simulators on ports beside the product's, so a bookmarked handset page keeps its address. */
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
      CALLBACK_ORIGIN: `http://127.0.0.1:${options.port}`,
      FEED_SPEED: feedSpeed,
      MONEY_JOURNAL: join(dataFolder, 'mobile-money.jsonl'),
      MONEY_PORT: await portNear(options.port + 101),
      FEED_PORT: await portNear(options.port + 102),
      BEACON_PORT: await portNear(options.port + 103),
      MESSAGES_PORT: await portNear(options.port + 104),
      SMTP_PORT: await portNear(options.port + 105),
      PUSH_PORT: await portNear(options.port + 106),
      WEBHOOKS_PORT: await portNear(options.port + 107),
    },
    output: 'log',
    onUnexpectedExit: options.onUnexpectedExit,
  })
  options.undo.push(child.stop)
  const { money, feed, beacon, messages, push, webhooks } = await announcement(options.stopping)
  return {
    handsetUrl: money.handsetUrl,
    messagesUrl: messages.url,
    pushUrl: push.url,
    webhooksUrl: webhooks.url,
    forgetOrders: async () => {
      const response = await fetch(`${money.url}/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reset: true }),
      })
      if (!response.ok) throw new Error(`The mobile-money simulator was not reset: ${response.status}`)
    },
    serverEnv: {
      RELWORX_BASE_URL: money.relworxUrl,
      RELWORX_WEBHOOK_URL: webhookUrl,
      ...money.directEnv,
      APIFOOTBALL_URL: feed.url,
      APIFOOTBALL_PUSH_URL: `${feed.url.replace('http', 'ws')}/livescore`,
      API_FOOTBALL_URL: `${feed.url}/api-football`,
      API_FOOTBALL_KEY: feed.apiKey,
      BEACON_URL: beacon.url,
      AFRICASTALKING_URL: messages.smsUrl,
      SMTP_URL: messages.smtpUrl,
      PUSH_SIMULATOR_URL: push.url,
      ALERT_WEBHOOK_SIMULATOR_URL: webhooks.url,
      HANDSET_URL: money.handsetUrl,
    },
  }
}

/** The addresses of the simulators of a product running in this clone; empty if none runs. */
export function runningSimulators(): Readonly<Record<string, string>> {
  const announced = existsSync(logFileOf('simulators')) ? lastAnnounced() : null
  if (announced === null) return {}
  const { money, feed } = announced
  return { RELWORX_BASE_URL: money.relworxUrl, ...money.directEnv, APIFOOTBALL_URL: feed.url }
}

/** Reads the addresses that the simulators print as a line of JSON when they listen. */
async function announcement(stopping: AbortSignal): Promise<Announced> {
  for (;;) {
    const announced = lastAnnounced()
    if (announced !== null) return announced
    await sleep(50, undefined, { signal: stopping })
  }
}

function lastAnnounced(): Announced | null {
  const lines = readFileSync(logFileOf('simulators'), 'utf8').split('\n').slice(0, -1)
  const line = lines.find((each) => each.startsWith('{"money"'))
  return line === undefined ? null : (JSON.parse(line) as Announced)
}

async function portNear(preferred: number): Promise<string> {
  return (await isFree(preferred, '127.0.0.1')) ? String(preferred) : '0'
}

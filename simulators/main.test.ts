import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

type Ready = {
  readonly money: { readonly url: string; readonly relworxUrl: string; readonly handsetUrl: string }
  readonly feed: { readonly url: string }
}

const started: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(environment: Record<string, string>): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: {
      ...process.env,
      MONEY_PORT: '0',
      FEED_PORT: '0',
      BEACON_PORT: '0',
      MESSAGES_PORT: '0',
      SMTP_PORT: '0',
      PUSH_PORT: '0',
      WEBHOOKS_PORT: '0',
      ...environment,
    },
  })
  started.push(child)
  return child
}

const KEYS = { RELWORX_API_KEY: 'key', RELWORX_ACCOUNT_NO: 'REL7Q2M9X4K1', RELWORX_WEBHOOK_KEY: 'webhook-key' }

async function ready(child: ChildProcessWithoutNullStreams): Promise<Ready> {
  let entered = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    entered += String(chunk)
    if (entered.endsWith('\n')) return JSON.parse(entered) as Ready
  }
  throw new Error(`ended before it was ready: ${entered}`)
}

describe('the simulators in one process', () => {
  it.each([
    ['SIGTERM', (child: ChildProcessWithoutNullStreams) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcessWithoutNullStreams) => child.kill('SIGINT')],
    ['the end of standard input', (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
  ])('the simulators in one process report their addresses, respond, and exit cleanly on %s', async (_, stop) => {
    const child = start(KEYS)
    const { money, feed } = await ready(child)
    const answers = await Promise.all(
      [money.url, money.handsetUrl, `${money.relworxUrl}/nowhere`].map((url) => fetch(url)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    expect(await answers[0]?.text()).toContain(feed.url)
    expect((await fetch(`${feed.url}/?action=get_countries`)).status).toBeLessThan(500)
    // An open handset page must not keep the process alive.
    await fetch(`${money.url}/handset/stream?msisdn=256772000110`)
    stop(child)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('the simulators in one process do not start without the keys that they share with the server', async () => {
    const child = start({ ...KEYS, RELWORX_WEBHOOK_KEY: '' })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(complaint).toContain('RELWORX_WEBHOOK_KEY is missing')
  })
})

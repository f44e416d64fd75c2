import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebhooks, type WebhooksSimulator } from './start.ts'

const SECRET = 'a-test-key-of-webhooks'
const SECONDS = Date.parse('2026-11-21T12:00:00Z') / 1000
let webhooks: WebhooksSimulator
beforeAll(async () => {
  webhooks = await startWebhooks({ secret: SECRET, clock: { now: () => SECONDS * 1000 } })
})
afterAll(() => webhooks.close())

const signed = (body: string, seconds = SECONDS, secret = SECRET): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
const send = async (body: string, signature: string) =>
  (await fetch(`${webhooks.url}/in`, { method: 'POST', body, headers: { 'mupiira-signature': signature } })).status

it('[ALRT-04] the receiver of webhooks accepts a right signature, refuses others, and shows both', async () => {
  const body = '{"name":"Ünï"}'
  expect(await send(body, signed(body))).toBe(204)
  expect(await send(body, signed('{}'))).toBe(400)
  expect(await send(body, signed(body, SECONDS, 'another-key'))).toBe(400)
  expect(await send(body, signed(body, SECONDS - 301))).toBe(400)
  expect(await send(body, '')).toBe(400)
  const { items } = (await (await fetch(`${webhooks.url}/webhooks`)).json()) as { items: { fault: string | null }[] }
  const faults = ['no signature', 'signature too old', 'wrong signature', 'wrong signature', null]
  expect(items.map(({ fault }) => fault)).toEqual(faults)
  const page = await (await fetch(webhooks.url)).text()
  for (const shown of ['Signature valid', 'Refused: signature too old', 'Ünï']) expect(page).toContain(shown)
})

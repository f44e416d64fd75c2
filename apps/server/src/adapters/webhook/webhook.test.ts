import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NameServer, startNameServer } from '../../kernel/access/test-name-server.ts'
import { createWebhook } from './webhook.ts'

const SECRET = 'a-test-key-of-webhooks'
const NOW = new Date('2026-11-21T12:00:00Z')
const received: { readonly path: string; readonly signature: string; readonly body: string }[] = []
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    received.push({ path: request.url ?? '', signature: String(request.headers['mupiira-signature']), body })
    if (status === 0) return
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('a body that nothing reads')
  })
})
let names: NameServer
let simulatorUrl: string

beforeAll(async () => {
  names = await startNameServer({ 'internal.example.com': ['10.0.0.7'], 'mixed.example.com': ['9.9.9.9', '127.0.0.1'] })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  simulatorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver.closeAllConnections()
  await Promise.all([names.close(), new Promise((resolve) => receiver.close(resolve))])
})

const message = { url: 'https://hooks.example.com/in?key=1', body: '{"id":"1","name":"Ünï"}', now: NOW }

it('[ALRT-04] a webhook is signed with the time and the body, which the receiver can verify', async () => {
  expect(await createWebhook({ secret: SECRET, simulatorUrl }).send(message)).toEqual({ kind: 'sent' })
  const seconds = NOW.getTime() / 1000
  const hash = createHmac('sha256', SECRET).update(`${seconds}.${message.body}`).digest('hex')
  expect(received).toEqual([{ path: '/in?key=1', signature: `t=${seconds},v1=${hash}`, body: message.body }])
})

it.each([
  [204, { kind: 'sent' }],
  [302, { kind: 'refused', reason: 'HTTP 302' }],
  [404, { kind: 'refused', reason: 'HTTP 404' }],
  [429, { kind: 'retry', reason: 'HTTP 429' }],
  [503, { kind: 'retry', reason: 'HTTP 503' }],
  [0, { kind: 'retry', reason: 'ABORT_ERR' }],
])('a webhook whose receiver answers %d has the outcome %j', async (answer, outcome) => {
  status = answer
  const timeoutMs = answer === 0 ? 100 : 30_000
  expect(await createWebhook({ secret: SECRET, simulatorUrl, timeoutMs }).send(message)).toEqual(outcome)
})

it.each([
  ['http://hooks.example.com/in', 'ADDRESS_NOT_ALLOWED'],
  ['https://127.0.0.1/in', 'ADDRESS_NOT_ALLOWED'],
  ['https://[::1]/in', 'ADDRESS_NOT_ALLOWED'],
  ['https://hooks.example.com:8443/in', 'ADDRESS_NOT_ALLOWED'],
  ['https://user@hooks.example.com/in', 'ADDRESS_NOT_ALLOWED'],
  ['https://metadata.internal/in', 'ADDRESS_NOT_ALLOWED'],
  ['not an address', 'ADDRESS_NOT_ALLOWED'],
  ['https://internal.example.com/in', 'ENOTPUBLIC'],
  ['https://mixed.example.com/in', 'ENOTPUBLIC'],
])('[ALRT-04] no webhook is sent to %s', async (url, reason) => {
  const webhook = createWebhook({ secret: SECRET, simulatorUrl: null, nameServers: [names.address] })
  expect(await webhook.send({ ...message, url })).toEqual({ kind: 'refused', reason })
})

it('without a key no webhook is sent', async () => {
  const { length } = received
  expect(await createWebhook({ secret: null, simulatorUrl }).send(message)).toEqual({
    kind: 'refused',
    reason: 'NO_SECRET',
  })
  expect(received).toHaveLength(length)
})

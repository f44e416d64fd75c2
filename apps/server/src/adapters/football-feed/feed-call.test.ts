import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestFeed } from './feed-call.ts'

let server: Server
const requests: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' })
    response.end('[]')
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
})
afterAll(() => void server.close())

it('[OPS-06] a feed request does not follow redirects, so no other server receives the API key', async () => {
  const { port } = server.address() as AddressInfo
  const request = (path: string) =>
    requestFeed(new URL(path, `http://127.0.0.1:${port}`), { headers: { 'x-key': 'ours' } })
  expect(await request('/here')).toEqual({ ok: true, value: '[]' })
  expect(await request('/moved')).toEqual({ ok: false, error: 'REFUSED' })
  expect(requests).toEqual(['/here', '/moved'])
})

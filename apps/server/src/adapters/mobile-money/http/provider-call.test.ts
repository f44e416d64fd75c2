import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createProviderCall } from './provider-call.ts'

it('[OPS-05] a stored provider reply is never truncated inside a surrogate pair', async () => {
  const page = `<${'😀'.repeat(3_000)}`
  const server = createServer((_, response) => void response.writeHead(502).end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { call } = createProviderCall({ clock: testClock() })
  const { exchange } = await call({ operation: 'status', stored: {}, url, method: 'GET', headers: {} })
  server.closeAllConnections()
  server.close()
  expect(exchange.response?.length).toBe(4_096)
  expect(exchange.response?.isWellFormed()).toBe(true)
})

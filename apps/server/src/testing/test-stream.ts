import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { TestClient } from './test-client.ts'

/** Live streams of clients, over a real connection. */
export function createTestStreams(server: () => Promise<FastifyInstance>) {
  const open: (() => void)[] = []
  let listening: Promise<string> | undefined

  async function listen(): Promise<string> {
    const http = await server()
    await http.listen({ port: 0, host: '127.0.0.1' })
    return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  }

  return {
    /** Follows topics; the function returns every event received so far. */
    async stream({ cookies }: TestClient, topics: string): Promise<() => readonly StreamEvent[]> {
      const address = await (listening ??= listen())
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const request = get(`${address}/api/stream?topics=${topics}`, { headers: { cookie } })
      request.on('error', () => {})
      open.push(() => request.destroy())
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', () => {})
      return () => [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data]) => JSON.parse(data ?? '[]') as StreamEvent[])
    },
    closeStreams(): void {
      for (const close of open) close()
    },
  }
}

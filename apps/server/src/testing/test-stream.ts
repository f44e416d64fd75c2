import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { TestClient } from './test-client.ts'

type Frame = { readonly id: string | null; readonly events: readonly StreamEvent[] }

/** A live stream of a client. Calling it returns every event received so far. */
export type TestStream = (() => readonly StreamEvent[]) & {
  readonly response: IncomingMessage
  readonly text: () => string
  readonly frames: () => readonly Frame[]
  readonly types: () => readonly StreamEvent['type'][]
  /** The id of the last frame that has an id. A new stream can resume from this id. */
  readonly lastId: () => string
  readonly hasEnded: () => boolean
  readonly leave: () => void
}

type StreamOptions = { readonly from?: string; readonly headers?: Readonly<Record<string, string>> }

/** Live streams of clients, over real connections. */
export function createTestStreams(server: () => Promise<FastifyInstance>) {
  const open: (() => void)[] = []
  let listening: Promise<string> | undefined

  async function listen(): Promise<string> {
    const http = await server()
    await http.listen({ port: 0, host: '127.0.0.1' })
    return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  }

  return {
    /** Subscribes to topics, starting after a frame if its id is given. */
    async stream(
      { cookies }: Pick<TestClient, 'cookies'>,
      topics: string,
      { from, headers }: StreamOptions = {},
    ): Promise<TestStream> {
      const address = await (listening ??= listen())
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const query = `topics=${topics}${from === undefined ? '' : `&lastEventId=${from}`}`
      const request = get(`${address}/api/stream?${query}`, { headers: { cookie, ...headers } })
      request.on('error', () => {})
      const leave = () => void request.destroy()
      open.push(leave)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      let text = ''
      let hasEnded = false
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => (hasEnded = true))
      response.on('error', () => {})
      const frames = (): Frame[] =>
        [...text.matchAll(/^(?:id: (.*)\n)?data: (.*)\n\n/gm)].map(([, id = null, data = '[]']) => ({
          id,
          events: JSON.parse(data) as StreamEvent[],
        }))
      const events = (): StreamEvent[] => frames().flatMap((frame) => frame.events)
      return Object.assign(events, {
        response,
        text: () => text,
        frames,
        types: () => events().map(({ type }) => type),
        lastId: () => frames().findLast(({ id }) => id !== null)?.id ?? '',
        hasEnded: () => hasEnded,
        leave,
      })
    },
    closeStreams(): void {
      for (const close of open) close()
    },
  }
}

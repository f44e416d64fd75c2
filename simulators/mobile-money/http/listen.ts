import type { AddressInfo } from 'node:net'
import { openExchange, type Exchange } from './exchange.ts'
import { createHttpServer } from '../../shared/http-server.ts'

export type Listening = { readonly url: string; close(): Promise<void> }

/** Serves every request through `answer`. An exception returns 500 and is written to the error stream. */
export async function listen(
  host: string,
  port: number,
  answer: (exchange: Exchange) => Promise<void>,
): Promise<Listening> {
  const server = createHttpServer((request, response) => {
    const exchange = openExchange(request, response)
    answer(exchange).catch((error: unknown) => {
      // A client that closes the connection early is not an error of the simulator.
      if (request.destroyed || response.destroyed) return
      process.stderr.write(
        `${request.method} ${exchange.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      exchange.reply(500, { success: false, message: 'Internal server error' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return {
    url: `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

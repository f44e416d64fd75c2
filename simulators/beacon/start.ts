import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realClock, type Clock } from '../shared/clock.ts'
import { createBlocks, type Block } from './blocks.ts'
import { createHttpServer } from '../shared/http-server.ts'

export interface BeaconServerOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number
  readonly host?: string
  readonly clock?: Clock
  readonly blockMs?: number
  readonly seed?: string
}

export interface BeaconServer {
  readonly url: string
  close(): Promise<void>
}

const BLOCK_MS = 2_000
const SEED = 'demo beacon'
const LISTED = 20

/** Simulates a public source of unpredictable numbers: `GET /blocks/tip`, `GET /blocks/{height}`, and a web page. */
export const startBeacon = async (options: BeaconServerOptions = {}): Promise<BeaconServer> => {
  const { port = 0, host = '127.0.0.1', clock = realClock, blockMs = BLOCK_MS, seed = SEED } = options
  const blocks = createBlocks({ clock, blockMs, seed })
  const server = createHttpServer((request, response) => {
    const path = request.url ?? '/'
    const [, name] = /^\/blocks\/(tip|\d{1,15})$/.exec(path) ?? []
    if (name !== undefined) sendBlock(response, name === 'tip' ? blocks.tip() : blocks.block(Number(name)))
    else if (path === '/') sendPage(response, blocks.latest(LISTED))
    else response.writeHead(404).end()
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://${host}:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const sendBlock = (response: ServerResponse, block: Block | undefined): void => {
  response.writeHead(block === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(block ?? { error: 'the block does not exist yet' }))
}

const sendPage = (response: ServerResponse, blocks: readonly Block[]): void => {
  const rows = blocks.map(
    ({ height, hash, at }) => `<tr><td>${height}</td><td><code>${hash}</code></td><td>${at}</td></tr>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Beacon</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px system-ui;margin:24px}td,th{padding:4px 12px;text-align:left}</style>
<h1>Beacon (demo)</h1><p>Replaces a public blockchain in the demo. A block's hash is unknown until the block exists.</p>
<table><tr><th>Height</th><th>Hash</th><th>Time</th></tr>${rows.join('')}</table></html>`,
  )
}

import { connect } from 'node:net'
import type { StreamEvent } from '@mupiira/contract/events.ts'

/** The order to open the streams, and the order to report what the measuring stream has received since. */
export type StreamsOrder =
  | { readonly kind: 'open'; readonly url: string; readonly gameIds: readonly string[]; readonly streams: number }
  | { readonly kind: 'report' }
/** A change of a live game, with the time of its arrival. */
export type Received = {
  readonly gameId: string
  readonly atMs: number
  readonly open: boolean
  readonly reopensAt: string | null
}

const GAMES_PER_STREAM = 30
let received: Received[] = []

/**
 * The streams of the other players in a separate process: reading them must not delay the measurement in the browser.
 * The first stream follows all games and is read; the others cost as little as possible.
 */
process.on('message', (order: StreamsOrder) => {
  if (order.kind === 'report') {
    process.send?.(received)
    received = []
    return
  }
  void openAll(order).then(() => process.send?.('open'))
})
process.on('disconnect', () => process.exit(0))

async function openAll(order: Extract<StreamsOrder, { readonly kind: 'open' }>): Promise<void> {
  const { hostname, port } = new URL(order.url)
  for (let stream = 1; stream < order.streams; stream++) {
    const games = Array.from(
      { length: GAMES_PER_STREAM },
      (_, at) => `game:${order.gameIds[(stream * 7 + at) % order.gameIds.length]}`,
    )
    const request = `GET /api/stream?topics=lists,settings,${games.join()} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(request))
      socket.on('error', () => {})
      socket.on('close', fail)
      socket.once('data', () => resolve())
      socket.resume()
    })
  }
  const response = await fetch(`${order.url}/api/stream?topics=games`)
  void read(response)
}

/** Ends the benchmark, because with fewer streams the server would have less work. */
function fail(): void {
  console.error('a stream ended')
  process.exit(1)
}

async function read(response: Response): Promise<void> {
  if (response.body === null) return fail()
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const atMs = Date.now()
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter((each) => each.startsWith('data: '))) record(line.slice(6), atMs)
  }
  fail()
}

function record(data: string, atMs: number): void {
  const parsed = JSON.parse(data) as StreamEvent | readonly StreamEvent[]
  for (const event of Array.isArray(parsed) ? (parsed as readonly StreamEvent[]) : [parsed as StreamEvent]) {
    if (event.type !== 'game' || event.game.status !== 'live') continue
    const { id, open, inPlay } = event.game
    received.push({ gameId: id, atMs, open: open === true, reopensAt: inPlay?.reopensAt ?? null })
  }
}

import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Places bets from a separate process, controlled by messages. Each connection sends the next bet after the last
 * response, over a plain socket, so the generator takes little CPU from the server. With `perSecond` bets are sent on
 * schedule whether or not earlier ones are answered, and timed from the intended send.
 */
export type GeneratorTask = {
  /** The nodes: connections are spread over them. */
  readonly urls: readonly string[]
  readonly tokens: readonly string[]
  readonly connections: number
  readonly perSecond?: number
  readonly seconds: number
  readonly legs: number
  readonly stakeUgx: number
}

export type GeneratorReport = {
  readonly seconds: number
  readonly ticketIds: readonly string[]
  readonly refused: Readonly<Record<string, number>>
  /** Sorted. */
  readonly latenciesMs: readonly number[]
}

type Price = { readonly gameId: string; readonly selection: string; readonly hundredths: number }

const PRICES_EVERY_MS = 2_000
const MAX_FIRST_READS = 20
const FIRST_READS_EVERY_MS = 250

process.on('message', (task: GeneratorTask) => {
  run(task).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function run(task: GeneratorTask): Promise<GeneratorReport> {
  const [url = ''] = task.urls
  let prices = await firstPrices(url)
  const began = performance.now()
  const endsAt = began + task.seconds * 1000
  const answers: Answer[] = []
  const connections = await Promise.all(
    Array.from({ length: task.connections }, (_, at) => openConnection(task.urls[at % task.urls.length] ?? url)),
  )
  const driver: Driver = {
    connections,
    nextBet: () => betOf(task, prices),
    isOver: () => performance.now() >= endsAt,
    onAnswer: (answer) => void answers.push(answer),
  }
  const renewing = (async () => {
    while (!driver.isOver()) {
      await sleep(Math.min(PRICES_EVERY_MS, Math.max(1, endsAt - performance.now())))
      // The list is empty for a moment while hundreds of games change at once, so use the previous prices.
      if (!driver.isOver()) prices = await readPrices(url).catch(() => prices)
    }
  })()
  await (task.perSecond === undefined ? closedLoop(driver) : openLoop(driver, 1000 / task.perSecond))
  await renewing
  for (const connection of connections) connection.end()
  const seconds = (performance.now() - began) / 1000
  const refused: Record<string, number> = {}
  for (const { code } of answers) if (code !== null) refused[code] = (refused[code] ?? 0) + 1
  const placed = answers.filter((answer) => answer.code === null)
  return {
    seconds,
    ticketIds: placed.map((answer) => answer.ticketId),
    refused,
    latenciesMs: placed.map((answer) => answer.latencyMs).sort((a, b) => a - b),
  }
}

type Answer = { readonly latencyMs: number; readonly code: string | null; readonly ticketId: string }

type Driver = {
  readonly connections: readonly Connection[]
  readonly nextBet: () => string
  readonly isOver: () => boolean
  readonly onAnswer: (answer: Answer) => void
}

/** Closed loop: each connection has one bet in flight until the time is over and the last response has arrived. */
async function closedLoop({ connections, nextBet, isOver, onAnswer }: Driver): Promise<void> {
  const drive = async (connection: Connection): Promise<void> => {
    while (!isOver()) {
      const sentAt = performance.now()
      const answer = await connection.send(nextBet())
      onAnswer({ latencyMs: performance.now() - sentAt, ...answer })
    }
  }
  await Promise.all(connections.map(drive))
}

/** Open loop: a bet without a free connection waits for one, and the wait counts. */
async function openLoop({ connections, nextBet, isOver, onAnswer }: Driver, everyMs: number): Promise<void> {
  const free = [...connections]
  const dueTimes: number[] = []
  const sending = new Set<Promise<void>>()
  const sendOn = async (connection: Connection): Promise<void> => {
    for (let at = dueTimes.shift(); at !== undefined; at = dueTimes.shift()) {
      const answer = await connection.send(nextBet())
      onAnswer({ latencyMs: performance.now() - at, ...answer })
    }
    free.push(connection)
  }
  for (let nextAt = performance.now(); !isOver(); await sleep(1)) {
    for (; nextAt <= performance.now(); nextAt += everyMs) {
      dueTimes.push(nextAt)
      const connection = free.pop()
      if (connection === undefined) continue
      const sent = sendOn(connection).finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }
  await Promise.all(sending)
}

type Connection = {
  readonly send: (request: string) => Promise<Omit<Answer, 'latencyMs'>>
  readonly end: () => void
}

function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received: Buffer[] = []
    let waiting: PromiseWithResolvers<Omit<Answer, 'latencyMs'>> | null = null
    const fail = (error: Error): void => {
      reject(error)
      waiting?.reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk)
      const full = received.length === 1 ? chunk : Buffer.concat(received)
      const answer = readAnswer(full)
      received = answer === null ? [full] : []
      if (answer !== null) waiting?.resolve(answer)
    })
    socket.on('connect', () =>
      resolve({
        send(request) {
          waiting = Promise.withResolvers()
          socket.write(request)
          return waiting.promise
        },
        end: () => void socket.removeAllListeners('close').end(),
      }),
    )
  })
}

function readAnswer(bytes: Buffer): { code: string | null; ticketId: string } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const lengthAt = head.search(/content-length: /i) + 16
  const length = Number.parseInt(head.slice(lengthAt, lengthAt + 8), 10)
  if (bytes.length < headEnd + 4 + length) return null
  if (head.startsWith('HTTP/1.1 201')) {
    const idAt = bytes.indexOf('"id":"', headEnd) + 6
    return { code: null, ticketId: bytes.toString('latin1', idAt, idAt + 36) }
  }
  const body = bytes.toString('utf8', headEnd + 4)
  return { code: /"code":"(\w+)"/.exec(body)?.[1] ?? head.slice(9, 12), ticketId: '' }
}

let sent = 0
const keyPrefix = randomUUID()

/**
 * Each bet is by the next player on the next games at the listed odds. Built as a string, because `JSON.stringify`
 * would cost more than sending.
 */
function betOf(task: GeneratorTask, prices: readonly (readonly Price[])[]): string {
  const games = new Set<readonly Price[]>()
  while (games.size < task.legs) games.add(pick(prices))
  let product = 1
  let selections = ''
  for (const game of games) {
    const { gameId, selection, hundredths } = pick(game)
    product *= hundredths
    selections += `${selections === '' ? '' : ','}{"gameId":"${gameId}","market":"1x2","selection":"${selection}","odds":${hundredths / 100}}`
  }
  const totalOdds = Math.floor(product / 100 ** (task.legs - 1)) / 100
  const body = `{"stake":${task.stakeUgx},"totalOdds":${totalOdds},"selections":[${selections}]}`
  const key = `${keyPrefix}${(sent += 1)}`
  return `POST /api/bets HTTP/1.1\r\nhost: bench\r\nsec-fetch-site: same-origin\r\nuser-agent: bench\r\ncookie: mupiira_session=${pick(task.tokens)}\r\nidempotency-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** The list may be empty at any moment. */
async function firstPrices(url: string): Promise<Price[][]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readPrices(url)
    } catch (error) {
      if (attempt === MAX_FIRST_READS) throw error
      await sleep(FIRST_READS_EVERY_MS)
    }
  }
}

async function readPrices(url: string): Promise<Price[][]> {
  const answer = await fetch(`${url}/api/games?status=open&limit=100`)
  const { items } = (await answer.json()) as {
    items: { id: string; open: boolean; prices: Record<string, number | null> }[]
  }
  const games = items
    .filter((game) => game.open)
    .map((game) =>
      Object.entries(game.prices).flatMap(([selection, odds]) =>
        odds === null ? [] : [{ gameId: game.id, selection, hundredths: Math.round(odds * 100) }],
      ),
    )
    .filter((game) => game.length > 0)
  if (games.length < 10) throw new Error(`only ${games.length} games can be bet on`)
  return games
}

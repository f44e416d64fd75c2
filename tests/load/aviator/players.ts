import { randomUUID } from 'node:crypto'
import { Agent, get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import type { PlayersReport, PlayersTask } from './task.ts'

/**
 * All players of a benchmark in one process: each bets in every round and cashes out. Each has a connection for
 * commands, open from the bet on like a browser's. Their streams are read by `watchers.ts`.
 */
type Phase = { readonly state: string; readonly fliesAtMs: number | null; readonly id: string }
/** A refusal as too late: the crash point in hundredths, and how long after the crash the request was received. */
type CashOutResult =
  | { readonly isPaid: true }
  | { readonly isPaid: false; readonly crash: number; readonly lateMs: number }

type Table = {
  onPhase(listener: (phase: Phase) => void): void
  /** Id of the bet; null if refused. */
  bet(player: number): Promise<string | null>
  /** The result of a cash-out; rejects without a response. */
  cashOut(player: number, bet: string): Promise<CashOutResult>
}

const WARM_UP_ROUNDS = 3
const STAKE_UGX = 10_000
/** All players bet within this time after betting opens, and cash out within this span of the round. */
const BETS_WITHIN_MS = 3_500
const CASH_OUT_FROM_MS = 350
const CASH_OUT_WITHIN_MS = 2_150

process.on('message', (task: PlayersTask) => {
  const players = task.kind === 'ours' ? task.tokens.length : task.players
  const connectPlayers =
    task.kind === 'ours' ? connectToOurs(task.url, task.tokens) : connectToNaive(task.url, task.players)
  connectPlayers
    .then((table) => play(table, players, task.rounds))
    .then(
      (report) => process.send?.(report),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
})
process.on('disconnect', () => process.exit(0))

async function play(table: Table, players: number, rounds: number): Promise<PlayersReport> {
  const latenciesMs: number[] = []
  const sendDelaysMs: number[] = []
  const serverLateMs: number[] = []
  let [byPlayer, byBench, lost, played] = [0, 0, 0, -WARM_UP_ROUNDS]
  const bets = new Map<number, string>()
  const pending: Promise<void>[] = []
  await new Promise<void>((resolve, reject) => {
    let seen = ''
    table.onPhase(({ state, id, fliesAtMs }) => {
      if (`${id} ${state}` === seen) return
      seen = `${id} ${state}`
      if (state === 'betting') {
        if (played === rounds) return resolve()
        played += 1
        bets.clear()
        for (let player = 0; player < players; player++) pending.push(betLater(player))
      }
      if (state === 'flying')
        for (const [player, bet] of bets) pending.push(cashOutLater(player, bet, fliesAtMs ?? Date.now(), played > 0))
    })
    setTimeout(() => reject(new Error('the rounds did not continue')), (rounds + WARM_UP_ROUNDS + 3) * 40_000).unref()
  })
  await Promise.all(pending)
  const sorted = (values: number[]) => values.sort((a, b) => a - b)
  const late = { byPlayer, byBench, byServer: serverLateMs.length, serverLateMs: sorted(serverLateMs) }
  return { latenciesMs: sorted(latenciesMs), sendDelaysMs: sorted(sendDelaysMs), late, lost }

  async function betLater(player: number): Promise<void> {
    await sleep(Math.random() * BETS_WITHIN_MS)
    const bet = await table.bet(player).catch(() => null)
    if (bet !== null) bets.set(player, bet)
  }

  async function cashOutLater(player: number, bet: string, fliesAtMs: number, isCounted: boolean): Promise<void> {
    const intendedMs = fliesAtMs + CASH_OUT_FROM_MS + Math.random() * CASH_OUT_WITHIN_MS
    await sleep(Math.max(0, intendedMs - nowMs()))
    const sentMs = nowMs()
    try {
      const result = await table.cashOut(player, bet)
      if (!isCounted) return
      // Only successful cash-outs count: a late cash-out costs the server less, and the naive server refuses none.
      if (result.isPaid) {
        latenciesMs.push(nowMs() - sentMs)
        sendDelaysMs.push(sentMs - intendedMs)
        return
      }
      const crashedAtMs = fliesAtMs + reachedAfterMs(result.crash)
      if (intendedMs >= crashedAtMs) byPlayer += 1
      else if (sentMs >= crashedAtMs) byBench += 1
      else serverLateMs.push(result.lateMs)
    } catch {
      lost += 1
    }
  }
}

/** `Date.now()` with fractions: a cash-out of the naive server takes less than a millisecond. */
const nowMs = (): number => performance.timeOrigin + performance.now()

async function connectToOurs(url: string, tokens: readonly string[]): Promise<Table> {
  const agents = tokens.map(() => new Agent({ keepAlive: true }))
  const listeners: ((phase: Phase) => void)[] = []
  const cookie = (player: number) => `mupiira_session=${tokens[player] ?? ''}`
  const post = (player: number, path: string, body?: object): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = {
        cookie: cookie(player),
        origin: url,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const call = request(new URL(path, url), { agent: agents[player], method: 'POST', headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
      call.on('error', reject)
      call.end(body === undefined ? undefined : JSON.stringify(body))
    })

  await new Promise<void>((resolve, reject) => {
    get(new URL('/api/stream?topics=me,aviator', url), { headers: { cookie: cookie(0) } }, (answer) => {
      resolve()
      let rest = ''
      answer.on('data', (chunk: Buffer) => {
        const frames = (rest + chunk.toString()).split('\n\n')
        rest = frames.pop() ?? ''
        for (const frame of frames) handleFrame(frame)
      })
    }).on('error', reject)
  })

  function handleFrame(frame: string): void {
    const text = /^data: (.*)$/m.exec(frame)?.[1]
    if (text === undefined) return
    for (const event of JSON.parse(text) as {
      type: string
      round?: { id: number; state: string; fliesAt: string | null }
    }[]) {
      if (event.type !== 'aviator-round' || event.round === undefined) continue
      const { id, state, fliesAt } = event.round
      for (const listener of listeners)
        listener({ id: String(id), state, fliesAtMs: fliesAt === null ? null : Date.parse(fliesAt) })
    }
  }

  return {
    onPhase: (listener) => void listeners.push(listener),
    async bet(player) {
      const { status, text } = await post(player, '/api/aviator/bets', { stake: STAKE_UGX })
      if (status !== 201) return null
      const { bet, waits } = JSON.parse(text) as { bet: { id: string }; waits: boolean }
      return waits ? null : bet.id
    },
    async cashOut(player, bet) {
      const { status, text } = await post(player, `/api/aviator/bets/${bet}/cashout`)
      if (status === 200) return { isPaid: true }
      const { code, details } = JSON.parse(text) as { code?: string; details?: { crash: string; lateMs: number } }
      if (code !== 'AVIATOR_TOO_LATE' || details === undefined)
        throw new Error(`a cash-out was answered ${status} ${code}`)
      return { isPaid: false, crash: Math.round(Number(details.crash) * 100), lateMs: details.lateMs }
    },
  }
}

/** Speaks socket.io over a WebSocket, so the players use little CPU. */
async function connectToNaive(url: string, players: number): Promise<Table> {
  const listeners: ((phase: Phase) => void)[] = []
  const sockets: WebSocket[] = []
  const waiting = new Map<string, (value: unknown) => void>()
  let requestId = 0
  let round = 0
  for (let player = 0; player < players; player++) {
    const query = `EIO=4&transport=websocket&player=${player}${player === 0 ? '&watches=1' : ''}`
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}`)
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('the naive server does not answer')))
      socket.addEventListener('message', (message) => {
        const data = String(message.data)
        if (data.startsWith('0')) return socket.send('40')
        if (data.startsWith('40')) return resolve()
        if (data === '2') return socket.send('3')
        const ack = /^43(\d+)(.*)$/.exec(data)
        if (ack !== null) {
          waiting.get(`${player} ${ack[1]}`)?.((JSON.parse(ack[2] ?? '[]') as unknown[])[0])
          return waiting.delete(`${player} ${ack[1]}`)
        }
        if (player !== 0 || !data.startsWith('42["round"')) return
        const state = (JSON.parse(data.slice(2)) as string[])[1] ?? ''
        if (state === 'betting') round += 1
        for (const listener of listeners)
          listener({ id: String(round), state, fliesAtMs: state === 'flying' ? Date.now() : null })
      })
    })
  }
  const sendCommand = (player: number, name: string, value: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++requestId
      waiting.set(`${player} ${id}`, resolve)
      sockets[player]?.send(`42${id}${JSON.stringify([name, value])}`)
    })
  return {
    onPhase: (listener) => void listeners.push(listener),
    bet: async (player) => String(await sendCommand(player, 'bet', STAKE_UGX * 100)),
    async cashOut(player, bet) {
      if (Number(await sendCommand(player, 'cashout', bet)) > 0) return { isPaid: true }
      throw new Error('the naive server refused a cash-out')
    },
  }
}

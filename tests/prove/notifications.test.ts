import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { queryDatabase } from '../support/query-database.ts'
import type { Client } from '../support/client.ts'
import { seedPendingTickets } from '../support/pending-tickets.ts'
import { inParallel, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSize } from '../support/proof.ts'
import { recordedLines } from '../support/recorded-lines.ts'

// Games end in groups, and the server is killed (-9) after each group: while it writes notifications, or while it sends
// push messages. At the end every player was notified of every bet once.

const tickets = proofSize({ small: 200, full: 10_000 })
const kills = tickets >= 1_000 ? 5 : 1
const players = Math.min(400, tickets / 10)
const GAMES = 24
/** Time between the first kick-off and the last. */
const SPREAD_MS = 10 * HOUR_MS
/** The largest number of push messages that one server sends at the same time. */
const IN_FLIGHT = 64
const timeLimit = 5 * 60_000

let product: Product
let clients: Client[]
/** The player of each push subscription, by the end of its address. */
const owners = new Map<string, string>()

beforeAll(async () => {
  product = await startProduct({
    matches: recordedLines(GAMES),
    kickoffInSeconds: 3_600,
    spreadSeconds: SPREAD_MS / 1_000,
  })
  await until('the games are there', async () => (await count('select count(*) from games')) === GAMES)
  const tokens = await seedPendingTickets(product.database.adminUrl, tickets, players)
  clients = tokens.map((token) => product.client(1, token))
  // Every second player has a device with push.
  const withDevice = clients.filter((_, at) => at % 2 === 0)
  await inParallel(withDevice, 8, async (client) => {
    const subscription = product.push.subscribe()
    await client.must('PUT /api/push', { body: { subscription, kinds: ['bets'] } })
    const { user } = await client.must('GET /api/auth/session', {})
    owners.set(subscription.endpoint.slice(-6), user?.id ?? '')
  })
})
afterAll(() => product?.close())

it(`[NOTE-18] [OPS-07] ${tickets} settled tickets cause ${tickets} notifications, with the server killed ${kills} times`, async () => {
  const waiting = () => count(`select count(*) from tickets where status = 'pending'`)
  if (!product.isRunning()) await product.restart()
  for (let at = 0; at < kills && (await waiting()) > 0; at++) {
    if (at % 2 === 0) await killWhileWriting()
    else await killWhileSending()
    await product.restart()
  }
  await forward(SPREAD_MS / (kills + 1) + 2 * HOUR_MS)
  await until('every ticket has ended', async () => (await waiting()) === 0, timeLimit)
  await until('every bet has its notification', async () => (await notifications()) >= tickets, timeLimit)
  await until('everything is sent', allSent, timeLimit)

  expect(await notifications()).toBe(tickets)
  expect(await count(`select count(distinct data->>'ticketId') from notifications`)).toBe(tickets)
  const unread = await inParallel(clients.slice(0, 20), 4, async (client) => {
    const [list, bets] = [
      await client.must('GET /api/notifications', {}),
      await client.must('GET /api/bets/counts', {}),
    ]
    return [list.unread, bets.settled]
  })
  // Each placement was notified, too.
  expect(unread.filter(([received = 0, settled = 0]) => received !== 2 * settled)).toEqual([])
})

it('[NOTE-18] [OPS-07] each notification reaches only the devices of its player', async () => {
  const rows = await queryDatabase<{ id: string; user_id: string }>(product, 'select id, user_id from notifications')
  const withDevice = new Set(owners.values())
  const wanted = new Set(
    rows.filter(({ user_id }) => withDevice.has(user_id)).map(({ id, user_id }) => `${user_id} ${id}`),
  )
  const pushed = product.push.messages().map(({ device, text }) => {
    const { id } = JSON.parse(text) as { readonly id: string }
    return `${owners.get(device)} ${id}`
  })
  const reached = new Set(pushed)
  expect(wanted.size).toBeGreaterThan(0)
  expect(pushed.filter((each) => !wanted.has(each))).toEqual([])
  expect([...wanted].filter((each) => !reached.has(each))).toEqual([])
  // Messages in transit at a kill are sent again; the device shows each once.
  expect(pushed.length - wanted.size).toBeLessThanOrEqual(IN_FLIGHT * kills)
  expect(product.push.refusals()).toEqual([])
})

/** Locks the table, so that the server is killed in the middle of writing. */
async function killWhileWriting(): Promise<void> {
  const holder = new pg.Client({ connectionString: product.database.adminUrl })
  await holder.connect()
  try {
    await holder.query('begin; lock table notifications in share mode')
    await nextGames()
    const blocked = `select count(*) from pg_locks where not granted and relation = 'notifications'::regclass`
    await until('the server waits for the table', async () => (await count(blocked)) > 0, timeLimit)
    await product.kill()
  } finally {
    await holder.end()
  }
}

async function killWhileSending(): Promise<void> {
  const before = product.push.messages().length
  await nextGames()
  await until('messages go out', async () => product.push.messages().length > before, timeLimit)
  await product.kill()
}

const nextGames = (): Promise<void> => forward(SPREAD_MS / (kills + 1) + HOUR_MS / 2)

async function forward(ms: number): Promise<void> {
  await product.clock.moveTo(new Date(product.clock.now().getTime() + ms))
}

/** Work claimed by a killed server becomes available when its lease expires. */
async function allSent(): Promise<boolean> {
  if ((await count('select count(*) from push_deliveries')) === 0) return true
  if ((await count('select count(*) from push_deliveries where next_at <= $1', product.clock.now())) === 0)
    await forward(30_000)
  return false
}

const notifications = (): Promise<number> => count('select count(*) from notifications')

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await queryDatabase<{ count: number }>(product, sql, values))[0]?.count)

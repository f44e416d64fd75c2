import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestStream } from '../../testing/test-stream.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { gate, type StreamFixture, streamFixture } from './testing/stream-fixture.ts'

const often = { interval: 10 }
let app: StreamFixture
beforeAll(async () => void (app = await streamFixture()))
afterAll(() => app?.close())

const visitor = () => app.browser()
const bettor = () => app.player({ balanceUgx: 50_021, hasBetBefore: true })
const gamesIn = (stream: TestStream): string[] =>
  stream().flatMap((event) => (event.type === 'game' ? [event.game.id] : []))
const scoresIn = (stream: TestStream): unknown[] =>
  stream().flatMap((event) => (event.type === 'game' ? [event.game.homeScore] : []))

/** Presents the games as they are when the gate opens. */
function slowGames() {
  const { pricing } = app.modules
  const slow = gate()
  const present: typeof pricing.games.present = async (ids, now) => {
    await slow.pass()
    return pricing.games.present(ids, now)
  }
  return { slow, games: { present } }
}

/** Presents tickets when the gate opens. */
function slowTickets() {
  const slow = gate()
  const tickets = async (ids: readonly string[]) => {
    await slow.pass()
    return app.modules.betting.tickets.present(ids)
  }
  return { slow, present: { tickets } }
}

describe('frames of a stream', () => {
  it('a frame of a stream never has a later id than an event that is still unsent, so a client that reconnects misses nothing', async () => {
    const { slow, games } = slowGames()
    const server = await app.serve({ games })
    const [player, game] = [await bettor(), await app.game()]
    const stream = await server.open(player, 'me,games')
    server.gamesChanged([game.id])
    await expect.poll(slow.reached, often).toBe(1)
    const before = app.kernel.outbox.position()
    await app.credit(player.id, 19)
    await expect.poll(app.kernel.outbox.position, often).toBeGreaterThan(before)
    slow.open()
    await expect.poll(stream.types, often).toEqual(['game', 'balance'])
    const positions = stream.frames().flatMap(({ id }) => readCursor(id)?.position ?? [])
    expect(positions.at(-1)).toBeGreaterThan(positions.at(-2) ?? Infinity)
  })

  it('frames of a stream do not wait for the backfill of another stream', async () => {
    const { slow, present } = slowTickets()
    const server = await app.serve({ present })
    const [mine, resuming] = [await app.player(), await bettor()]
    const from = server.cursor()
    const stream = await server.open(mine, 'me')
    await app.placeBet(resuming, { selections: [await app.pick((await app.game()).id)] })
    await app.received()
    const resumed = await server.request(resuming, 'me', { from })
    await expect.poll(slow.reached, often).toBeGreaterThan(0)
    await app.credit(mine.id, 23)
    await expect.poll(stream.types, often).toEqual(['balance'])
    await app.credit(resuming.id, 29)
    slow.open()
    // The event is received at least once. If it arrived during the backfill, the backfill may contain it as well.
    await expect.poll(() => resumed.types().at(-1), often).toBe('balance')
    expect(resumed.types()).toContain('ticket')
  })

  it('[DATA-40] backfill frames are not built for a stream that has closed', async () => {
    const { slow, present } = slowTickets()
    const server = await app.serve({ present })
    const player = await bettor()
    const from = server.cursor()
    await app.placeBet(player, { selections: [await app.pick((await app.game()).id)] })
    await app.received()
    const streams = await Promise.all(Array.from({ length: 9 }, () => server.request(player, 'me', { from })))
    await expect.poll(slow.reached, often).toBe(4)
    for (const { leave } of streams) leave()
    await expect.poll(server.count, often).toBe(0)
    slow.open()
    const last = await server.open(player, 'me', { from })
    await expect.poll(last.types, often).toContain('ticket')
    expect(slow.reached()).toBe(5)
  })

  it('[AUTH-75] a stream receives a reset if events cannot be converted for the client, and closes when its session ends', async () => {
    const server = await app.serve({ present: { tickets: () => Promise.reject(new Error('no answer')) } })
    const player = await app.player()
    const [mine, elsewhere] = [await server.open(player, 'me'), await server.open(await player.anotherBrowser(), 'me')]
    const { sessionId } = player
    const data = { ticketId: 't', bookingCode: 'AAAA1111', stake: 1_000, potentialWin: 2_000 }
    await app.publish({ type: 'bet-placed', userId: player.id, data })
    await expect.poll(mine.types, often).toEqual(['reset'])
    await app.publish(
      { type: 'bet-placed', userId: player.id, data },
      { type: 'session-ended', userId: player.id, data: { sessionId, reason: 'logout' } },
    )
    await expect.poll(mine.hasEnded, often).toBe(true)
    expect(elsewhere.hasEnded()).toBe(false)
    await app.publish({ type: 'account-status-changed', userId: player.id, data: { status: 'suspended' } })
    await expect.poll(elsewhere.hasEnded, often).toBe(true)
  })
})

describe('a changed game', () => {
  it('[DATA-40] a changed game that could not be sent is published again in full, not as a price delta', async () => {
    const { pricing } = app.modules
    let failures = 0
    const present: typeof pricing.games.present = async (ids, now) => {
      if (failures++ === 0) throw new Error('no answer')
      return pricing.games.present(ids, now)
    }
    const server = await app.serve({ games: { present } })
    const game = await app.game()
    const stream = await server.open(visitor(), `game:${game.id}`)
    server.gamesChanged([game.id], 'prices')
    await expect.poll(stream.types, often).toEqual(['game'])
  })

  it('[DATA-40] a client that subscribes while a goal is queued or being sent receives the game with the goal', async () => {
    const { slow, games } = slowGames()
    const server = await app.serve({ games })
    const game = await app.liveGame()
    const full = await server.open(visitor(), 'games')
    await app.scored(game.id, 1)
    server.gamesChanged([game.id])
    const waiting = await server.open(visitor(), `game:${game.id}`)
    await expect.poll(slow.reached, often).toBe(1)
    const sending = await server.open(visitor(), `game:${game.id}`)
    slow.open()
    for (const stream of [full, waiting, sending]) await expect.poll(() => scoresIn(stream), often).toEqual([1])
  })

  it('[DATA-40] a game that changed without subscribers is sent in full to the next subscriber', async () => {
    const server = await app.serve()
    const [game, other] = [await app.liveGame(), await app.liveGame()]
    const first = await server.open(visitor(), `game:${game.id}`)
    await app.scored(game.id, 1)
    server.gamesChanged([game.id])
    await expect.poll(() => scoresIn(first), often).toEqual([1])
    first.leave()
    await expect.poll(server.count, often).toBe(0)
    await app.scored(game.id, 2)
    server.gamesChanged([game.id])
    const observer = await server.open(visitor(), `game:${other.id}`)
    await app.scored(other.id, 3)
    server.gamesChanged([other.id])
    await expect.poll(() => scoresIn(observer), often).toEqual([3])
    // The second goal is withdrawn.
    const next = await server.open(visitor(), `game:${game.id}`)
    await app.scored(game.id, 1)
    server.gamesChanged([game.id])
    await expect.poll(() => scoresIn(next), often).toEqual([1])
  })

  it('[DATA-40] a changed game that is not cached does not delay other streams', async () => {
    const { slow, games } = slowGames()
    const server = await app.serve({ games })
    const player = await app.player()
    const mine = await server.open(player, 'me')
    const unknown = Array.from(
      { length: 100 },
      (_, at) => `game:0199f000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    )
    expect((await server.open(visitor(), unknown.join())).types()).toEqual([])
    await app.credit(player.id, 31)
    await expect.poll(mine.types, often).toEqual(['balance'])
    expect(slow.reached()).toBe(0)
  })

  it('[DATA-40] the backfill compares times when a change has the same position as the cursor, and tolerates clock differences between nodes', async () => {
    const server = await app.serve()
    const [one, two] = [await app.game(), await app.game()]
    const stream = await server.open(visitor(), 'games')
    server.gamesChanged([one.id])
    await expect.poll(() => gamesIn(stream), often).toEqual([one.id])
    const cursor = readCursor(server.cursor())
    if (cursor?.atMs == null) throw new Error('a cursor without its time')
    server.gamesChanged([two.id])
    await expect.poll(() => gamesIn(stream), often).toEqual([one.id, two.id])
    const resume = (from: typeof cursor) => server.open(visitor(), 'games', { from: writeCursor(from) })
    expect(gamesIn(await resume(cursor))).toContain(two.id)
    // The stream was connected until long after the change, by more than the clocks of nodes may differ.
    expect(gamesIn(await resume({ ...cursor, atMs: cursor.atMs + 60_000 }))).toEqual([])
    // A later position counts, even if the clock of the other node is ahead.
    expect(gamesIn(await resume({ position: cursor.position - 1, atMs: cursor.atMs + 60_000 }))).toContain(two.id)
  })

  it('[DATA-40] [LIVE-34] a changed game is sent with all prices to the clients that show its markets, and backfilled', async () => {
    const server = await app.serve()
    const game = await app.game()
    const topics = `game:${game.id},markets:${game.id}`
    const [screen, list] = [await server.open(visitor(), topics), await server.open(visitor(), 'games')]
    const page = server.cursor()
    const marketsIn = (stream: TestStream) =>
      stream().flatMap((event) => (event.type === 'markets' ? [event.markets['1x2']?.[2]] : []))
    server.gamesChanged([game.id], 'prices')
    await expect.poll(() => marketsIn(screen).length, often).toBe(1)
    expect(marketsIn(list)).toEqual([])
    server.gamesChanged([game.id], 'prices')
    const again = await server.open(visitor(), topics, { from: page })
    expect(marketsIn(again)).toEqual(marketsIn(screen))
    for (const { leave } of [screen, again]) leave()
    await expect.poll(server.count, often).toBe(1)
    // When the last screen closes, the server forgets the published prices.
    const next = await server.open(visitor(), `markets:${game.id}`)
    server.gamesChanged([game.id], 'prices')
    await expect.poll(() => marketsIn(next), often).toEqual(marketsIn(screen))
  })
})

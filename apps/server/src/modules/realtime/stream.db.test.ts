import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AVIATOR_TICK_MS } from '@mupiira/domain/time/stream-times.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { TestStream } from '../../testing/test-stream.ts'
import { openStream } from './stream-client.ts'
import { type StreamFixture, streamFixture, type StreamServer } from './testing/stream-fixture.ts'

const often = { interval: 10 }
let app: StreamFixture
/** A separate server, because some tests count its open streams. */
let server: StreamServer
beforeAll(async () => {
  app = await streamFixture()
  server = await app.serve()
})
afterAll(() => app?.close())

const visitor = () => app.browser()
const followed = (...ids: readonly string[]): string => ids.map((id) => `game:${id}`).join()
const GOAL = [{ team: 'home', minute: 0 }] as const
/** The games of the full changes that a stream received, in order. */
const gamesIn = (stream: TestStream): string[] =>
  stream().flatMap((event) => (event.type === 'game' ? [event.game.id] : []))
const shortIds = (...ids: readonly string[]): string[] => ids.map((id) => id.slice(-8)).toSorted()
/** The short ids of the games whose changes or prices a stream received. */
const changedIn = (stream: TestStream): string[] =>
  stream().flatMap((event) =>
    event.type === 'game' ? [event.game.id.slice(-8)] : event.type === 'prices' ? Object.keys(event.prices) : [],
  )
const balances = (stream: TestStream): number[] =>
  stream().flatMap((event) => (event.type === 'balance' ? [event.balance] : []))

describe('a stream', () => {
  it('[OPS-01] a stream counts towards the stream limit only while its client is connected', async () => {
    const own = await app.serve()
    const player = await app.player()
    const stream = await own.open(player, 'me,games')
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.text()).toMatch(/id: \d+\.\w+\ndata: \[\]/)
    await app.credit(player.id, 5)
    await expect.poll(() => balances(stream), often).toEqual([5])
    expect(await own.count()).toBe(1)
    stream.leave()
    await expect.poll(own.count, often).toBe(0)
  })

  it('[OPS-02] a stream with the topic `me` needs a session', async () => {
    const stream = await server.request(visitor(), 'me')
    expect(stream.response.statusCode).toBe(401)
    await expect.poll(stream.text, often).toContain('"code":"NOT_AUTHENTICATED"')
  })

  it('[AUTH-77] a stream requested for one player does not open with the session of another', async () => {
    const [player, other] = [await app.player(), await app.player()]
    const statuses = [player.id, other.id].map(
      async (id) => (await server.request(player, `me,me:${id},settings`)).response.statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
  })

  it('[AUTH-73] a stream of a suspended account is refused with the reason, and public topics open as for a visitor', async () => {
    const player = await app.player()
    await app.kernel.db.transaction((tx) =>
      app.modules.identity.accounts.setStatus(tx, player.id, 'suspended', app.clock.now()),
    )
    await player.signIn()
    for (const topic of ['me', 'operators']) {
      const refused = await server.request(player, topic)
      expect(refused.response.statusCode).toBe(403)
      await expect.poll(refused.text, often).toContain('"code":"ACCOUNT_SUSPENDED"')
    }
    expect((await server.open(player, 'games')).response.statusCode).toBe(200)
  })

  it.each([
    ['its session expires', async () => app.clock.forward(365 * 86_400_000)],
    ['a second factor is required', () => app.set('admin_second_factor', true)],
  ])('[CHAT-19] a stream of an operator ends when %s', async (_when, change) => {
    const checked = await app.serve({ limits: { checkedEveryMs: 20, visitorsOfNetwork: 30 } })
    const stream = await checked.open(await app.admin({ session: 'manual' }), 'operators')
    // Wait until some checks of the session have passed.
    await app.kernel.db.query('select pg_sleep(0.2)')
    expect(stream.hasEnded()).toBe(false)
    const now = app.clock.now()
    await change()
    await expect.poll(stream.hasEnded, often).toBe(true)
    app.clock.set(now)
    await app.set('admin_second_factor', false)
  })

  it('[AUTH-75] a stream is closed once with a reason when session and account end together', async () => {
    const player = await app.player()
    const streams = [await server.open(player, 'me,games'), await server.open(player, 'aviator')]
    await app.publish(
      { type: 'account-status-changed', userId: player.id, data: { status: 'suspended' } },
      { type: 'session-ended', userId: player.id, data: { reason: 'suspended' } },
    )
    for (const { hasEnded, text } of streams) {
      await expect.poll(hasEnded, often).toBe(true)
      expect(text().match(/"session-ended","reason":"suspended"/g)).toHaveLength(1)
    }
  })

  it('[AUTH-75] a stream is closed only when its own session ends, even without the topic `me`', async () => {
    const player = await app.player()
    const [mine, elsewhere, other] = [
      await server.open(player, 'aviator'),
      await server.open(await player.anotherBrowser(), 'me'),
      await server.open(visitor(), 'aviator'),
    ]
    const { sessionId } = player
    await app.publish({ type: 'session-ended', userId: player.id, data: { sessionId, reason: 'logout' } })
    await expect.poll(mine.hasEnded, often).toBe(true)
    expect(mine.types()).toEqual(['session-ended'])
    await app.credit(player.id, 7)
    await expect.poll(() => balances(elsewhere), often).toEqual([7])
    expect([elsewhere.hasEnded(), other.hasEnded()]).toEqual([false, false])
  })

  const ROUND = { id: 7, rtp: 97, bettingOpensAt: null, bettingClosesAt: null, fliesAt: null, endedAt: null }

  it('[AVI-09] an Aviator stream reports the elapsed time of the round until the crash', async () => {
    // The stream opens during the round, so no earlier event has announced the round.
    let elapsed: { readonly roundId: number; readonly flownMs: number } | null = { roundId: 7, flownMs: 1_234 }
    const own = await app.serve({ aviator: { elapsedTime: async () => elapsed } })
    const stream = await own.open(visitor(), 'aviator')
    const ticks = () => stream().filter(({ type }) => type === 'aviator-tick')
    await expect.poll(() => ticks().length, often).toBeGreaterThan(3)
    expect(ticks().at(-1)).toEqual({ type: 'aviator-tick', roundId: 7, flownMs: 1_234 })
    elapsed = null
    await app.publish({ type: 'aviator-round', data: { round: { ...ROUND, state: 'crashed', crash: 1.5 } } })
    await expect.poll(() => stream.types().includes('aviator-round'), often).toBe(true)
    const count = ticks().length
    await sleep(5 * AVIATOR_TICK_MS)
    expect(ticks()).toHaveLength(count)
  })

  it.each([
    ['own events', 'me'],
    ['public topics', 'games,lists'],
  ])(
    'the number of a player’s open streams of %s is limited, and a further stream closes the oldest',
    async (_of, topics) => {
      const own = await app.serve()
      const player = await app.player()
      const all: TestStream[] = []
      for (let opened = 0; opened < 14; opened++) all.push(await own.open(player, topics))
      await expect.poll(() => all.map(({ hasEnded }) => hasEnded()), often).toEqual(all.map((_, at) => at < 4))
      expect(await own.count()).toBe(10)
    },
  )

  it('[OPS-01] the number of streams is limited for visitors of one network, but not for signed-in players', async () => {
    const limited = await app.serve({ limits: { checkedEveryMs: 60_000, visitorsOfNetwork: 0.03 } })
    const streams = await Promise.all(Array.from({ length: 30 }, () => limited.request(visitor(), 'lists')))
    expect(new Set(streams.map(({ response }) => response.statusCode))).toEqual(new Set([200]))
    const { response: refused } = await limited.request(visitor(), 'lists')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect((await limited.request(await app.player(), 'me')).response.statusCode).toBe(200)
    for (const { leave } of streams) leave()
    const again = async () => {
      const { response, leave } = await limited.request(visitor(), 'lists')
      leave()
      return response.statusCode
    }
    await expect.poll(again, often).toBe(200)
  })

  it('[OPS-01] the number of streams that a player opens per minute is limited, without affecting other players', async () => {
    const strict = await createTestApp({ background: true, config: { RATE_LIMIT_FACTOR: '1' } })
    const [frequent, other] = [await strict.player(), await strict.player()]
    const statusOf = async (client: TestClient) => {
      const { response, leave } = await strict.stream(client, 'settings')
      leave()
      return response.statusCode
    }
    for (let opened = 0; opened < 120; opened++) expect(await statusOf(frequent)).toBe(200)
    expect([await statusOf(frequent), await statusOf(other), await statusOf(strict.browser())]).toEqual([429, 200, 200])
    await strict.close()
  })

  it('[OPS-07] a stream ends when the server stops', async () => {
    const stopping = await createTestApp({ background: true })
    const stream = await stopping.stream(stopping.browser(), 'games')
    await expect.poll(stream.text, often).toContain('id: ')
    stopping.beginStop()
    await expect.poll(stream.hasEnded, often).toBe(true)
    await stopping.close()
  })

  it('[DATA-40] a stream sends heartbeat events', async () => {
    const stream = await server.open(visitor(), 'lists')
    const beats = () => stream.text().match(/event: heartbeat\ndata: \[\]\n\n/g)?.length ?? 0
    await expect.poll(beats, { interval: 50 }).toBeGreaterThanOrEqual(2)
  })

  it('[DATA-40] a stream is closed when its client reads too slowly', async () => {
    let written: ServerResponse | undefined
    const slow = createServer((_, response) => void (written = response))
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const request = get({ port: (slow.address() as AddressInfo).port })
    await once(slow, 'request')
    if (written === undefined) throw new Error('no response')
    const client = openStream(written, { topics: new Set(), userId: null, sessionId: null })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined).pause()
    const frame = Buffer.alloc(64 * 1024, ' ')
    for (let sent = 0; sent < 1_000 && !written.destroyed; sent++) {
      client.send(frame)
      await yieldToEventLoop()
    }
    expect(written.destroyed).toBe(true)
    slow.close()
  })
})

describe('events of a stream', () => {
  it('a stream receives only its own player’s events', async () => {
    const [player, other] = [await app.player(), await app.player()]
    const [mine, theirs] = [await server.open(player, 'me,games'), await server.open(other, 'me,games')]
    await app.credit(player.id, 11)
    await expect.poll(() => balances(mine), often).toEqual([11])
    await app.credit(other.id, 13)
    await expect.poll(() => balances(theirs), often).toEqual([13])
    expect([mine.types(), theirs.types()]).toEqual([['balance'], ['balance']])
  })

  it('[DATA-40] a stream receives a goal of a live game', async () => {
    const game = await app.liveGame()
    const stream = await app.stream(visitor(), followed(game.id))
    await expect.poll(stream.text, often).toContain('id: ')
    await app.changeGame(game.id, { goalEvents: GOAL })
    const scores = () => stream().flatMap((event) => (event.type === 'game' ? [event.game.homeScore] : []))
    await expect.poll(() => scores().at(-1), often).toBe(1)
  })

  it('[DATA-40] a stream receives the changes of the games in its topics, and ignores invalid ids', async () => {
    const games = [await app.game(), await app.game(), await app.game(), await app.game()]
    const [a = '', b = '', c = '', d = ''] = games.map(({ id }) => id)
    const some = await server.open(visitor(), `${followed(a, c, a)},game:,game:unknown,game:%27`)
    const full = await server.open(visitor(), 'games')
    server.gamesChanged([a, b, c, d])
    server.gamesChanged([c])
    await expect.poll(() => changedIn(full).toSorted(), often).toEqual(shortIds(a, b, c, d))
    await expect.poll(() => changedIn(some).toSorted(), often).toEqual(shortIds(a, c))
    const from = some.lastId()
    some.leave()
    server.gamesChanged([b, c])
    await expect.poll(() => changedIn(full).length, often).toBe(6)
    const again = await server.open(visitor(), followed(a, c), { from })
    const missed = changedIn(again)
    expect([missed.includes(c.slice(-8)), missed.includes(b.slice(-8))]).toEqual([true, false])
  })

  it('[DATA-40] a stream receives compact deltas if only the prices of an open game or the minute of a live game changed', async () => {
    const { id } = await app.game()
    const stream = await server.open(visitor(), followed(id))
    const last = () => stream().at(-1)
    server.gamesChanged([id])
    await expect.poll(last, often).toMatchObject({ type: 'prices', prices: { [id.slice(-8)]: {} } })
    await app.changedGame(id, { status: 'live' })
    server.gamesChanged([id])
    await expect.poll(last, often).toMatchObject({ type: 'game', game: { id, status: 'live', open: false } })
    expect(last()).not.toHaveProperty('game.prices')
    server.gamesChanged([id])
    const afterFiveSeconds = () => (server.fiveSecondsPass(), last())
    await expect.poll(afterFiveSeconds, often).toMatchObject({ type: 'minutes', minutes: { [id.slice(-8)]: 0 } })
    await app.scored(id, 1)
    server.gamesChanged([id])
    await expect.poll(last, often).toMatchObject({ type: 'game', game: { id, homeScore: 1 } })
  })

  it('[DATA-45] a stream receives changes of the game lists in its topics', async () => {
    const [mine, other] = [await server.open(visitor(), 'lists'), await server.open(visitor(), 'settings,lists')]
    server.gamesChanged([], 'lists')
    server.fiveSecondsPass()
    await expect.poll(mine.types, often).toEqual(['lists'])
    await expect.poll(other.types, often).toEqual(['lists'])
  })

  it('[ADMX-06] staff who do not answer players receive changed console lists, and no conversations', async () => {
    const trader = await app.admin({ permissions: { role: 'trader' } })
    expect((await server.request(trader, 'operators,conversations')).response.statusCode).toBe(403)
    const lists = await server.open(trader, 'operators')
    await app.publish({ type: 'fixtures-changed', data: {} })
    await expect.poll(lists.types, often).toEqual(['admin-lists'])
  })

  it('only operators’ streams receive changes of console lists, several changes in one event', async () => {
    const operator = await app.admin()
    const player = await app.player({ balanceUgx: 50_021, hasBetBefore: true })
    const [console, other] = [await server.open(operator, 'operators'), await server.open(player, 'me')]
    await app.publish({ type: 'fixtures-changed', data: {} }, { type: 'fixtures-changed', data: {} })
    await app.placeBet(player, { selections: [await app.pick((await app.game()).id)] })
    const lists = () => console().flatMap((event) => (event.type === 'admin-lists' ? event.lists : []))
    await expect.poll(() => new Set(lists()), often).toEqual(new Set(['fixtures', 'games', 'bets']))
    await expect.poll(() => other.types().toSorted(), often).toEqual(['balance', 'notification', 'ticket'])
  })
})

describe('a stream that resumes', () => {
  const bettor = (): Promise<TestAccount> => app.player({ balanceUgx: 50_021, hasBetBefore: true })

  it('[DATA-40] a stream that resumes from an unknown id receives a reset', async () => {
    for (const from of ['garbage', '7.', '-1', '1'.repeat(16), '2026-11-23']) {
      expect((await server.open(visitor(), 'settings', { from })).types()).toEqual(['reset'])
      expect((await server.open(visitor(), 'settings', { headers: { 'last-event-id': from } })).types()).toEqual([
        'reset',
      ])
    }
    expect((await server.open(visitor(), 'settings', { from: '' })).types()).toEqual([])
  })

  it('[DATA-40] a stream that resumes on a restarted node without missed events receives no reset', async () => {
    const player = await bettor()
    await app.received()
    const before = await server.open(player, 'me,games')
    await expect.poll(() => before.frames().length, often).toBeGreaterThan(0)
    const from = before.lastId()
    before.leave()
    const restarted = await createTestApp({ background: true, database: app.database })
    const again = await restarted.stream(player, 'me,games', { from })
    await expect.poll(() => again.frames().length, often).toBeGreaterThan(0)
    await app.credit(player.id, 23)
    // A restarted node does not have the published states, so it sends the games once more.
    await expect.poll(() => again.types().filter((type) => type !== 'game'), often).toEqual(['balance'])
    await restarted.close()
  })

  it('[DATA-40] [NOTE-13] a stream that resumes receives all missed events and notices, and each changed game once', async () => {
    const [player, other] = [await bettor(), await bettor()]
    const [one, two] = [await app.game(), await app.game()]
    const first = await server.open(player, 'me,games')
    await app.credit(player.id, 17)
    await expect.poll(first.types, often).toEqual(['balance'])
    const from = first.lastId()
    first.leave()
    await app.placeBet(player, { selections: [await app.pick(one.id)] })
    await app.placeBet(other, { selections: [await app.pick(one.id)] })
    const observer = await server.open(visitor(), 'games')
    server.gamesChanged([one.id])
    server.gamesChanged([one.id, two.id])
    await expect.poll(() => changedIn(observer).toSorted(), often).toEqual(shortIds(one.id, two.id))
    const notice = { message: 'No deposits from 02:00 to 03:00', priority: 'high' }
    expect((await (await app.admin()).post('/api/admin/notices', notice)).status).toBe(201)
    await app.received()
    const again = await server.open(player, 'me,games', { from })
    const expected = ['balance', 'game', 'game', 'notice', 'notification', 'ticket']
    await expect.poll(() => again.types().toSorted(), often).toEqual(expected)
  })

  it('[DATA-40] a stream that resumes receives price deltas for games of which only prices changed, and other changed games in full', async () => {
    const games = [await app.game(), await app.game(), await app.game(), await app.game()]
    const [one = '', two = '', due = '', begun = ''] = games.map(({ id }) => id)
    const page = server.cursor()
    const topics = followed(one, two, due, begun)
    const before = await server.open(visitor(), topics, { from: page })
    await app.changedGame(begun, { status: 'live' })
    server.gamesChanged([one, begun], 'prices')
    server.gamesChanged([due], 'games')
    server.gamesChanged([two, due], 'prices')
    await expect.poll(() => gamesIn(before).length, often).toBeGreaterThan(0)
    const late = await server.open(visitor(), topics, { from: page })
    expect(gamesIn(late).toSorted()).toEqual([due, begun].toSorted())
    const prices = late().flatMap((event) => (event.type === 'prices' ? [Object.keys(event.prices)] : []))
    expect(prices.map((ids) => ids.toSorted())).toEqual([[one, two].map((id) => id.slice(-8)).toSorted()])
  })

  it('[DATA-45] a stream that resumes receives the settings and lists that changed since the page was rendered, and a new stream receives none', async () => {
    const observer = await server.open(visitor(), 'settings,lists')
    const page = server.cursor()
    await app.set('max_payout', 400_000_001)
    server.gamesChanged([], 'lists')
    server.fiveSecondsPass()
    await expect.poll(() => observer.types().toSorted(), often).toEqual(['lists', 'settings'])
    const old = await server.open(visitor(), 'settings,lists', { from: page })
    const fresh = await server.open(visitor(), 'settings,lists,games', { from: server.cursor() })
    expect([old.types(), fresh.types()]).toEqual([['settings', 'lists'], []])
  })
})

import { setImmediate as readEnds } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { odds } from '@mupiira/domain/odds/odds.ts'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import { createLiabilityReader, type LiabilityReader } from '../exposure/open-liabilities.ts'
import { createLiabilityBook, type LiabilityBook, playersNearLimit } from './liability.ts'

const INTERVAL_MS = 30_000

/** A database with open bets, whose reads can fail or wait. */
type FakeDb = { readonly run: () => Promise<object[]>; reads: number; answer: () => Promise<object[]> }

const openBets = (amount: bigint) => () =>
  Promise.resolve([{ gameId: 'game', market: '1x2', selection: '1', selectionUgx: ugx(amount), gameUgx: ugx(amount) }])
const fails = (): Promise<object[]> => Promise.reject(new Error('canceling statement due to statement timeout'))

function fakeDb(): FakeDb {
  const db = {
    reads: 0,
    answer: openBets(500n) as FakeDb['answer'],
    run(): Promise<object[]> {
      db.reads += 1
      return db.answer()
    },
  }
  return db
}

let nowMs: number
/** Reads all open bets. */
let scans: FakeDb
/** Reads the open bets of games. */
let games: FakeDb
let errors: number
let metrics: ReturnType<typeof createMetrics>
let reader: LiabilityReader
let book: LiabilityBook

beforeEach(() => {
  nowMs = 1_000_000
  errors = 0
  ;[scans, games] = [fakeDb(), fakeDb()]
  metrics = createMetrics()
  const clock = { now: () => new Date(nowMs) }
  const log = { error: () => (errors += 1) }
  reader = createLiabilityReader({ clock, db: games, log, metrics, scanDb: scans } as never, 5)
  book = createLiabilityBook({ clock }, reader)
})

const ready = (...gameIds: readonly string[]) => book.ready(gameIds.length === 0 ? ['game'] : gameIds)

/** Reads all open bets and waits for the result. */
async function read(): Promise<void> {
  await ready()
  await readEnds()
}

it('[SLIP-72] a batch without liability figures reads the bets on its games when the read of all open bets takes too long', async () => {
  scans.answer = () => new Promise(() => {})
  games.answer = openBets(70n)
  await ready()
  expect(book.amount('game')).toBe(70n)
  expect(book.amount('game 1x2 1')).toBe(70n)
  expect([scans.reads, games.reads]).toEqual([1, 1])
})

it('[SLIP-72] the bets on a game are read at most once in 30 s while the read of all open bets fails', async () => {
  scans.answer = fails
  await ready()
  await ready()
  expect(games.reads).toBe(1)
  await ready('game', 'other')
  expect(games.reads).toBe(2)
  nowMs += INTERVAL_MS
  games.answer = openBets(900n)
  await ready()
  expect(book.amount('game')).toBe(900n)
})

it('[SLIP-72] liability figures older than two intervals are read again', async () => {
  await read()
  scans.answer = fails
  games.answer = openBets(900n)
  nowMs += INTERVAL_MS
  await ready()
  expect(book.amount('game')).toBe(500n)
  nowMs += INTERVAL_MS
  await ready()
  expect(book.amount('game'), 'bets of other nodes count').toBe(900n)
})

it('[SLIP-72] a bet that is accepted during a read of its game is added to the result of the read', async () => {
  await read()
  scans.answer = fails
  const { promise, resolve } = Promise.withResolvers<object[]>()
  games.answer = () => promise
  nowMs += 2 * INTERVAL_MS
  const batch = ready()
  await expect.poll(() => games.reads).toBe(1)
  book.add(new Map([['game', ugx(70n)]]))
  resolve(await openBets(500n)())
  await batch
  expect(book.amount('game')).toBe(570n)
})

it('[SLIP-72] bets are refused only if neither all open bets nor the bets on their games can be read', async () => {
  ;[scans.answer, games.answer] = [fails, fails]
  await expect(ready()).rejects.toThrow('statement timeout')
  games.answer = openBets(500n)
  await expect(ready()).resolves.toBeUndefined()
  expect(book.amount('game')).toBe(500n)
})

describe('a read of all open bets', () => {
  it('[SLIP-72] a failed read keeps the last liability figures plus the bets placed since, and is reported as an error', async () => {
    await read()
    book.add(new Map([['game', ugx(70n)]]))
    scans.answer = fails
    nowMs += INTERVAL_MS
    await ready()
    await readEnds()
    expect(book.amount('game')).toBe(570n)
    expect(errors).toBe(1)
    expect(await metrics.text()).toContain('liability_refresh_failures 1')
    expect(await metrics.text()).toContain('liability_refresh_failed 1')
  })

  it('[SLIP-72] a batch without liability figures waits for a read of all open bets, and its bets count once', async () => {
    await ready()
    expect([scans.reads, games.reads]).toEqual([1, 0])
    expect(book.amount('game')).toBe(500n)
  })

  it('[SLIP-72] a failed read is retried after an interval, not with every batch', async () => {
    scans.answer = fails
    await read()
    nowMs += INTERVAL_MS - 1
    await read()
    expect(scans.reads).toBe(1)
    nowMs += 1
    await read()
    expect(scans.reads).toBe(2)
  })

  it('[SLIP-72] limits, prices and the risk page share one read of the open bets', async () => {
    const { promise, resolve } = Promise.withResolvers<object[]>()
    scans.answer = () => promise
    const reads = [ready(), reader.all(0), reader.all(5_000)]
    resolve(await openBets(500n)())
    await Promise.all(reads)
    nowMs += 4_000
    await reader.all(5_000)
    await ready()
    expect(scans.reads).toBe(1)
    nowMs += 2_000
    scans.answer = openBets(900n)
    await reader.all(5_000)
    expect(book.amount('game'), 'a read for the risk page also refreshes the limits').toBe(900n)
  })
})

describe('the players whose open bets are read', () => {
  const bet = (userId: string, stake: bigint, at = 200) => ({
    userId,
    stakeUgx: ugx(stake),
    highestOdds: new Map([['game', odds(at)]]),
  })

  it.each<[string, Parameters<typeof playersNearLimit>[1], bigint, readonly string[]]>([
    ['no players on a game with little liability', [bet('a', 20n), bet('b', 20n)], 60n, []],
    ['all players on a game with a tenth of the limit', [bet('a', 1n), bet('b', 1n)], 100n, ['a', 'b']],
    ['a player with a large stake', [bet('a', 41n)], 60n, ['a']],
    ['a player with high odds', [bet('a', 10n, 511)], 60n, ['a']],
    [
      'all players whose bets of the batch add up, because the players may be related',
      [bet('a', 20n), bet('b', 21n)],
      60n,
      ['a', 'b'],
    ],
    [
      'only the players with a bet on the game',
      [bet('a', 41n), { ...bet('b', 1n), highestOdds: new Map([['quiet', odds(200)]]) }],
      60n,
      ['a'],
    ],
    ['a player with several bets in the batch once', [bet('a', 20n), bet('a', 21n)], 60n, ['a']],
    ['a player with a large stake and a negative stake', [bet('a', -90n), bet('a', 41n)], 60n, ['a']],
  ])('[SLIP-73] a batch reads the open bets of %s', (_, bets, open, expected) => {
    expect(playersNearLimit({ amount: (game) => ugx(game === 'quiet' ? 0n : open) }, bets, ugx(1_000n))).toEqual(
      expected,
    )
  })
})

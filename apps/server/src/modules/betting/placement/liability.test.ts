import { setImmediate as refreshEnds } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { odds } from '@mupiira/domain/odds/odds.ts'
import { createMetrics } from '../../../kernel/metrics.ts'
import { createLiabilityBook, type LiabilityBook, playersNearLimit } from './liability.ts'

const INTERVAL_MS = 30_000

/** A database with one open bet, whose reads can fail or wait. */
type FakeDb = { reads: number; answer: () => Promise<object[]> }

const OPEN = [{ gameId: 'game', market: '1x2', selection: '1', selectionUgx: ugx(500n), gameUgx: ugx(500n) }]
const answers = (): Promise<object[]> => Promise.resolve(OPEN)
const fails = (): Promise<object[]> => Promise.reject(new Error('canceling statement due to statement timeout'))

let nowMs: number
let db: FakeDb
let metrics: ReturnType<typeof createMetrics>
let book: LiabilityBook

beforeEach(() => {
  nowMs = 1_000_000
  db = { reads: 0, answer: answers }
  metrics = createMetrics()
  const run = (): Promise<object[]> => {
    db.reads += 1
    return db.answer()
  }
  const clock = { now: () => new Date(nowMs) }
  book = createLiabilityBook({ clock, log: { warn: () => {} }, metrics, workerDb: { run } } as never)
})

/** Fails the first refresh after two intervals. */
async function failOnce(): Promise<void> {
  await book.ready()
  db.answer = fails
  nowMs += 2 * INTERVAL_MS
  await book.ready()
}

it('[SLIP-72] every batch waits while figures older than two intervals are refreshed', async () => {
  await book.ready()
  nowMs += 2 * INTERVAL_MS
  const { promise, resolve } = Promise.withResolvers<object[]>()
  db.answer = () => promise
  const ended: string[] = []
  const batches = ['first', 'second'].map((batch) => book.ready().then(() => ended.push(batch)))
  await refreshEnds()
  expect(ended).toEqual([])
  resolve(OPEN)
  await Promise.all(batches)
  expect(db.reads).toBe(2)
})

describe('a refresh of the liability that fails', () => {
  it('[SLIP-72] a failed liability refresh keeps the last figures plus the bets placed since', async () => {
    await book.ready()
    book.add(new Map([['game', ugx(70n)]]))
    db.answer = fails
    nowMs += 2 * INTERVAL_MS
    await book.ready()
    expect(book.amount('game')).toBe(570n)
    expect(await metrics.text()).toContain('liability_refresh_failures 1')
  })

  it('[SLIP-72] a failed liability refresh is retried after an interval, not with every batch', async () => {
    await failOnce()
    await Promise.all([book.ready(), book.ready()])
    nowMs += INTERVAL_MS - 1
    await book.ready()
    expect(db.reads).toBe(2)
    nowMs += 1
    await book.ready()
    expect(db.reads).toBe(3)
  })

  it('[SLIP-72] a failed liability refresh is retried without delaying batches', async () => {
    await failOnce()
    db.answer = () => new Promise(() => {})
    nowMs += INTERVAL_MS
    await book.ready()
    expect(db.reads).toBe(3)
  })

  it('[SLIP-72] after a successful retry, batches wait again for a refresh of outdated figures', async () => {
    await failOnce()
    db.answer = answers
    nowMs += INTERVAL_MS
    await book.ready()
    await refreshEnds()
    book.add(new Map([['game', ugx(70n)]]))
    nowMs += 2 * INTERVAL_MS
    await book.ready()
    expect(book.amount('game')).toBe(500n)
  })

  it('[SLIP-72] a failed liability refresh stops bets only if there are no figures yet', async () => {
    db.answer = fails
    await expect(book.ready()).rejects.toThrow('statement timeout')
    db.answer = answers
    await expect(book.ready()).resolves.toBeUndefined()
    expect(book.amount('game')).toBe(500n)
  })
})

describe('the players whose open bets are read', () => {
  const bet = (userId: string, stake: bigint, at = 200) => ({
    userId,
    stakeUgx: ugx(stake),
    highestOdds: new Map([['game', odds(at)]]),
  })

  it.each<[string, Parameters<typeof playersNearLimit>[1], bigint, readonly string[]]>([
    ['no player, on a game with little liability', [bet('a', 20n), bet('b', 20n)], 60n, []],
    ['all players, on a game with a tenth of the limit', [bet('a', 1n), bet('b', 1n)], 100n, ['a', 'b']],
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
    ['a player with several bets in the batch, once', [bet('a', 20n), bet('a', 21n)], 60n, ['a']],
    ['a player whose negative stake cannot hide another one', [bet('a', -90n), bet('a', 41n)], 60n, ['a']],
  ])('[SLIP-73] a batch reads the open bets of %s', (_, bets, open, expected) => {
    expect(playersNearLimit({ amount: (game) => ugx(game === 'quiet' ? 0n : open) }, bets, ugx(1_000n))).toEqual(
      expected,
    )
  })
})

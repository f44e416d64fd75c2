import { confirmLimit, setLimit, startExclusion } from '@mupiira/contract/protection.ts'
import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Ugx, ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { HOUSE, type Wallet } from '../wallet/index.ts'
import { confirmLimitIncrease, setOwnLimit, startSelfExclusion } from './change-protection.ts'
import { presentProtectionRefusal } from './present-protection-refusal.ts'
import type { Protection } from './index.ts'
import { readUsedAmounts, netResultSince } from './status.repository.ts'

/** A Saturday, 15:00 in Kampala. */
const NOON = new Date('2026-11-21T12:00:00Z')
const after = (hours: number, from = NOON): Date => new Date(from.getTime() + hours * HOUR_MS)

let app: TestApp
let wallet: Wallet
let protection: Protection
beforeAll(async () => {
  app = await createTestApp({ clock: testClock(NOON) })
  ;({ wallet, protection } = app.modules)
})
afterAll(() => app?.close())

const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => app.kernel.db.transaction(work)
const shillings = ugxFromShillings

const player = async (): Promise<string> => (await app.player({ balanceUgx: 10_000_000 })).id

type Limit = Parameters<typeof setOwnLimit>[3]
const limit = (userId: string, kind: Limit['kind'], period: Limit['period'], amount: number | null) =>
  transaction((tx) => setOwnLimit(tx, wallet.accounts, userId, { kind, period, amount }, testClock(NOON)))
const exclude = (userId: string, length: Parameters<typeof startSelfExclusion>[3], now = NOON) =>
  transaction((tx) => startSelfExclusion(tx, wallet.accounts, userId, length, testClock(now)))

/**
 * Stakes as a command does: locks the account, checks the limits, posts the stake. Returns the error code, or 'placed'.
 */
function stake(userId: string, amount: number, now = NOON): Promise<string> {
  return transaction(async (tx) => {
    await wallet.accounts.lock(tx, [userId])
    const [refusal] = await protection.commands.check(tx, [{ userId, kind: 'stake', amount: shillings(amount) }], now)
    if (refusal != null) return refusal.code
    await post(tx, userId, HOUSE.book, shillings(amount), 'bet', now)
    return 'placed'
  })
}
const post = (tx: Tx, source: string, destination: string, amount: Ugx, kind: LedgerKind, now: Date) =>
  wallet.transfers.post(tx, [{ source, destination, amount, kind, reference: newId(), description: kind }], now)
/** Many stakes in one transaction, like a batch of bets. */
const stakeMany = (userId: string, count: number, amount: number, now = NOON): Promise<void> =>
  transaction(async (tx) => {
    await wallet.accounts.lock(tx, [userId])
    const one = { userId, kind: 'stake' as const, amount: shillings(amount) }
    const answers = await protection.commands.check(
      tx,
      Array.from({ length: count }, () => one),
      now,
    )
    expect(answers.every((answer) => answer === null)).toBe(true)
    const bet = () => ({ source: userId, destination: HOUSE.book, amount: one.amount, reference: newId() })
    await wallet.transfers.post(
      tx,
      Array.from({ length: count }, () => ({ ...bet(), kind: 'bet' as const, description: 'bet' })),
      now,
    )
  })
const gets = (userId: string, amount: number, kind: LedgerKind, now = NOON) =>
  transaction((tx) => post(tx, HOUSE.book, userId, shillings(amount), kind, now))

it('[PLAY-02] the limit check accepts requests of a player without limits, and returns one result per request', async () => {
  const [a, b] = [newId(), newId()]
  const answers = await transaction((tx) =>
    protection.commands.check(
      tx,
      [
        { userId: a, kind: 'stake', amount: ugx(500_000_000n) },
        { userId: b, kind: 'deposit', amount: ugx(700n) },
        { userId: a, kind: 'deposit', amount: ugx(1_100n) },
      ],
      NOON,
    ),
  )
  expect(answers).toEqual([null, null, null])
})

describe('limits', () => {
  it('[PLAY-01] [PLAY-02] stakes count towards limits exactly by day, week and month of East Africa Time', async () => {
    const id = await player()
    await limit(id, 'stake', 'day', 50_000)
    await limit(id, 'stake', 'week', 70_000)
    expect(await stake(id, 30_000)).toBe('placed')
    expect(await stake(id, 20_001)).toBe('LIMIT_REACHED')
    expect(await stake(id, 20_000)).toBe('placed')
    expect(await stake(id, 1)).toBe('LIMIT_REACHED')
    const midnight = new Date('2026-11-21T21:00:00Z')
    expect(await stake(id, 1, new Date(midnight.getTime() - 1))).toBe('LIMIT_REACHED')
    expect(await stake(id, 20_001, midnight)).toBe('LIMIT_REACHED')
    expect(await stake(id, 20_000, midnight)).toBe('placed')
    expect(await stake(id, 50_000, new Date('2026-11-22T20:59:59.999Z'))).toBe('LIMIT_REACHED')
    expect(await stake(id, 50_000, new Date('2026-11-22T21:00:00Z'))).toBe('placed')
  })

  it('[PLAY-02] a refusal by a player limit names the limit, the remaining amount and when more becomes available', async () => {
    const id = await player()
    await limit(id, 'stake', 'day', 50_000)
    await limit(id, 'loss', 'month', 40_000)
    await stake(id, 15_000)
    const request = { userId: id, kind: 'stake' as const, amount: shillings(36_000) }
    const [refusal] = await transaction((tx) => protection.commands.check(tx, [request], NOON))
    expect(refusal == null ? null : presentProtectionRefusal(refusal)).toEqual({
      error: 'LIMIT_REACHED',
      details: {
        limit: 'monthly loss limit of UGX 40,000',
        left: 'UGX 25,000',
        frees: '1 Dec 2026, 00:00',
        leftUgx: 25_000,
        freesAt: '2026-11-30T21:00:00.000Z',
      },
    })
  })

  it('[PLAY-01] the net loss is stakes minus wins, refunds and cash-outs, without deposits and top-ups', async () => {
    const id = await player()
    await limit(id, 'loss', 'day', 30_000)
    expect(await stake(id, 30_000)).toBe('placed')
    expect(await stake(id, 1_000)).toBe('LIMIT_REACHED')
    await gets(id, 50_000, 'deposit')
    await gets(id, 50_000, 'top-up')
    expect(await stake(id, 1_000)).toBe('LIMIT_REACHED')
    await gets(id, 7_000, 'win')
    await gets(id, 5_000, 'void-refund')
    await gets(id, 3_000, 'cashout')
    expect(await stake(id, 15_001)).toBe('LIMIT_REACHED')
    expect(await stake(id, 15_000)).toBe('placed')
  })

  it('[PLAY-02] stakes and losses are also counted for players without limits', async () => {
    const id = await player()
    expect(await stake(id, 12_000)).toBe('placed')
    expect(await readUsedAmounts(app.kernel.db, id, NOON)).toMatchObject({
      stake: { day: shillings(12_000) },
      loss: { month: shillings(12_000) },
    })
  })

  it('[PLAY-02] bets of one player in a batch count together towards player limits, except refused bets', async () => {
    const [limited, free] = [await player(), await player()]
    await limit(limited, 'stake', 'week', 50_000)
    const batch = [
      [limited, 30_000],
      [free, 900_000],
      [limited, 30_000],
      [limited, 20_000],
      [limited, 1],
    ] as const
    const requests = batch.map(([userId, amount]) => ({ userId, kind: 'stake' as const, amount: shillings(amount) }))
    const answers = await transaction((tx) => protection.commands.check(tx, requests, NOON))
    expect(answers.map((answer) => answer?.code ?? null)).toEqual([null, null, 'LIMIT_REACHED', null, 'LIMIT_REACHED'])
  })

  it('[PLAY-02] stored sums of postings stay correct across midnight and on a node whose clock is behind', async () => {
    const id = await player()
    await limit(id, 'stake', 'week', 400_000)
    await limit(id, 'loss', 'day', 150_000)
    await stakeMany(id, 100, 1_000)
    expect(await stake(id, 50_001)).toBe('LIMIT_REACHED')
    const [stored] = await app.kernel.db.query('select through from protection_sums where user_id = $1', [id])
    expect(stored).toBeDefined()
    expect(await stake(id, 50_001)).toBe('LIMIT_REACHED')
    expect(await stake(id, 50_000)).toBe('placed')
    const sunday = after(24)
    await stakeMany(id, 70, 1_000, sunday)
    expect(await stake(id, 180_001, sunday)).toBe('LIMIT_REACHED')
    expect(await stake(id, 80_000, sunday)).toBe('placed')
    // On a node where it is still Saturday, the Saturday loss limit is used up.
    expect(await stake(id, 1_000, after(8))).toBe('LIMIT_REACHED')
    expect(await stake(id, 100_001, sunday)).toBe('LIMIT_REACHED')
    await app.kernel.db.change('delete from protection_sums where user_id = $1', [id])
    expect(await stake(id, 1_000, after(8))).toBe('LIMIT_REACHED')
  })

  it('[PLAY-02] parallel stakes never exceed a limit that is lowered at the same time', async () => {
    const id = await player()
    await limit(id, 'stake', 'day', 50_000)
    const outcomes = await Promise.all([
      ...Array.from({ length: 3 }, () => stake(id, 14_000)),
      limit(id, 'stake', 'day', 40_000),
      ...Array.from({ length: 3 }, () => stake(id, 14_000)),
    ])
    const placed = outcomes.filter((outcome) => outcome === 'placed').length
    expect(placed).toBeGreaterThanOrEqual(2)
    expect(placed).toBeLessThanOrEqual(3)
    expect(await stake(id, 13_000)).toBe('LIMIT_REACHED')
  })

  it('[PLAY-01] a higher limit applies after 24 hours and a confirmation', async () => {
    const id = await player()
    await limit(id, 'stake', 'day', 10_000)
    await limit(id, 'stake', 'day', 90_000)
    const name = { kind: 'stake', period: 'day' } as const
    const confirm = (now: Date) =>
      transaction((tx) => confirmLimitIncrease(tx, wallet.accounts, id, name, testClock(now)))
    expect(await confirm(after(23.9))).toMatchObject({
      error: { code: 'LIMIT_RAISE_TOO_EARLY', confirmableAt: after(24) },
    })
    expect(await stake(id, 11_000, after(25))).toBe('LIMIT_REACHED')
    expect(await confirm(after(24))).toMatchObject({ ok: true })
    expect(await stake(id, 11_000, after(25))).toBe('placed')
    expect(await confirm(after(26))).toMatchObject({ error: { code: 'LIMIT_RAISE_MISSING' } })
  })

  it.each([
    [-1, 'LIMIT_AMOUNT'],
    [0.001, 'AMOUNT_TOO_PRECISE'],
    [1_000_000_001, 'LIMIT_AMOUNT'],
  ])('[PLAY-01] setting a player limit of %s is refused with %s', async (amount, code) => {
    expect(await limit(await player(), 'loss', 'week', amount)).toMatchObject({ error: { code } })
  })
})

it('[PLAY-01] [PLAY-03] refused limits and exclusions say which amount or time is possible', async () => {
  const account = await app.player({ balanceUgx: 0 })
  const limits = { kind: 'stake', period: 'day' } as const
  expect(await account.call(setLimit, { body: { ...limits, amount: 2e9 } })).toMatchObject({
    status: 422,
    body: {
      detail: 'Please enter a limit from UGX 0 to UGX 1,000,000,000.',
      code: 'LIMIT_AMOUNT',
      details: { maximum: '1,000,000,000' },
    },
  })
  expect(await account.call(confirmLimit, { body: limits })).toMatchObject({
    status: 409,
    body: { detail: 'You have no higher limit to confirm.', code: 'LIMIT_RAISE_MISSING' },
  })
  for (const amount of [10_000, 90_000]) await account.call(setLimit, { body: { ...limits, amount } })
  expect(await account.call(confirmLimit, { body: limits })).toMatchObject({
    status: 409,
    body: {
      detail: 'The higher limit can be confirmed from 22 Nov 2026, 15:00.',
      code: 'LIMIT_RAISE_TOO_EARLY',
      details: { from: '22 Nov 2026, 15:00' },
    },
  })
  await account.call(startExclusion, { body: { length: '7d' } })
  expect(await account.call(startExclusion, { body: { length: '24h' } })).toMatchObject({
    status: 409,
    body: { code: 'EXCLUSION_RUNS', details: { until: '28 Nov 2026, 15:00' } },
  })
})

describe('exclusion', () => {
  it('[PLAY-03] a self-exclusion stops stakes and deposits at once until its end, and cannot be shortened', async () => {
    const id = await player()
    expect(await exclude(id, '7d')).toMatchObject({ ok: true })
    expect(await stake(id, 1_000)).toBe('EXCLUDED')
    const deposit = { userId: id, kind: 'deposit' as const, amount: shillings(25_000) }
    expect(await transaction((tx) => protection.commands.check(tx, [deposit], NOON))).toMatchObject([
      { code: 'EXCLUDED', until: new Date('2026-11-28T12:00:00Z') },
    ])
    expect(await exclude(id, '24h', after(1))).toMatchObject({ error: { code: 'EXCLUSION_RUNS' } })
    const shorten = app.kernel.db.change('update player_protection set excluded_until = $2 where user_id = $1', [
      id,
      after(1),
    ])
    await expect(shorten).rejects.toThrow('is excluded until')
    expect(await stake(id, 1_000, after(7 * 24 - 0.001))).toBe('EXCLUDED')
    expect(await stake(id, 1_000, after(7 * 24))).toBe('placed')
  })

  it('[PLAY-03] self-excluded players get no advertisements', async () => {
    const [excluded, other] = [await player(), await player()]
    await exclude(excluded, '6m')
    expect(await protection.reads.excludedAmong(app.kernel.db, [excluded, other], after(24))).toEqual(
      new Set([excluded]),
    )
    expect(await protection.reads.excludedAmong(app.kernel.db, [excluded, other], after(24 * 200))).toEqual(new Set())
  })
})

it('[PLAY-04] the net result counts bets since a given time', async () => {
  const id = await player()
  await stake(id, 40_000, after(1))
  await stake(id, 13_000, after(3))
  await gets(id, 17_000, 'win', after(4))
  await gets(id, 90_000, 'deposit', after(4))
  const since = (hours: number) => netResultSince(app.kernel.db, id, after(hours), [])
  const returns = shillings(17_000)
  expect(await since(2)).toEqual({ stakes: shillings(13_000), openStakes: 0n, returns, net: shillings(4_000) })
  expect(await since(0)).toEqual({ stakes: shillings(53_000), openStakes: 0n, returns, net: -3_600_000n })
  expect(await since(5)).toEqual({ stakes: 0n, openStakes: 0n, returns: 0n, net: 0n })
})

it('[PLAY-04] the net result counts every bet of the period, even if a later entry has an earlier time', async () => {
  const id = await player()
  await stake(id, 40_000, after(1))
  await stake(id, 13_000, new Date(after(2).getTime() + 1_000))
  // A node whose clock is behind posts this win afterwards.
  await gets(id, 17_000, 'win', new Date(after(2).getTime() - 1_000))
  expect(await netResultSince(app.kernel.db, id, after(2), [])).toMatchObject({
    stakes: shillings(13_000),
    returns: shillings(0),
  })
})

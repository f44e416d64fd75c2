import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { HOUSE } from './index.ts'
import {
  type LedgerFixture,
  balanceOf,
  credit,
  holdRequest,
  inTx,
  ledgerFixture,
  transfer,
} from './testing/ledger-fixture.ts'

let ledger: LedgerFixture
beforeAll(async () => {
  ledger = await ledgerFixture()
})
afterAll(() => ledger.close())

it('[WALT-08] sixty concurrent holds never take more than the available balance', async () => {
  const a = await ledger.player(10_007n)
  const amounts = Array.from({ length: 60 }, (_, at) => BigInt(307 + at * 11))
  const outcomes = await Promise.all(
    amounts.map((amount) =>
      inTx(ledger, async (tx) => {
        const placed = await ledger.wallet.holds.place(tx, holdRequest(a, amount), ledger.clock.now())
        return placed.ok ? amount : 0n
      }),
    ),
  )
  const debited = outcomes.reduce((sum, amount) => sum + amount, 0n)
  const left = await balanceOf(ledger, a)
  expect(left).toBe(10_007n - debited)
  expect(left).toBeGreaterThanOrEqual(0n)
  const refused = amounts.filter((_, at) => outcomes[at] === 0n)
  expect(refused.filter((amount) => amount <= left)).toEqual([])
})

it('ledger batches that lock the same accounts in opposite orders do not deadlock', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => ledger.player(100_000n)))
  let runs = 0
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      inTx(ledger, (tx) => {
        runs++
        const order = at % 2 === 0 ? players : [...players].reverse()
        return ledger.wallet.transfers.post(
          tx,
          order.map((id) => transfer(id, HOUSE.book, 13n)),
          ledger.clock.now(),
        )
      }),
    ),
  )
  expect(runs).toBe(40)
  for (const id of players) expect(await balanceOf(ledger, id)).toBe(100_000n - 40n * 13n)
})

it('after a deadlock one of the two transactions is retried, and each transfer is posted once', async () => {
  const [a, b] = [await ledger.player(1_000n), await ledger.player(1_000n)]
  const met = Promise.withResolvers<void>()
  let arrived = 0
  let runs = 0
  const transferBothWays = (first: string, second: string) =>
    inTx(ledger, async (tx) => {
      runs++
      await ledger.wallet.accounts.lock(tx, [first])
      if (++arrived === 2) met.resolve()
      await met.promise
      await ledger.wallet.accounts.lock(tx, [second])
      const moves = [transfer(first, HOUSE.book, 17n), transfer(second, HOUSE.book, 19n)]
      await ledger.wallet.transfers.post(tx, moves, ledger.clock.now())
    })
  await Promise.all([transferBothWays(a, b), transferBothWays(b, a)])
  expect(runs).toBe(3)
  expect(await balanceOf(ledger, a)).toBe(964n)
  expect(await balanceOf(ledger, b)).toBe(964n)
})

it('two concurrent requests to open an account create one account, and a third changes nothing', async () => {
  const id = newId()
  const open = () => inTx(ledger, (tx) => ledger.wallet.accounts.open(tx, [id], ledger.clock.now()))
  await Promise.all([open(), open()])
  await inTx(ledger, (tx) => ledger.wallet.transfers.credit(tx, credit(id, 70n), ledger.clock.now()))
  await open()
  expect(await balanceOf(ledger, id)).toBe(70n)
})

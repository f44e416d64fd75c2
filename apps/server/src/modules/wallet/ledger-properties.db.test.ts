import { ugx } from '@mupiira/domain/money/ugx.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { HOUSE, type Transfer } from './index.ts'
import { EVERYTHING } from './statement/statement.repository.ts'
import { readStatement, readTotals } from './statement/statement.ts'
import { type LedgerFixture, credit, holdRequest, inTx, ledgerFixture, transfer } from './testing/ledger-fixture.ts'

let ledger: LedgerFixture
beforeAll(async () => {
  ledger = await ledgerFixture()
})
afterAll(() => ledger.close())

const PLAYERS = 3
const who = fc.nat({ max: PLAYERS - 1 })
const amount = fc.bigInt({ min: 1n, max: 900n })
const step = fc.oneof(
  fc.record({ does: fc.constant('credit' as const), who, amount }),
  fc.record({ does: fc.constant('hold' as const), who, amount }),
  fc.record({ does: fc.constant('take' as const), which: fc.nat({ max: 7 }), share: amount }),
  fc.record({ does: fc.constant('release' as const), which: fc.nat({ max: 7 }) }),
  fc.record({ does: fc.constant('correct' as const), who, amount }),
  fc.record({
    does: fc.constant('batch' as const),
    moves: fc.array(fc.record({ who, amount, isCredit: fc.boolean() }), { minLength: 1, maxLength: 9 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Hold = { readonly who: number; readonly amount: bigint; readonly reference: string }
type Model = { readonly ids: readonly string[]; readonly balances: bigint[]; readonly held: bigint[]; pending: Hold[] }

it('[WALT-05, WALT-07, WALT-08, PLAY-07] ledger balances are exact for any sequence of movements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const ids = await Promise.all(Array.from({ length: PLAYERS }, () => ledger.player()))
      const model: Model = { ids, balances: ids.map(() => 0n), held: ids.map(() => 0n), pending: [] }
      for (const one of steps) await run(one, model)
      for (const [at, id] of ids.entries()) {
        expect(await ledger.wallet.accounts.balance(id)).toEqual({ balance: model.balances[at], held: model.held[at] })
        await expectUnbrokenStatement(id, model.balances[at] ?? 0n)
        const totals = await readTotals(ledger.kernel.db, id, EVERYTHING, async () => [])
        expect([totals.openingBalance, Math.round(totals.closingBalance * 100)]).toEqual([
          0,
          Number(model.balances[at]),
        ])
      }
      expect((await ledger.wallet.ledger.check()).differences).toEqual([])
    }),
    { numRuns: 40 },
  )
})

async function run(step: Step, model: Model): Promise<void> {
  const now = ledger.clock.now()
  switch (step.does) {
    case 'credit':
      await inTx(ledger, (tx) => ledger.wallet.transfers.credit(tx, credit(idOf(model, step.who), step.amount), now))
      return add(model.balances, step.who, step.amount)
    case 'hold': {
      const order = holdRequest(idOf(model, step.who), step.amount)
      const outcome = await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, order, now))
      expectRefusal(outcome.ok ? null : outcome.error, refusal(model, step.who, step.amount))
      if (!outcome.ok) return
      add(model.balances, step.who, -step.amount)
      add(model.held, step.who, step.amount)
      model.pending.push({ who: step.who, amount: step.amount, reference: order.reference })
      return
    }
    case 'take':
    case 'release':
      return decide(step, model)
    case 'correct': {
      const order = transfer(idOf(model, step.who), HOUSE.book, step.amount, 'resettlement')
      await inTx(ledger, (tx) => ledger.wallet.transfers.correct(tx, [order], now))
      return add(model.balances, step.who, -step.amount)
    }
    case 'batch':
      return batch(step.moves, model)
  }
}

async function decide(step: Extract<Step, { does: 'take' | 'release' }>, model: Model): Promise<void> {
  const hold = model.pending[step.which]
  if (hold === undefined) return
  model.pending = model.pending.filter((other) => other !== hold)
  add(model.held, hold.who, -hold.amount)
  const now = ledger.clock.now()
  if (step.does === 'release') {
    const posting = { kind: 'withdrawal-release' as const, description: '' }
    await inTx(ledger, (tx) => ledger.wallet.holds.void(tx, hold.reference, posting, now))
    return add(model.balances, hold.who, hold.amount)
  }
  const fee = step.share < hold.amount ? step.share : 0n
  const paid = { to: HOUSE.floatRelworx, amount: ugx(hold.amount - fee), kind: 'withdrawal' as const, description: '' }
  const cost = { to: HOUSE.fees, amount: ugx(fee), kind: 'withdrawal-fee' as const, description: '' }
  await inTx(ledger, (tx) => ledger.wallet.holds.post(tx, hold.reference, fee > 0n ? [paid, cost] : [paid], now))
}

/** A batch succeeds if no account ends below its allowed balance; in between it may be lower. */
async function batch(moves: Extract<Step, { does: 'batch' }>['moves'], model: Model): Promise<void> {
  const transfers: Transfer[] = moves.map((move) => {
    const id = idOf(model, move.who)
    return move.isCredit ? transfer(HOUSE.book, id, move.amount, 'win') : transfer(id, HOUSE.book, move.amount)
  })
  const after = [...model.balances]
  for (const move of moves) add(after, move.who, move.isCredit ? move.amount : -move.amount)
  const isAllowed = after.every((balance, at) => balance >= 0n || balance >= (model.balances[at] ?? 0n))
  const posted = inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, transfers, ledger.clock.now()))
  if (!isAllowed) return expect(posted).rejects.toThrow('would fall to')
  await posted
  after.forEach((balance, at) => (model.balances[at] = balance))
}

function refusal(model: Model, who: number, amount: bigint): string | null {
  const balance = model.balances[who] ?? 0n
  if (balance < 0n) return 'NEGATIVE_BALANCE'
  return balance < amount ? 'INSUFFICIENT_BALANCE' : null
}

/** The pages are newest first, and each row's opening balance is the closing balance of the previous entry. */
async function expectUnbrokenStatement(userId: string, balance: bigint): Promise<void> {
  let follows = Number(balance)
  for (let before: bigint | null = null; ;) {
    const page: Awaited<ReturnType<typeof readStatement>> = await readStatement(ledger.kernel.db, {
      userId,
      before,
      limit: 3,
    })
    for (const entry of page.items) {
      expect(Math.round(entry.newBalance * 100)).toBe(follows)
      follows = Math.round(entry.previousBalance * 100)
      expect(Math.round(entry.amount * 100)).toBe(Math.round(entry.newBalance * 100) - follows)
    }
    if (page.nextCursor === null) break
    before = BigInt(page.nextCursor)
  }
  expect(follows).toBe(0)
}

function expectRefusal(found: string | null, expected: string | null): void {
  expect(found).toBe(expected)
}

const idOf = (model: Model, who: number): string => model.ids[who] ?? newId()

function add(amounts: bigint[], at: number, change: bigint): void {
  amounts[at] = (amounts[at] ?? 0n) + change
}

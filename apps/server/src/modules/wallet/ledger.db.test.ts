import { ugx } from '@mupiira/domain/money/ugx.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, constraintOf, isUniqueViolation } from '../../kernel/db/failures.ts'
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

const now = () => ledger.clock.now()
const eventsOf = async (userId: string): Promise<unknown[]> => {
  const rows = await ledger.kernel.db.query<{ event: { data: unknown } }>(
    `select event from outbox, json_array_elements(events) event where event ->> 'userId' = $1 order by outbox.id`,
    [userId],
  )
  return rows.map(({ event }) => event.data)
}

describe('posting', () => {
  it('[WALT-05, WALT-07] posting records the balance after each transfer of a batch in order, even with several transfers of one account', async () => {
    const [a, b] = [await ledger.player(1_300n), await ledger.player(700n)]
    const posted = await inTx(ledger, (tx) =>
      ledger.wallet.transfers.post(
        tx,
        [
          transfer(a, HOUSE.book, 300n),
          transfer(b, HOUSE.book, 200n),
          transfer(HOUSE.book, a, 110n, 'win'),
          transfer(HOUSE.book, HOUSE.fees, 70n, 'withdrawal-fee'),
          transfer(a, HOUSE.book, 1_110n),
        ],
        now(),
      ),
    )
    expect(posted.map((one) => one.balanceAfter)).toEqual([1_000n, 500n, 1_110n, null, 0n])
    const ids = posted.map((one) => one.postingId)
    expect(ids).toEqual([...ids].sort((x, y) => (x < y ? -1 : 1)))
    expect(await balanceOf(ledger, a)).toBe(0n)
    expect(await balanceOf(ledger, b)).toBe(500n)
  })

  it('[WALT-10] posting publishes each changed balance once, with the final value, unless the caller publishes the balance', async () => {
    const a = await ledger.player(1_000n)
    await inTx(ledger, (tx) =>
      ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 150n), transfer(a, HOUSE.book, 250n)], now()),
    )
    expect(await eventsOf(a)).toEqual([
      { balance: 10, held: 0 },
      { balance: 6, held: 0 },
    ])
    await inTx(ledger, (tx) =>
      ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 100n)], now(), { events: 'caller' }),
    )
    expect(await eventsOf(a)).toHaveLength(2)
  })

  it('[WALT-05, WALT-07] postLocked records the balance after each transfer, in order, and writes the same rows as post', async () => {
    const [a, b] = [await ledger.player(1_300n), await ledger.player(700n)]
    const transfers = [
      transfer(a, HOUSE.book, 300n),
      transfer(b, HOUSE.book, 200n),
      transfer(HOUSE.book, a, 110n, 'win'),
      transfer(HOUSE.book, HOUSE.fees, 70n, 'withdrawal-fee'),
      transfer(a, HOUSE.book, 1_110n),
    ]
    await inTx(ledger, async (tx) => {
      await ledger.wallet.accounts.lock(tx, [a, b])
      await ledger.wallet.transfers.postLocked(tx, transfers, now())
    })
    const posted = await ledger.kernel.db.query(
      `select source, destination, amount, player, balance_after, kind, reference, ordinal, description, created_at
         from postings where reference = any($1) order by id`,
      [transfers.map(({ reference }) => reference)],
    )
    const players = [a, b, a, null, a]
    const balances = [1_000n, 500n, 1_110n, null, 0n]
    expect(posted).toEqual(
      transfers.map(({ source, destination, amount, kind, reference, description }, at) => ({
        source,
        destination,
        amount,
        player: players[at],
        balance_after: balances[at],
        kind,
        reference,
        ordinal: 0,
        description,
        created_at: now(),
      })),
    )
    expect([await balanceOf(ledger, a), await balanceOf(ledger, b)]).toEqual([0n, 500n])
  })

  it('[WALT-08] postLocked posts nothing if an account is not locked, has changed since, or would be overdrawn', async () => {
    const a = await ledger.player(1_000n)
    const stake = () => [transfer(a, HOUSE.book, 400n)]
    await expect(inTx(ledger, (tx) => ledger.wallet.transfers.postLocked(tx, stake(), now()))).rejects.toThrow(
      'is not locked',
    )
    const moved = inTx(ledger, async (tx) => {
      await ledger.wallet.accounts.lock(tx, [a])
      await tx.query('update accounts set balance = balance - 100 where id = $1', [a])
      await ledger.wallet.transfers.postLocked(tx, stake(), now())
    })
    await expect(moved).rejects.toMatchObject({ code: '23502' })
    const overdrawn = inTx(ledger, async (tx) => {
      await ledger.wallet.accounts.lock(tx, [a])
      await ledger.wallet.transfers.postLocked(tx, [transfer(a, HOUSE.book, 1_001n)], now())
    })
    await expect(overdrawn).rejects.toMatchObject({ code: '23514' })
    expect(await balanceOf(ledger, a)).toBe(1_000n)
  })

  it('[WALT-06] posting does not update the rows of house accounts', async () => {
    const rows = () =>
      ledger.kernel.db.query(`select id, xmin::text, ctid::text from accounts where kind = 'house' order by id`)
    const before = await rows()
    const a = await ledger.player(500n)
    await inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 200n)], now()))
    expect(await rows()).toEqual(before)
  })

  it.each([
    ['of nothing', (a: string) => transfer(a, HOUSE.book, 0n), 'must be above zero'],
    ['of a negative amount', (a: string) => transfer(a, HOUSE.book, -1n), 'must be above zero'],
    ['to itself', (a: string) => transfer(a, a, 1n), 'two accounts'],
    ['from player to player', (a: string) => transfer(a, newId(), 1n), 'must not have two player accounts'],
    ['to a missing account', () => transfer(HOUSE.book, newId(), 1n), 'does not exist'],
  ])('posting refuses a transfer %s', async (_title, made, message) => {
    const a = await ledger.player(500n)
    await expect(inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [made(a)], now()))).rejects.toThrow(message)
    expect(await balanceOf(ledger, a)).toBe(500n)
  })

  it('a batch that contains the same transfer twice is rejected as a whole', async () => {
    const a = await ledger.player(500n)
    const once = transfer(a, HOUSE.book, 100n)
    await inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [once], now()))
    const again = inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 7n), once], now()))
    await expect(again).rejects.toSatisfy((error) => isUniqueViolation(error, 'postings_once'))
    await inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [{ ...once, ordinal: 1 }], now()))
    expect(await balanceOf(ledger, a)).toBe(300n)
  })

  it('[WALT-08] the database rejects an overdraft, except by a correction', async () => {
    const a = await ledger.player(500n)
    const overdraw = (tx: Parameters<Parameters<typeof inTx>[1]>[0]) =>
      ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 501n)], now())
    await expect(inTx(ledger, overdraw)).rejects.toSatisfy((e) => constraintOf(e) === 'accounts_not_overdrawn')
    await inTx(ledger, (tx) =>
      ledger.wallet.transfers.correct(tx, [transfer(a, HOUSE.book, 800n, 'resettlement')], now()),
    )
    expect(await balanceOf(ledger, a)).toBe(-300n)
    const afterCorrection = inTx(ledger, async (tx) => {
      await ledger.wallet.transfers.correct(tx, [transfer(HOUSE.book, a, 10n, 'resettlement')], now())
      await ledger.wallet.transfers.post(tx, [transfer(a, HOUSE.book, 1n)], now())
    })
    await expect(afterCorrection).rejects.toSatisfy((e) => constraintOf(e) === 'accounts_not_overdrawn')
    await inTx(ledger, (tx) => ledger.wallet.transfers.credit(tx, credit(a, 120n), now()))
    expect(await balanceOf(ledger, a)).toBe(-180n)
  })
})

describe('money of a player', () => {
  it.each([
    ['the whole balance', 500n, {}, 500n, null],
    ['a hundredth more than the balance', 500n, {}, 501n, 'INSUFFICIENT_BALANCE'],
    ['any amount from a frozen account', 500n, { frozen: true }, 1n, 'ACCOUNT_FROZEN'],
    ['any amount from a negative balance', 500n, { corrected: 600n }, 1n, 'NEGATIVE_BALANCE'],
    ['any amount from a missing account', 500n, { missing: true }, 1n, 'ACCOUNT_MISSING'],
  ] as const)(
    '[WALT-08, D21] a hold of $0, requested by a player, has the error $4',
    async (_title, start, state, amount, error) => {
      const a = 'missing' in state ? newId() : await ledger.player(start)
      if ('frozen' in state) await inTx(ledger, (tx) => ledger.wallet.accounts.setFrozen(tx, a, true))
      if ('corrected' in state) {
        await inTx(ledger, (tx) =>
          ledger.wallet.transfers.correct(tx, [transfer(a, HOUSE.book, state.corrected)], now()),
        )
      }
      const before = await balanceOf(ledger, a)
      const placed = await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, holdRequest(a, amount), now()))
      expect(placed).toMatchObject(
        error === null ? { ok: true, value: { balanceAfter: before - amount } } : { ok: false, error },
      )
      expect(await ledger.wallet.accounts.balance(a)).toEqual(
        error === null ? { balance: before - amount, held: amount } : { balance: before, held: 0n },
      )
    },
  )

  it('[D32] a frozen account can still receive money', async () => {
    const a = await ledger.player(100n)
    await inTx(ledger, (tx) => ledger.wallet.accounts.setFrozen(tx, a, true))
    expect(await inTx(ledger, (tx) => ledger.wallet.transfers.credit(tx, credit(a, 23n), now()))).toEqual({
      balanceAfter: 123n,
    })
  })
})

describe('holds', () => {
  const parts = [
    { to: HOUSE.floatRelworx, amount: ugx(2_500n), kind: 'withdrawal' as const, description: 'Withdrawal to MTN' },
    { to: HOUSE.fees, amount: ugx(200n), kind: 'withdrawal-fee' as const, description: 'Fee' },
  ]
  const kinds = async (account: string): Promise<unknown[]> =>
    ledger.kernel.db.query(
      `select type, amount, new_balance from balance_history where user_id = $1 order by id offset 1`,
      [account],
    )

  it('[D31, WALT-13] a hold reserves the money at once, and capturing the hold posts the payment and its fee', async () => {
    const a = await ledger.player(3_000n)
    const request = holdRequest(a, 2_700n)
    const held = await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, request, now()))
    expect(held).toMatchObject({ ok: true, value: { balanceAfter: 300n } })
    expect(await ledger.wallet.accounts.balance(a)).toEqual({ balance: 300n, held: 2_700n })
    expect(await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, holdRequest(a, 301n), now()))).toMatchObject({
      ok: false,
    })
    await inTx(ledger, (tx) => ledger.wallet.holds.post(tx, request.reference, parts, now()))
    expect(await ledger.wallet.accounts.balance(a)).toEqual({ balance: 300n, held: 0n })
    expect(await kinds(a)).toEqual([
      { type: 'withdrawal-hold', amount: -2_700n, new_balance: 300n },
      { type: 'hold-taken', amount: 2_700n, new_balance: 3_000n },
      { type: 'withdrawal', amount: -2_500n, new_balance: 500n },
      { type: 'withdrawal-fee', amount: -200n, new_balance: 300n },
    ])
    expect((await eventsOf(a)).slice(1)).toEqual([
      { balance: 3, held: 27 },
      { balance: 3, held: 0 },
    ])
  })

  it('[D31] releasing a hold returns the whole amount, even to a negative or frozen account', async () => {
    const a = await ledger.player(3_000n)
    const request = holdRequest(a, 2_700n)
    await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, request, now()))
    await inTx(ledger, (tx) => ledger.wallet.transfers.correct(tx, [transfer(a, HOUSE.book, 1_000n)], now()))
    await inTx(ledger, (tx) => ledger.wallet.accounts.setFrozen(tx, a, true))
    const posting = { kind: 'withdrawal-release' as const, description: 'Withdrawal failed' }
    const voided = await inTx(ledger, (tx) => ledger.wallet.holds.void(tx, request.reference, posting, now()))
    expect(voided).toEqual({ balanceAfter: 2_000n })
    expect(await ledger.wallet.accounts.balance(a)).toEqual({ balance: 2_000n, held: 0n })
  })

  it('[D31] capturing a hold does not change a negative balance', async () => {
    const a = await ledger.player(3_000n)
    const request = holdRequest(a, 2_700n)
    await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, request, now()))
    await inTx(ledger, (tx) => ledger.wallet.transfers.correct(tx, [transfer(a, HOUSE.book, 1_000n)], now()))
    const posted = await inTx(ledger, (tx) => ledger.wallet.holds.post(tx, request.reference, parts, now()))
    expect(posted).toEqual({ balanceAfter: -700n })
  })

  it('a hold ends once, and only with parts that add up to the hold', async () => {
    const a = await ledger.player(3_000n)
    const request = holdRequest(a, 2_700n)
    await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, request, now()))
    const short = inTx(ledger, (tx) => ledger.wallet.holds.post(tx, request.reference, parts.slice(0, 1), now()))
    await expect(short).rejects.toThrow('sum to 2500, not 2700')
    const posting = { kind: 'withdrawal-release' as const, description: '' }
    const outcomes = await Promise.allSettled([
      inTx(ledger, (tx) => ledger.wallet.holds.post(tx, request.reference, parts, now())),
      inTx(ledger, (tx) => ledger.wallet.holds.void(tx, request.reference, posting, now())),
      inTx(ledger, (tx) => ledger.wallet.holds.post(tx, request.reference, parts, now())),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect((await ledger.wallet.accounts.balance(a)).held).toBe(0n)
  })
})

describe('immutable ledger rows', () => {
  it.each([
    ['update postings set amount = amount + 1', 'app'],
    ['delete from postings', 'app'],
    ['truncate postings', 'app'],
    ['update postings set amount = amount + 1', 'owner'],
    ['delete from postings', 'owner'],
    ['truncate postings', 'owner'],
    ['delete from accounts', 'app'],
    ['delete from holds', 'app'],
    ['alter table postings disable trigger all', 'app'],
    ['delete from ledger_seals', 'app'],
    ['update ledger_seals set rows = 0', 'owner'],
  ])('[WALT-06] the SQL statement “%s” is rejected for the database role of the %s', async (statement, role) => {
    await ledger.player(100n)
    const client = new pg.Client({ connectionString: role === 'app' ? ledger.database.url : ledger.database.adminUrl })
    await client.connect()
    if (role === 'app') await client.query('set role mupiira_app')
    const refused = client.query(statement)
    await expect(refused).rejects.toSatisfy((error) => codeOf(error) === '42501')
    await client.end()
  })
})

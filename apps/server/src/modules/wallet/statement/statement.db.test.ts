import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { HOUSE, type Transfer, type Wallet } from '../index.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { holdRequest, transfer } from '../testing/ledger-fixture.ts'

let app: TestApp
let wallet: Wallet

beforeAll(async () => {
  app = await createTestApp()
  ;({ wallet } = app.modules)
})
afterAll(() => app?.close())

const player = async (balance = 0n): Promise<string> => (await app.player({ balanceUgx: Number(balance) / 100 })).id
/** A new session of an account. */
const sessionOf = (userId: string): Promise<TestAccount> => app.account(userId).anotherBrowser()
const read = async (url: string, session: Promise<TestAccount>) => (await session).get<Statement>(url)
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => app.kernel.db.transaction(work)
const post = (...transfers: Transfer[]) => inTx((tx) => wallet.transfers.post(tx, transfers, app.clock.now()))

type Statement = {
  readonly items: readonly {
    readonly type: string
    readonly state?: string
    readonly amount: number
    readonly description: string
    readonly parts?: readonly { readonly description: string; readonly amount: number }[]
  }[]
  readonly entries: number
  readonly openingBalance: number
  readonly deposits: number
  readonly closingBalance: number
}

/** A deposit and a bet yesterday; a win, a paid withdrawal with its fee and a deduction today. */
async function twoDays(): Promise<string> {
  const id = await player()
  await post(transfer(HOUSE.floatRelworx, id, 5_000_000n, 'deposit'), transfer(id, HOUSE.book, 700_000n, 'bet'))
  app.clock.forward(DAY_MS)
  await post(transfer(HOUSE.book, id, 1_100_050n, 'win'))
  const order = { ...holdRequest(id, 2_700_000n), description: '=1+1' }
  await inTx(async (tx) => {
    const now = app.clock.now()
    await wallet.holds.place(tx, order, now)
    await wallet.holds.post(
      tx,
      order.reference,
      [
        { to: HOUSE.floatRelworx, amount: 2_500_000n as never, kind: 'withdrawal' as const, description: '=1+1' },
        { to: HOUSE.fees, amount: 200_000n as never, kind: 'withdrawal-fee' as const, description: 'Withdrawal fee' },
      ],
      now,
    )
  })
  await post({ ...transfer(id, HOUSE.operator, 130n, 'deduction'), description: '+256 "call", me' })
  return id
}

describe('[PLAY-07] a period of the statement', () => {
  it('in a period of the statement, opening balance plus totals equals closing balance', async () => {
    const token = sessionOf(await twoDays())
    const today = app.clock.now().toISOString().slice(0, 10)
    const yesterday = new Date(app.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    const full = {
      deposits: 50_000,
      stakes: -7_000,
      wins: 11_000.5,
      withdrawals: -25_000,
      fees: -2_000,
      held: 0,
      other: -1.3,
    }
    const ofToday = {
      ...full,
      deposits: 0,
      stakes: 0,
      net: 11_000.5,
      openingBalance: 43_000,
      closingBalance: 26_999.2,
    }
    for (const [query, totals] of [
      ['', { ...full, openingBalance: 0, closingBalance: 26_999.2, net: 4_000.5, entries: 5 }],
      [`?from=${today}`, ofToday],
      [
        `?from=${yesterday}&to=${yesterday}`,
        { deposits: 50_000, wins: 0, closingBalance: 43_000, net: -7_000, entries: 2 },
      ],
      ['?to=2020-01-01', { entries: 0, openingBalance: 0, closingBalance: 0, net: 0 }],
      ['?from=2030-01-01', { entries: 0, openingBalance: 26_999.2, closingBalance: 26_999.2 }],
    ] as const) {
      expect((await read(`/api/wallet/statement/totals${query}`, token)).body, query).toMatchObject(totals)
    }
    const shown = async (query: string): Promise<string[]> =>
      (await read(`/api/wallet/statement?${query}`, token)).body.items.map(({ type }) => type)
    expect(await shown('filter=bets')).toEqual(['bet'])
    expect(await shown('filter=wins')).toEqual(['win'])
    expect(await shown('filter=other')).toEqual(['deduction'])
    expect(await shown('filter=deposits')).toEqual(['deposit'])
    expect(await shown('filter=withdrawals')).toEqual(['withdrawal'])
    expect(await shown(`from=${yesterday}&to=${yesterday}`)).toEqual(['bet', 'deposit'])
  })

  it('the totals of a statement period do not count stakes of open bets as lost', async () => {
    const user = await app.player({ balanceUgx: 80_000 })
    const { id } = user
    await post(transfer(id, HOUSE.book, 700_000n, 'bet'))
    await app.placeBet(user, { stake: 30_000, selections: [await app.pick((await app.game()).id, '1x2', '1')] })
    const token = sessionOf(id)
    const totals = (await read('/api/wallet/statement/totals', token)).body
    expect(totals).toMatchObject({ stakes: -37_000, openStakes: -30_000, net: -7_000, closingBalance: 43_000 })
    const file = (await read('/api/wallet/statement.csv', token)).text
    expect(file).toContain(',,Stakes on open bets (included above),-30000.00,,')
    expect(file).toContain(',,Net result of betting,-7000.00,,')
  })

  it('a period of the statement ends at midnight in Kampala, and the next one opens with its closing balance', async () => {
    const id = await player()
    const at = (time: string, amount: bigint) =>
      inTx((tx) => wallet.transfers.post(tx, [transfer(HOUSE.floatRelworx, id, amount, 'deposit')], new Date(time)))
    await at('2026-11-20T20:59:59.000Z', 100n)
    await at('2026-11-20T21:00:00.000Z', 1_000n)
    // This transfer was requested before midnight and delayed by the account's lock.
    await at('2026-11-20T20:59:59.999Z', 10_000n)
    await at('2026-11-21T20:59:59.999Z', 100_000n)
    await at('2026-11-22T21:00:00.000Z', 1_000_000n)
    const token = sessionOf(id)
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
    const sums = []
    for (const day of days) {
      const query = `from=${day}&to=${day}`
      const totals = (await read(`/api/wallet/statement/totals?${query}`, token)).body
      const listed = (await read(`/api/wallet/statement?${query}`, token)).body.items
      const file = (await read(`/api/wallet/statement.csv?${query}`, token)).text.split('\r\n')
      expect([day, listed.length, file.length - 15]).toEqual([day, totals.entries, totals.entries])
      sums.push([totals.openingBalance, totals.deposits, totals.closingBalance])
    }
    expect(sums).toEqual([
      [0, 1, 1],
      [1, 1_110, 1_111],
      [1_111, 0, 1_111],
      [1_111, 10_000, 11_111],
    ])
  })

  it('[PLAY-07] the CSV export of a statement period has the oldest entry first, totals at the end, and no formulas', async () => {
    const token = sessionOf(await twoDays())
    const answer = await read('/api/wallet/statement.csv', token)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="mupiira-statement-begin-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = answer.text.split('\r\n')
    expect(lines).toHaveLength(1 + 5 + 1 + 12 + 1)
    expect(lines[1]).toMatch(/,deposit,,50000\.00,50000\.00,/)
    expect(lines[4]).toMatch(/,withdrawal,'=1\+1 \(paid\),-27000\.00,/)
    expect(lines[5]).toMatch(/,deduction,"'\+256 ""call"", me",-1\.30,26999\.20,/)
    expect(lines.slice(7)).toEqual(
      expect.arrayContaining([
        ',,Stakes,-7000.00,,',
        ',,Net result of betting,4000.50,,',
        ',,Closing balance,26999.20,,',
      ]),
    )
  })

  it('the CSV export of a statement contains thousands of entries', async () => {
    const id = await player(100_000_000n)
    await post(...Array.from({ length: 2_500 }, () => transfer(id, HOUSE.book, 10_000n)))
    const answer = await read('/api/wallet/statement.csv', sessionOf(id))
    expect(answer.text.split('\r\n')).toHaveLength(1 + 2_501 + 1 + 12 + 1)
  })

  it.each(['from=2026-02-30', 'to=yesterday', 'from=2026-11-22&to=2026-11-21', 'filter=all', 'day=2026-11-21'])(
    'the statement refuses %s as an invalid field',
    async (query) => {
      const token = sessionOf(await player())
      for (const path of ['/api/wallet/statement', '/api/wallet/statement/totals', '/api/wallet/statement.csv']) {
        expect((await read(`${path}?${query}`, token)).body, path).toMatchObject({
          status: 400,
          code: 'INVALID_FIELDS',
        })
      }
    },
  )
})

describe('a withdrawal in the statement', () => {
  const amounts = async (userId: string) =>
    (await read('/api/wallet/statement', sessionOf(userId))).body.items.map(({ type, state, amount, description }) => [
      type,
      state,
      amount,
      description,
    ])

  it('[WALT-13] a withdrawal in the statement is one entry with its status: pending, paid or returned', async () => {
    const id = await player(5_000_000n)
    const hold = { ...holdRequest(id, 2_700_000n), description: 'Withdrawal to 0772' }
    await inTx((tx) => wallet.holds.place(tx, hold, app.clock.now()))
    const opening = ['top-up', undefined, 50_000, 'Opening balance']
    expect(await amounts(id)).toEqual([['withdrawal', 'pending', -27_000, 'Withdrawal to 0772 (pending)'], opening])
    const parts = [
      {
        to: HOUSE.floatRelworx,
        amount: 2_500_000n as never,
        kind: 'withdrawal' as const,
        description: hold.description,
      },
      { to: HOUSE.fees, amount: 200_000n as never, kind: 'withdrawal-fee' as const, description: 'Withdrawal fee' },
    ]
    await inTx((tx) => wallet.holds.post(tx, hold.reference, parts, app.clock.now()))
    const paid = ['withdrawal', 'paid', -27_000, 'Withdrawal to 0772 (paid)']
    expect(await amounts(id)).toEqual([paid, opening])
    const { items } = (await read('/api/wallet/statement', sessionOf(id))).body
    expect(items.map((entry) => entry.parts)).toEqual([
      [
        { description: 'Withdrawal to 0772', amount: -25_000 },
        { description: 'Withdrawal fee', amount: -2_000 },
      ],
      undefined,
    ])
    const failing = { ...holdRequest(id, 1_000_000n), description: 'Withdrawal to 0772' }
    await inTx(async (tx) => {
      await wallet.holds.place(tx, failing, app.clock.now())
      const posting = { kind: 'withdrawal-release' as const, description: 'Withdrawal to 0772 was not paid' }
      await wallet.holds.void(tx, failing.reference, posting, app.clock.now())
    })
    expect(await amounts(id)).toEqual([
      ['withdrawal-release', undefined, 10_000, 'Withdrawal to 0772 was not paid'],
      ['withdrawal', 'returned', -10_000, 'Withdrawal to 0772 (returned)'],
      paid,
      opening,
    ])
    expect((await wallet.ledger.entriesOf(hold.reference)).map(({ kind }) => kind)).toEqual([
      'withdrawal-hold',
      'hold-taken',
      'withdrawal',
      'withdrawal-fee',
    ])
  })
})

describe('balance repair', () => {
  const repair = async (session: Promise<TestAccount>) => (await session).post('/api/wallet/repair')

  it('[WALT-16] [WALT-17] [WALT-18] [WALT-24] balance repair recomputes a wrong balance from the ledger entries', async () => {
    const id = await player(70_000n)
    await post(transfer(id, HOUSE.book, 5_000n))
    await app.asOwner(
      `alter table accounts disable trigger user; update accounts set balance = 123 where id = '${id}';
       alter table accounts enable trigger user`,
    )
    expect((await repair(sessionOf(id))).body).toEqual({
      originalBalance: 1.23,
      fixedBalance: 650,
      code: 'BALANCE_FIXED_RETRY_NEEDED',
      message: 'Balance format fixed! Please try placing your bet again.',
    })
    expect((await wallet.accounts.balance(id)).balance).toBe(65_000n)
    // The bets of these tests have no tickets.
    const { differences } = await wallet.ledger.check()
    expect(differences.filter(({ rule }) => rule !== 'explanation')).toEqual([])
  })

  it('[WALT-25] balance repair keeps a correct balance, including a debt after a correction', async () => {
    const id = await player(1_000n)
    await inTx((tx) =>
      wallet.transfers.correct(tx, [transfer(id, HOUSE.book, 4_000n, 'resettlement')], app.clock.now()),
    )
    expect((await repair(sessionOf(id))).body).toMatchObject({ originalBalance: -30, fixedBalance: -30, code: null })
    expect((await wallet.accounts.balance(id)).balance).toBe(-3_000n)
  })

  it('[WALT-20] [WALT-23] balance repair can be requested twice per session', async () => {
    const id = await player(1_000n)
    const token = sessionOf(id)
    expect([(await repair(token)).status, (await repair(token)).status]).toEqual([200, 200])
    expect((await repair(token)).body).toMatchObject({
      status: 422,
      code: 'MAX_RETRIES_EXCEEDED',
      detail: 'Multiple attempts to fix balance issues failed. Please contact support.',
    })
    expect((await repair(sessionOf(id))).status).toBe(200)
  })

  it('[WALT-22] only one balance repair of an account runs at a time', async () => {
    const id = await player(1_000n)
    const answers = await Promise.all(Array.from({ length: 6 }, () => repair(sessionOf(id))))
    const codes = answers.map((answer) => answer.body.code ?? null)
    expect(codes.filter((code) => code === null).length).toBeGreaterThan(0)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.body).toMatchObject({
        status: 409,
        code: 'FIX_IN_PROGRESS',
        detail: 'Previous fix attempt still in progress. Please try again later.',
      })
    }
  })
})

it('[DATA-25] [DATA-26] a statement entry has its signed amount, both balances, type, description, reference and time', async () => {
  const id = await player()
  const stake = transfer(id, HOUSE.book, 1_000n)
  await post(transfer(HOUSE.floatRelworx, id, 5_000n, 'deposit'))
  await post(stake)
  await post({ ...transfer(HOUSE.aviator, id, 3_000n, 'win'), description: 'Aviator' })
  const rows = await app.kernel.db.query('select * from balance_history where user_id = $1 order by id desc limit 2', [
    id,
  ])
  expect(rows).toMatchObject([
    { user_id: id, amount: 3_000n, previous_balance: 4_000n, new_balance: 7_000n, type: 'win', description: 'Aviator' },
    {
      amount: -1_000n,
      previous_balance: 5_000n,
      new_balance: 4_000n,
      type: 'bet',
      reference_id: stake.reference,
      created_at: app.clock.now(),
    },
  ])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, OPENS_AT } from '../support/business-time.ts'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { queryDatabase } from '../support/query-database.ts'
import { makeStaff } from '../support/staff.ts'

let product: Product
let gameId: string

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(2), kickoffInSeconds: 7_200, beginsAt: OPENS_AT })
  gameId = await until('a game is on offer', async () => {
    const { items } = await product.client().must('GET /api/games', { query: { status: 'open' } })
    return items[0]?.id
  })
})
afterAll(() => product?.close())

const bet = ({ client }: Player, stake: number) =>
  client.call('POST /api/bets', {
    body: {
      stake,
      acceptOddsChanges: true,
      selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01, match: 'a match' }],
    },
  })
const withdrawal = ({ client }: Player, amount: number) =>
  client.call('POST /api/payments/withdrawals', { body: { amount } })

describe('concurrent requests for one balance', () => {
  it.each([
    ['[WDR-17] two withdrawals', withdrawal, 30_000, withdrawal, 30_000],
    ['[WDR-17] [WALT-08] a withdrawal and a bet', withdrawal, 30_000, bet, 30_000],
  ] as const)(
    'exactly one of %s that spend one balance concurrently succeeds',
    async (what, one, first, other, second) => {
      const isBet = what.includes('bet')
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, async (_, at) => {
          const player = await registerPlayer(product, `7729${isBet ? 1 : 0}0${at}10`, { connections: 2 })
          await deposit(player, 40_000)
          const inOrder = at % 2 === 0 ? [one, other] : [other, one]
          const [a, b] = await Promise.all(inOrder.map((ask) => ask(player, ask === one ? first : second)))
          const wallet = await player.client.must('GET /api/wallet', {})
          return { taken: [a, b].filter((reply) => reply?.ok).length, balance: wallet.balance }
        }),
      )
      for (const { taken, balance } of outcomes) {
        expect(taken).toBe(1)
        expect([8_000, 10_000]).toContain(balance)
      }
    },
  )
})

describe('staff', () => {
  it('[OPS-05] staff can check the ledger, compare a day with the provider, and decide open differences only', async () => {
    const admin = await registerPlayer(product, '772920010')
    await makeStaff(product, admin.userId)
    await queryDatabase(product, `update sessions set ended_at = now() where user_id = $1`, [admin.userId])
    await admin.client.must('POST /api/auth/login', {
      body: { phoneNumber: admin.phone, password: admin.password, keepLoggedIn: false },
    })
    const ledger = await admin.client.must('GET /api/admin/ledger/check', {})
    expect(ledger).toMatchObject({ ok: true, differences: [], unexplainedKinds: [] })
    const day = dayAfter(product.clock.now(), 0)
    await until('nothing is under way', async () => {
      const [row] = await queryDatabase(
        product,
        `select count(*)::int as open from transactions where status = 'pending'`,
      )
      return row?.['open'] === 0
    })
    const report = await admin.client.must('POST /api/admin/reconciliation', { body: { day } })
    expect(report).toMatchObject({ day, unavailable: [], cases: [], ok: true })
    expect(report.providers[0]).toMatchObject({ provider: 'relworx', unanswered: 0 })
    expect(report.providers[0]?.compared).toBeGreaterThan(10)
    const { items } = await admin.client.must('GET /api/admin/reconciliation/cases', {})
    expect(items).toEqual([])
    // The audit log contains the actor and the result of the comparison. A future day cannot be compared.
    const { items: staffActions } = await admin.client.must('GET /api/admin/audit', {
      query: { action: 'payment.compare' },
    })
    const compared = report.providers.reduce((sum, each) => sum + each.compared, 0)
    expect(staffActions).toMatchObject([
      { actorId: admin.userId, subject: `day:${day}`, after: { ok: true, compared, cases: 0 } },
    ])
    expect(
      await admin.client.call('POST /api/admin/reconciliation', { body: { day: dayAfter(product.clock.now(), 1) } }),
    ).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'day', message: 'has not begun' }] },
    })

    const [paid] = await queryDatabase(product, `select id::text from transactions where status = 'success' limit 1`)
    const decide = (id: string) =>
      admin.client.call('POST /api/admin/transactions/{id}/resolve', {
        params: { id },
        body: { ending: 'failed', note: 'asked the network' },
      })
    expect(await decide(String(paid?.['id']))).toMatchObject({ status: 409, problem: { code: 'DECISION_IMPOSSIBLE' } })
    expect(await decide(admin.userId)).toMatchObject({ status: 404, problem: { code: 'PAYMENT_NOT_FOUND' } })
    expect(
      await admin.client.call('POST /api/admin/reconciliation/cases/{id}/close', {
        params: { id: 'nothing' },
        body: { note: 'not found', booked: true, amount: 0 },
      }),
    ).toMatchObject({ status: 404, problem: { code: 'CASE_NOT_FOUND' } })

    // The command prints the same result and exits with 0.
    const printed = await product.runEntry('apps/server/src/reconcile.ts')
    expect(printed.output).toMatch(/no unexplained difference/)
    expect(printed.code).toBe(0)
    // Money is missing at the provider, and no booking explains the difference.
    product.money.control({ floatUgx: 1_000 })
    const missing = await product.runEntry('apps/server/src/reconcile.ts')
    expect(missing.output).toMatch(/wallet wallet: the provider holds UGX 1,000\.00, UGX [\d,.]+ expected/)
    expect(missing.code).toBe(1)
  })
})

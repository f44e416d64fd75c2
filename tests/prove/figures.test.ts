import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import type { MoneyChart } from '@mupiira/contract/admin-charts.ts'
import type { FigureRow, ProfitAndLoss } from '@mupiira/contract/admin-figures.ts'
import type { DayReport } from '@mupiira/contract/admin-report.ts'
import type { LifetimeFigures } from '@mupiira/contract/admin-care.ts'
import { FIGURE_IDS, FIGURES, type FigureId } from '@mupiira/domain/money/figures.ts'
import { PROFIT_FIGURES, PROFIT_GROUPINGS, type ProfitGrouping } from '@mupiira/domain/money/profit-and-loss.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openPaymentFixture,
  type PaymentFixture,
} from '../../apps/server/src/modules/payments/testing/payment-fixture.ts'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { AVIATOR, BOOK, history, play } from './figure-history.ts'

// Random histories of bets, results, corrections, cashouts, payments and Aviator. On every screen and in every file, the
// rows of each figure add up to the figure, and each figure equals an independent recount of the tables.

const runs = proofSize({ small: 3, full: 1_000 })
let app: PaymentFixture
let admin: TestAccount
let players: TestAccount[]
beforeAll(async () => {
  app = await openPaymentFixture()
  await app.set({ max_daily_bets: 100_000, cashout_part_minimum: 1_000, first_deposit_rule: 'history' })
  admin = await app.admin()
  players = await Promise.all(
    ['+256776500100', '+256776500110', '+256776500120'].map((phone) => app.player(phone, 900_000_000)),
  )
})
afterAll(() => app?.close())

type Money = { readonly [figure in FigureId]?: number }
const cents = (amount: number): number => Math.round(amount * 100)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0) / 100

async function get<Body>(path: string): Promise<Body> {
  const { status, body, text } = await admin.get<Body>(path)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return body
}

async function csv(path: string): Promise<string[][]> {
  const { status, text } = await admin.get(path)
  expect([path, status]).toEqual([path, 200])
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
}

it(`[FIN-01] [FIN-03] in ${runs} random histories, the rows of each figure add up to it on every screen and in every file (seed ${proofSeed})`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      // Each history has its own days.
      app.clock.set(new Date(startOfNextDay(app.clock.now()).getTime() + 9 * 3_600_000))
      const begin = startOfDay(app.clock.now())
      const before = await settledSoFar()
      await play(app, admin, players, steps)
      const period = { from: begin, until: startOfNextDay(app.clock.now()) }
      const expected = await recount(period, before)
      const query = `from=${dayKey(begin)}&to=${dayKey(app.clock.now())}`
      for (const by of PROFIT_GROUPINGS) await checkProfitAndLoss(query, by, expected)
      await checkRows(`${query}`, { ...expected, ...(await recountBalances()) })
      await checkOtherScreens(period, query)
      await checkLifetime()
    }),
    { seed: proofSeed, numRuns: runs, endOnFailure: true },
  )
}, 7_200_000)

/** The profit and loss has the recounted totals, and each of its figures is the sum of the rows behind it. */
async function checkProfitAndLoss(query: string, by: ProfitGrouping, expected: Money): Promise<void> {
  const { rows, total } = await get<ProfitAndLoss>(`/api/admin/profit-and-loss?${query}&by=${by}`)
  const figures = PROFIT_FIGURES[by]
  for (const figure of figures) {
    expect([by, figure, total[figure]]).toEqual([by, figure, expected[figure] ?? total[figure]])
    expect([by, figure, sumOf(rows.map((row) => row.figures[figure] ?? 0))]).toEqual([by, figure, total[figure]])
  }
  const file = await csv(`/api/admin/profit-and-loss.csv?${query}&by=${by}`)
  expect(file.slice(1).map((cells) => cells.slice(1).map(Number))).toEqual(
    [...rows.map((row) => row.figures), total].map((amounts) => figures.map((figure) => amounts[figure] ?? 0)),
  )
  if (by === 'day') return
  for (const { key, figures: amounts } of rows) {
    for (const figure of figures) {
      // A league without refunds is one of many.
      if (amounts[figure] === 0 && by !== 'product') continue
      const group = `${query}&by=${by}&key=${encodeURIComponent(key)}`
      expect([by, key, figure, await sumOfRows(figure, group)]).toEqual([by, key, figure, amounts[figure]])
    }
  }
}

/** The sum of all rows behind a figure, page by page; the counted and summed rows agree with it. */
async function sumOfRows(figure: FigureId, query: string): Promise<number> {
  const amounts: number[] = []
  for (let page = 1; ; page++) {
    const found = await get<{ items: FigureRow[]; total: number | null; hasMore: boolean; sum: number }>(
      `/api/admin/figures/rows?figure=${figure}&${query}&page=${page}&pageSize=50`,
    )
    amounts.push(...found.items.map(({ amount }) => amount))
    if (found.hasMore) continue
    expect([figure, query, found.sum]).toEqual([figure, query, sumOf(amounts)])
    if (found.total !== null) expect([figure, query, found.total]).toEqual([figure, query, amounts.length])
    return found.sum
  }
}

/** The rows and the file of each figure without a group. */
async function checkRows(query: string, expected: Money): Promise<void> {
  for (const figure of FIGURE_IDS.filter((id) => id !== 'netResult')) {
    const sum = await sumOfRows(figure, query)
    expect([figure, sum]).toEqual([figure, expected[figure] ?? sum])
    const file = await csv(`/api/admin/figures/rows/export?figure=${figure}&${query}`)
    expect([figure, 'file', sumOf(file.slice(1).map((cells) => Number(cells.at(-1))))]).toEqual([figure, 'file', sum])
  }
}

/** Dashboard, chart, daily report and its file show the amounts of the profit and loss. */
async function checkOtherScreens({ from, until }: { from: Date; until: Date }, query: string): Promise<void> {
  const { rows, now } = await get<ProfitAndLoss>(`/api/admin/profit-and-loss?${query}&by=day`)
  const stats = await get<AdminStats>('/api/admin/stats')
  const today = rows.at(-1)?.figures ?? {}
  for (const figure of ['turnover', 'payouts', 'refunds', 'voids', 'grossGamingRevenue'] as const) {
    expect([figure, stats.result.today[figure]]).toEqual([figure, today[figure]])
  }
  expect(stats.result.sinceStart.openStakes).toBe(now.openStakes)
  const { points } = await get<MoneyChart>('/api/admin/charts/money?by=day')
  for (const { key, figures } of rows) {
    const point = points.find(({ at }) => dayKey(new Date(at)) === key)
    for (const figure of ['turnover', 'payouts', 'grossGamingRevenue', 'deposits', 'withdrawals'] as const) {
      expect([key, figure, point?.[figure]]).toEqual([key, figure, figures[figure]])
    }
    const report = await get<DayReport>(`/api/admin/report?day=${key}`)
    const file = await csv(`/api/admin/report.csv?day=${key}`)
    for (const figure of ['payouts', 'grossGamingRevenue'] as const) {
      expect([key, figure, sumOf(Object.values(report[figure]))]).toEqual([key, figure, figures[figure]])
      const cells = file.filter(([, , item]) => item === FIGURES[figure].name)
      expect([key, 'file', sumOf(cells.map((row) => Number(row.at(-1))))]).toEqual([key, 'file', figures[figure]])
    }
    expect(report.bonusCost).toBe(figures.bonusCost)
  }
  expect(until.getTime() - from.getTime()).toBe(rows.length * DAY_MS)
  expect(rows.map(({ key }) => startOfDayKey(key)?.getTime())).toEqual(
    rows.map((_, at) => from.getTime() + at * DAY_MS),
  )
}

async function checkLifetime(): Promise<void> {
  for (const { id } of players) {
    const { figures } = await get<LifetimeFigures>(`/api/admin/users/${id}/lifetime`)
    const own = (kinds: string) =>
      one(`select sum(amount) as n from postings where player = $1 and kind in (${kinds})`, id)
    const payouts = (await own(`'win', 'cashout'`)) - (await own(`'resettlement'`))
    const [turnover, refunds, voids] = [await own(`'bet'`), await own(`'refund'`), await own(`'void-refund'`)]
    const open = await one(
      `select sum(total_stake - cashed_stake) as n from tickets where user_id = $1 and status = 'pending'`,
      id,
    )
    expect(figures).toMatchObject({
      turnover,
      payouts,
      refunds,
      voids,
      openStakes: open,
      netResult: cents(payouts + refunds + voids - (turnover - open)) / 100,
      deposits: await own(`'deposit'`),
      withdrawals: await own(`'withdrawal'`),
    })
  }
}

const one = async (text: string, ...values: unknown[]): Promise<number> => {
  const [row] = await app.owner.query<{ n: bigint | null }>(text, values)
  return Number(row?.n ?? 0n) / 100
}

type Settled = { readonly stakes: number; readonly bonus: number }

/** Settled stakes and bonuses of all tickets in their present state. */
const settledSoFar = async (): Promise<Settled> => ({
  stakes: await one(
    `select (select coalesce(sum(total_stake - cashed_stake), 0) from tickets where status in ('won', 'lost', 'cashout'))
          + (select coalesce(sum(stake), 0) from ticket_parts) as n`,
  ),
  bonus: await one('select sum(bonus_paid) as n from tickets'),
})

/** Each figure of a period, from tickets, payments and the movements of accounts. */
async function recount({ from, until }: { from: Date; until: Date }, before: Settled): Promise<Money> {
  const within = (column: string) => `${column} >= $1 and ${column} < $2`
  const sum = (text: string, ...values: unknown[]) => one(text, from, until, ...values)
  const moved = (kind: string, sign = '') =>
    sum(`select ${sign} sum(amount) as n from postings where kind = '${kind}' and ${within('created_at')}`)
  const after = await settledSoFar()
  const turnover =
    (await sum(`select sum(total_stake) as n from tickets where ${within('created_at')}`)) +
    (await sum(
      `select sum(amount) as n from postings where destination = $3 and kind = 'bet' and ${within('created_at')}`,
      AVIATOR,
    ))
  const grossGamingRevenue = await sum(
    `select sum(amount) as n from ledger_entries where account in ($3, $4) and ${within('created_at')}`,
    BOOK,
    AVIATOR,
  )
  const refunds = await sum(`select sum(refund) as n from ticket_cancellations where ${within('created_at')}`)
  const paid = (type: string) =>
    sum(
      `select sum(amount) as n from transactions where type = '${type}' and status = 'success' and ${within('completed_at')}`,
    )
  const charges = await sum(
    `select sum(provider_charge) as n from transactions where status = 'success' and ${within('completed_at')}`,
  )
  return {
    turnover,
    payouts: cents((await moved('win')) + (await moved('cashout')) - (await moved('resettlement'))) / 100,
    refunds,
    voids: await moved('void-refund'),
    grossGamingRevenue,
    settledStakes: cents(after.stakes - before.stakes) / 100,
    bonusCost: cents(after.bonus - before.bonus) / 100,
    providerCharges: charges,
    deposits: await paid('deposit'),
    withdrawals: await paid('withdrawal'),
  }
}

const recountBalances = async (): Promise<Money> => ({
  openStakes: await one(`select sum(total_stake - cashed_stake) as n from tickets where status = 'pending'`),
  owedToPlayers: await one(`select sum(greatest(balance, 0) + held) as n from accounts where kind = 'player'`),
  debts: await one(`select -sum(least(balance, 0)) as n from accounts where kind = 'player'`),
})

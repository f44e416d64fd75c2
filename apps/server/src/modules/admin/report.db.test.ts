import type { DayReport, ReportPart } from '@mupiira/contract/admin-report.ts'
import { entryText } from '@mupiira/domain/money/figure-texts.ts'
import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import { type TestAccount } from '../../testing/test-accounts.ts'
import { NOON } from '../../testing/test-app.ts'
import { HOUSE } from '../wallet/index.ts'

let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer()
})
afterAll(() => app?.close())

const reportOf = async (day: string): Promise<DayReport> =>
  (await app.get(`/api/admin/report?day=${day}`)).body as unknown as DayReport
const lineOf = ({ lines }: DayReport, name: string) => lines.find(({ line }) => line === name)
const accountOf = ({ accounts }: Pick<DayReport, 'accounts'>, name: string) =>
  accounts.find(({ account }) => account === name)

it('[OPS-05] the daily report contains bets, a bonus, a correction on the next day and a top-up, and its CSV file has the same figures', async () => {
  const games = await Promise.all(Array.from({ length: 5 }, () => app.game()))
  const selections = await Promise.all(games.map(({ id }) => app.pick(id)))
  const combined = await app.bet(player, selections, 30_000)
  const single = await app.bet(player, selections.slice(0, 1), 50_000)
  const finish = (id: string, homeScore: number, awayScore: number) =>
    app.changeGame(id, { status: 'finished', homeScore, awayScore })
  for (const { id } of games) await finish(id, 2, 0)
  await app.settle()
  const paid = await app.kernel.db.query<{ id: string; payout: bigint; bonus: bigint; bonus_paid: bigint }>(
    'select id, payout, bonus, bonus_paid from tickets order by total_stake',
  )
  expect(paid.map(({ id }) => id)).toEqual([combined.id, single.id])
  const [first, second] = paid
  expect(first?.bonus_paid).toBe(first?.bonus)
  expect(first?.bonus_paid).toBeGreaterThan(0n)
  expect(second?.bonus_paid).toBe(0n)

  const day = dayKey(NOON)
  const before = await reportOf(day)
  expect(before.isOver).toBe(false)
  expect(lineOf(before, 'stakes')).toEqual({ line: 'stakes', entries: 2, amount: 80_000 })
  const payouts = Number((first?.payout ?? 0n) + (second?.payout ?? 0n)) / 100
  expect(lineOf(before, 'wins')).toEqual({ line: 'wins', entries: 2, amount: payouts })
  expect(before.payouts).toEqual({ sportsbook: payouts, aviator: 0 })
  expect(before.bonusCost).toBe(Number(first?.bonus_paid) / 100)
  expect(before.grossGamingRevenue.sportsbook).toBeCloseTo(80_000 - payouts, 2)
  expect(accountOf(before, 'players')?.opening).toBe(0)
  expect(accountOf(before, 'players')?.closing).toBe(await app.balance(player))

  // On the next day one of the results is corrected, and its payouts including the bonus are taken back.
  app.clock.set(new Date(startOfNextDay(NOON).getTime() + 3_600_000))
  const gameId = games[4]?.id ?? ''
  const entered = { kind: 'result', score: { home: 0, away: 1 } } as const
  const entry = { actorId: app.staff.id, note: 'the video shows it' }
  expect((await app.enterResult(gameId, entered, entry)).ok).toBe(true)
  await app.settle()
  const next = dayKey(app.clock.now())
  const after = await reportOf(next)
  expect(lineOf(after, 'corrections')).toEqual({
    line: 'corrections',
    entries: 1,
    amount: Number(first?.payout) / 100,
  })
  expect(after.bonusCost).toBe(-Number(first?.bonus_paid) / 100)
  expect(accountOf(after, 'players')?.opening).toBe(accountOf(before, 'players')?.closing)
  expect(accountOf(after, 'players')?.closing).toBe(await app.balance(player))
  // The report of a past day does not change.
  const { asOf: _then, isOver: _open, ...figures } = before
  expect(await reportOf(day)).toMatchObject({ ...figures, isOver: true })
  // Sealing and rollups do not change the report.
  await app.modules.wallet.ledger.seal()
  await app.kernel.rollups.fill()
  expect(await reportOf(day)).toMatchObject(figures)

  const file = await app.get(`/api/admin/report.csv?day=${day}`)
  expect(file.headers['content-disposition']).toContain(`mupiira-day-report-${day}.csv`)
  const rows = file.text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows[0]).toEqual(['\uFEFFDay (EAT)', 'Part', 'Item', 'Entries', 'Amount (UGX)'])
  expect(rows).toContainEqual([day, 'Sportsbook', 'Turnover', '2', '80000.00'])
  expect(rows).toContainEqual([day, 'Sportsbook', 'Wins', '2', payouts.toFixed(2)])
  expect(rows).toContainEqual([day, 'Sportsbook', 'Payouts', '', payouts.toFixed(2)])
  const sums = await app.kernel.db.query<{ kind: string; amount: bigint }>(
    `select kind, sum(amount)::bigint as amount from postings where created_at < $1 group by kind order by kind`,
    [startOfNextDay(NOON)],
  )
  const movements = rows.filter(([, part]) => part === 'Movements')
  expect(movements.map(([, , item = '', , amount]) => `${item.split(':')[0]} ${amount}`).toSorted()).toEqual(
    sums.map(({ kind, amount }) => `${entryText(kind)} ${(Number(amount) / 100).toFixed(2)}`).toSorted(),
  )
  expect((await app.get('/api/admin/report?day=2026-13-01')).body).toMatchObject({ code: 'INVALID_FIELDS' })
})

/** Recounts each part from the rows of the day. A new part does not compile without a recount. */
const RECOUNTS: { readonly [part in ReportPart]: (report: DayReport) => Promise<readonly [unknown, unknown]> } = {
  lines: async ({ lines }) => [
    lines.reduce((sum, { entries }) => sum + entries, 0),
    await recount('select count(*)::int as n from postings where created_at < $1'),
  ],
  // One bonus is corrected on the next day, and another one paid on this day.
  bonusCost: async ({ bonusCost }) => [
    bonusCost,
    await recount('select sum(bonus_before)::float8 / 100 as n from ticket_corrections where settled_before < $1'),
  ],
  payouts: async ({ payouts }) => [
    payouts,
    {
      sportsbook: await recount(
        "select sum(case when source = $2 then amount else -amount end)::float8 / 100 as n from postings where $2 in (source, destination) and kind in ('win', 'cashout', 'resettlement') and created_at < $1",
        HOUSE.book,
      ),
      aviator: 0,
    },
  ],
  grossGamingRevenue: async ({ grossGamingRevenue }) => [
    grossGamingRevenue,
    {
      sportsbook: await recount(
        'select sum(case when destination = $2 then amount else -amount end)::float8 / 100 as n from postings where $2 in (source, destination) and created_at < $1',
        HOUSE.book,
      ),
      aviator: 0,
    },
  ],
  accounts: async ({ accounts }) => [
    accountOf({ accounts }, 'book')?.in,
    await recount(
      'select sum(amount)::float8 / 100 as n from postings where destination = $2 and created_at < $1',
      HOUSE.book,
    ),
  ],
  movements: async ({ movements }) => [
    movements.reduce((sum, { amount }) => sum + amount, 0),
    await recount('select sum(amount)::float8 / 100 as n from postings where created_at < $1'),
  ],
  doneAlone: async ({ doneAlone }) => [
    doneAlone.length,
    await recount(`select count(*)::int as n from audit_log where after ? 'flag' and created_at < $1`),
  ],
}

async function recount(text: string, ...values: unknown[]): Promise<number> {
  const [row] = await app.kernel.db.query<{ n: number }>(text, [startOfNextDay(NOON), ...values])
  return row?.n ?? 0
}

it.each(Object.entries(RECOUNTS))(
  '[OPS-05] the figure %s of the daily report equals a recount of the database',
  async (_, counted) => {
    const [shown, recounted] = await counted(await reportOf(dayKey(NOON)))
    expect(shown).toEqual(recounted)
  },
)

it('[ADMT-30] the daily report and its CSV file list actions without approval above the four-eyes threshold', async () => {
  const now = app.clock.now()
  const auditEntry = { actorId: app.staff.id, address: '10.0.0.1', subject: 'user:unknown' } as const
  await app.kernel.db.transaction(async (tx) => {
    const flag = 'above the four-eyes threshold, without approval'
    const audit = app.modules.audit.commands
    await audit.record(
      tx,
      { ...auditEntry, action: 'money.top-up', after: { amount: 2_000_000, flag }, reason: 'a prize' },
      now,
    )
    const reason = 'the rest of the day counts'
    const deduction = { subject: `user:${player.id}`, after: { amount: 500, flag }, reason } as const
    await audit.record(tx, { ...auditEntry, ...deduction, action: 'money.deduct' }, now)
    await audit.record(
      tx,
      { ...auditEntry, action: 'money.top-up', after: { amount: 1_000 }, reason: 'a small one' },
      now,
    )
  })
  const { doneAlone } = await reportOf(dayKey(now))
  expect(doneAlone).toEqual([
    {
      at: now.toISOString(),
      by: expect.stringMatching(/\w/),
      action: 'money.deduct',
      subject: `user:${player.id}`,
      subjectName: expect.stringMatching(/\w/),
      reason: 'the rest of the day counts',
    },
    {
      at: now.toISOString(),
      by: expect.stringMatching(/\w/),
      action: 'money.top-up',
      subject: 'user:unknown',
      subjectName: '',
      reason: 'a prize',
    },
  ])
  expect((await reportOf(dayKey(NOON))).doneAlone).toEqual([])
  const file = await app.get(`/api/admin/report.csv?day=${dayKey(now)}`)
  expect(file.text).toContain(`Balance topped up: user:unknown, by ${doneAlone[1]?.by}: a prize`)
})

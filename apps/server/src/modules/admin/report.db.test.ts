import type { DayReport } from '@mupiira/contract/admin-report.ts'
import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackOffice, NOON, openBackOffice, type Person } from './testing/back-office.ts'

let backOffice: BackOffice
let player: Person
beforeAll(async () => {
  backOffice = await openBackOffice()
  player = await backOffice.person()
})
afterAll(() => backOffice?.close())

const reportOf = async (day: string): Promise<DayReport> =>
  (await backOffice.get(`/api/admin/report?day=${day}`)).body as unknown as DayReport
const lineOf = ({ lines }: DayReport, name: string) => lines.find(({ line }) => line === name)
const accountOf = ({ accounts }: DayReport, name: string) => accounts.find(({ account }) => account === name)

it('[OPS-05] the day’s report: bets, a bonus, a correction the day after, a top-up, and the same as a file', async () => {
  const games = await Promise.all(Array.from({ length: 5 }, () => backOffice.game()))
  const selections = await Promise.all(games.map(({ id }) => backOffice.pick(id)))
  const combined = await backOffice.bet(player, selections, 30_000)
  const single = await backOffice.bet(player, selections.slice(0, 1), 50_000)
  const finish = (id: string, homeScore: number, awayScore: number) =>
    backOffice.changeGame(id, { status: 'finished', homeScore, awayScore })
  for (const { id } of games) await finish(id, 2, 0)
  await backOffice.deps.settlement.settleNow()
  const paid = await backOffice.kernel.db.query<{ id: string; payout: bigint; bonus: bigint; bonus_paid: bigint }>(
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
  expect(lineOf(before, 'payouts')).toEqual({ line: 'payouts', entries: 2, amount: payouts })
  expect(before.bonuses).toBe(Number(first?.bonus_paid) / 100)
  expect(before.grossRevenue.sportsbook).toBeCloseTo(80_000 - payouts, 2)
  expect(accountOf(before, 'players')?.opening).toBe(0)
  expect(accountOf(before, 'players')?.closing).toBe(await backOffice.balance(player))

  // The day after, one of the results proves wrong: what was paid, bonus included, is taken back then.
  backOffice.clock.set(new Date(startOfNextDay(NOON).getTime() + 3_600_000))
  const gameId = games[4]?.id ?? ''
  const entered = { kind: 'result', score: { home: 0, away: 1 } } as const
  const words = { actorId: backOffice.staff.userId, note: 'the video shows it' }
  expect((await backOffice.deps.settlement.decideResult(gameId, entered, words)).ok).toBe(true)
  await backOffice.deps.settlement.settleNow()
  const next = dayKey(backOffice.clock.now())
  const after = await reportOf(next)
  expect(lineOf(after, 'corrections')).toEqual({
    line: 'corrections',
    entries: 1,
    amount: Number(first?.payout) / 100,
  })
  expect(after.bonuses).toBe(-Number(first?.bonus_paid) / 100)
  expect(accountOf(after, 'players')?.opening).toBe(accountOf(before, 'players')?.closing)
  expect(accountOf(after, 'players')?.closing).toBe(await backOffice.balance(player))
  // A day that is over stays as it was.
  const { asOf: _then, isOver: _open, ...figures } = before
  expect(await reportOf(day)).toMatchObject({ ...figures, isOver: true })
  // Sealed and added up, nothing of it changes.
  await backOffice.deps.wallet.seal()
  await backOffice.deps.wallet.addSealedBlocks()
  expect(await reportOf(day)).toMatchObject(figures)

  const file = await backOffice.get(`/api/admin/report.csv?day=${day}`)
  expect(file.headers['content-disposition']).toContain(`mupiira-day-report-${day}.csv`)
  const rows = file.text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows[0]).toEqual(['Day', 'Part', 'Item', 'Entries', 'Amount (UGX)'])
  expect(rows).toContainEqual([day, 'line', 'stakes', '2', '80000.00'])
  expect(rows).toContainEqual([day, 'line', 'payouts', '2', payouts.toFixed(2)])
  const sums = await backOffice.kernel.db.query<{ kind: string; amount: bigint }>(
    `select kind, sum(amount)::bigint as amount from posting where created_at < $1 group by kind order by kind`,
    [startOfNextDay(NOON)],
  )
  const movements = rows.filter(([, part]) => part === 'movement')
  expect(movements.map(([, , item = '', , amount]) => `${item.split(':')[0]} ${amount}`).toSorted()).toEqual(
    sums.map(({ kind, amount }) => `${kind} ${(Number(amount) / 100).toFixed(2)}`).toSorted(),
  )
  expect((await backOffice.get('/api/admin/report?day=2026-13-01')).body).toMatchObject({ code: 'INVALID_FIELDS' })
})

it('[ADMT-30] the day’s report, and its file, tell what one admin did alone above the four-eyes threshold', async () => {
  const now = backOffice.clock.now()
  const staffAction = { actorId: backOffice.staff.userId, address: '10.0.0.1', subject: 'user:nobody' } as const
  await backOffice.kernel.db.transaction(async (tx) => {
    const flag = 'above the four-eyes threshold, with one admin only'
    const { audit } = backOffice.deps
    await audit.record(
      tx,
      { ...staffAction, action: 'money.top-up', after: { amount: 2_000_000, flag }, reason: 'a prize' },
      now,
    )
    const reason = 'the rest of the day counts'
    const deduction = { subject: `user:${player.userId}`, after: { amount: 500, flag }, reason } as const
    await audit.record(tx, { ...staffAction, ...deduction, action: 'money.deduct' }, now)
    await audit.record(
      tx,
      { ...staffAction, action: 'money.top-up', after: { amount: 1_000 }, reason: 'a small one' },
      now,
    )
  })
  const { doneAlone } = await reportOf(dayKey(now))
  expect(doneAlone).toEqual([
    {
      at: now.toISOString(),
      by: expect.stringMatching(/\w/),
      action: 'money.deduct',
      subject: `user:${player.userId}`,
      subjectName: expect.stringMatching(/\w/),
      reason: 'the rest of the day counts',
    },
    {
      at: now.toISOString(),
      by: expect.stringMatching(/\w/),
      action: 'money.top-up',
      subject: 'user:nobody',
      subjectName: '',
      reason: 'a prize',
    },
  ])
  expect((await reportOf(dayKey(NOON))).doneAlone).toEqual([])
  const file = await backOffice.get(`/api/admin/report.csv?day=${dayKey(now)}`)
  expect(file.text).toContain(`done alone,money.top-up user:nobody by ${doneAlone[1]?.by}: a prize`)
})

import { reportLine, reportLines } from '@mupiira/domain/money/day-report.ts'
import { byProduct } from '@mupiira/domain/money/figures.ts'
import { type LedgerKind, REPORT_LINES } from '@mupiira/domain/money/ledger-kinds.ts'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { HOUSE } from './index.ts'
import { type LedgerFixture, ledgerFixture } from './testing/ledger-fixture.ts'

let ledger: LedgerFixture
const players: string[] = []
beforeAll(async () => {
  ledger = await ledgerFixture()
  for (let at = 0; at < 4; at++) players.push(await ledger.player(1_000_000_000n))
})
afterAll(() => ledger.close())

const START = new Date('2026-11-18T20:00:00Z')

/** The transfers of the product: kind, from and to (`p`: a player). */
const MOVES = [
  ['bet', 'p', HOUSE.book],
  ['win', HOUSE.book, 'p'],
  ['cashout', HOUSE.book, 'p'],
  ['refund', HOUSE.book, 'p'],
  ['void-refund', HOUSE.book, 'p'],
  ['resettlement', 'p', HOUSE.book],
  ['bet', 'p', HOUSE.aviator],
  ['win', HOUSE.aviator, 'p'],
  ['void-refund', HOUSE.aviator, 'p'],
  ['deposit', HOUSE.floatMtn, 'p'],
  ['deposit', HOUSE.floatAirtel, 'p'],
  ['withdrawal-hold', 'p', HOUSE.holds],
  ['hold-taken', HOUSE.holds, 'p'],
  ['withdrawal', 'p', HOUSE.floatRelworx],
  ['withdrawal-fee', 'p', HOUSE.fees],
  ['top-up', HOUSE.operator, 'p'],
  ['deduction', 'p', HOUSE.operator],
  ['float-adjustment', HOUSE.operator, HOUSE.floatMtn],
] as const

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      move: fc.nat(MOVES.length - 1),
      who: fc.nat(3),
      amount: fc.bigInt({ min: 1n, max: 90_000n }),
      hours: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom('fill' as const, 'refill' as const, 'refill all' as const, 'wait' as const) },
)

/** An entry after the beginning of the first day, because the stored row of a day begins at midnight. */
const FIRST = { move: 0, who: 0, amount: 1_000n, hours: 0 }

type Entry = { source: string; destination: string; amount: bigint; kind: LedgerKind; created_at: Date }

const NAMES = new Map<string, string>(Object.entries(HOUSE).map(([name, id]) => [id, name]))
const nameOf = (id: string): string => NAMES.get(id) ?? 'players'

it('[OPS-05] a daily report equals the sum of the ledger entries, for any share of stored hours', async () => {
  const { wallet, kernel } = ledger
  const { rollups } = kernel
  let now = START
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const each of steps) {
        if (each === 'fill') await rollups.fill(now)
        else if (each === 'refill') await rollups.refill(START, now)
        else if (each === 'refill all') await rollups.refill(new Date(0), now)
        else if (each === 'wait') now = new Date(now.getTime() + 5 * DAY_MS)
        else {
          const { move, who, amount, hours } = each
          const [kind, from, to] = MOVES[move] ?? MOVES[0]
          const player = players[who] ?? ''
          now = new Date(now.getTime() + hours * HOUR_MS)
          const source = from === 'p' ? player : from
          const destination = to === 'p' ? player : to
          const fields = { kind, reference: newId(), description: '' }
          await kernel.db.transaction((tx) =>
            wallet.transfers.post(tx, [{ source, destination, amount: ugx(amount), ...fields }], now),
          )
        }
      }
      const entries = await kernel.db.query<Entry>('select source, destination, amount, kind, created_at from postings')
      for (let day = startOfDay(START); day <= now; day = startOfNextDay(day)) await compareDay(day, entries)
      await compareHours(entries, startOfDay(START), startOfNextDay(now))
    }),
    { numRuns: 6, endOnFailure: true, examples: [[[FIRST, 'wait', 'wait', 'fill', 'refill all']]] },
  )
  const [stored] = await ledger.kernel.db.query(`select from rollups where source = 'ledger'`)
  expect(stored).toBeDefined()
})

/** Recomputes every figure of the report entry by entry. */
async function compareDay(day: Date, all: readonly Entry[]): Promise<void> {
  const report = await ledger.wallet.ledger.day(day)
  const before = all.filter(({ created_at }) => created_at < day)
  const within = all.filter(({ created_at }) => created_at >= day && created_at < startOfNextDay(day))
  const lines = reportLines(report.transfers)
  for (const line of REPORT_LINES) {
    const own = within.filter(
      ({ kind, source, destination }) => reportLine(kind, { from: nameOf(source), to: nameOf(destination) }) === line,
    )
    expect([line, lines.find((each) => each.line === line)]).toEqual([
      line,
      { line, entries: own.length, amount: own.reduce((sum, { amount }) => sum + amount, 0n) },
    ])
  }
  const balanceIn = (entries: readonly Entry[], account: string): bigint =>
    entries.reduce(
      (sum, { source, destination, amount }) =>
        sum + (nameOf(destination) === account ? amount : 0n) - (nameOf(source) === account ? amount : 0n),
      0n,
    )
  for (const { account, opening, closing, ...moved } of report.accounts) {
    expect([dayKey(day), account, opening]).toEqual([dayKey(day), account, balanceIn(before, account)])
    expect([dayKey(day), account, closing]).toEqual([dayKey(day), account, balanceIn([...before, ...within], account)])
    expect(opening + moved.in - moved.out).toBe(closing)
  }
  expect(report.accounts.reduce((sum, { closing }) => sum + closing, 0n)).toBe(0n)
  // Gross gaming revenue equals the gain of the betting accounts.
  const revenue = byProduct('grossGamingRevenue', lines)
  const gained = (name: string): bigint => balanceIn(within, name)
  expect([revenue.sportsbook, revenue.aviator]).toEqual([gained('book'), gained('aviator')])
}

async function compareHours(entries: readonly Entry[], from: Date, until: Date): Promise<void> {
  const wanted = entries.filter(({ created_at }) => created_at >= from && created_at < until)
  for (const read of [ledger.wallet.ledger.hours, ledger.wallet.ledger.days]) {
    const found = await read(from, until)
    expect(found.reduce((total, { amount }) => total + amount, 0n)).toBe(
      wanted.reduce((total, { amount }) => total + amount, 0n),
    )
    expect(found.reduce((total, each) => total + each.entries, 0)).toBe(wanted.length)
  }
}

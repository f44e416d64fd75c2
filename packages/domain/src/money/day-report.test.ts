import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountDays, reportLine, reportLines, type SummedTransfers } from './day-report.ts'
import { byProduct, figureOf } from './figures.ts'
import { type LedgerKind, REPORT_LINES } from './ledger-kinds.ts'

const moved = (kind: LedgerKind, from: string, to: string, amount: bigint, entries = 1): SummedTransfers => ({
  kind,
  from,
  to,
  amount,
  entries,
})

describe('the daily report', () => {
  it.each([
    ['bet', 'players', 'book', 'stakes'],
    ['bet', 'players', 'aviator', 'aviator-stakes'],
    ['win', 'book', 'players', 'wins'],
    ['win', 'aviator', 'players', 'aviator-wins'],
    ['void-refund', 'aviator', 'players', 'aviator-voids'],
    ['void-refund', 'book', 'players', 'voids'],
    ['refund', 'book', 'players', 'refunds'],
    ['resettlement', 'players', 'book', 'corrections'],
    ['withdrawal-fee', 'players', 'fees', 'fees'],
    ['float-adjustment', 'operator', 'floatMtn', 'other'],
  ] as const)('a posting of kind %s from %s to %s counts as %s in the daily report', (kind, from, to, line) => {
    expect(reportLine(kind, { from, to })).toBe(line)
  })

  it('the daily report contains every line, the revenue, and for each account a closing balance that matches the movements', () => {
    const before = [moved('deposit', 'floatMtn', 'players', 900n, 3)]
    const within = [
      moved('bet', 'players', 'book', 500n, 2),
      moved('win', 'book', 'players', 170n),
      moved('resettlement', 'players', 'book', 70n),
      moved('bet', 'players', 'aviator', 110n),
      moved('void-refund', 'aviator', 'players', 30n),
    ]
    const lines = reportLines(within)
    expect(lines.map(({ line }) => line)).toEqual(REPORT_LINES)
    expect(lines.filter(({ entries }) => entries > 0).map(({ line, amount }) => [line, amount])).toEqual([
      ['stakes', 500n],
      ['wins', 170n],
      ['corrections', 70n],
      ['aviator-stakes', 110n],
      ['aviator-voids', 30n],
    ])
    expect(byProduct('payouts', lines)).toEqual({ sportsbook: 100n, aviator: 0n })
    expect(byProduct('voids', lines)).toEqual({ sportsbook: 0n, aviator: 30n })
    expect(byProduct('grossGamingRevenue', lines)).toEqual({ sportsbook: 400n, aviator: 80n })
    expect([figureOf('turnover', lines), figureOf('grossGamingRevenue', lines)]).toEqual([610n, 480n])
    expect(accountDays(before, within)).toEqual([
      { account: 'players', opening: 900n, in: 200n, out: 680n, closing: 420n },
      { account: 'aviator', opening: 0n, in: 110n, out: 30n, closing: 80n },
      { account: 'book', opening: 0n, in: 570n, out: 170n, closing: 400n },
      { account: 'floatMtn', opening: -900n, in: 0n, out: 0n, closing: -900n },
    ])
  })
  it('gross gaming revenue is what betting leaves in the accounts of the book and of Aviator', () => {
    const betting = fc.constantFrom<[LedgerKind, string]>(
      ['bet', 'book'],
      ['win', 'book'],
      ['cashout', 'book'],
      ['refund', 'book'],
      ['void-refund', 'book'],
      ['resettlement', 'book'],
      ['bet', 'aviator'],
      ['win', 'aviator'],
      ['void-refund', 'aviator'],
    )
    const transfer = fc.record({ betting, amount: fc.bigInt({ min: 1n, max: 1_000_000n }) })
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 12 }), (made) => {
        const transfers = made.map(({ betting: [kind, house], amount }) =>
          kind === 'bet' || kind === 'resettlement'
            ? moved(kind, 'players', house, amount)
            : moved(kind, house, 'players', amount),
        )
        const left = (house: string) =>
          accountDays([], transfers).find(({ account }) => account === house)?.closing ?? 0n
        const revenue = byProduct('grossGamingRevenue', reportLines(transfers))
        expect(revenue).toEqual({ sportsbook: left('book'), aviator: left('aviator') })
        expect(figureOf('grossGamingRevenue', reportLines(transfers))).toBe(left('book') + left('aviator'))
      }),
    )
  })

  it('the gross gaming revenue of no lines is zero', () => {
    expect(byProduct('grossGamingRevenue', [])).toEqual({ sportsbook: 0n, aviator: 0n })
  })

  it('accounts follow in the order of their names after the players, whichever way the money moved', () => {
    const within = [
      moved('deposit', 'floatMtn', 'players', 1n),
      moved('deposit', 'floatAirtel', 'players', 1n),
      moved('bet', 'players', 'aviator', 1n),
      moved('withdrawal-fee', 'players', 'fees', 1n),
      moved('bet', 'players', 'book', 1n),
    ]
    const names = ['players', 'aviator', 'book', 'fees', 'floatAirtel', 'floatMtn']
    expect(accountDays([], within).map(({ account }) => account)).toEqual(names)
    expect(accountDays(within.toReversed(), []).map(({ account }) => account)).toEqual(names)
  })
})

import { expect, it } from 'vitest'
import { BETTING_KINDS, LEDGER_KINDS, type LedgerKind, ledgerKind, STAKE_KINDS } from './ledger-kinds.ts'
import { kindsOf, netResultOf, STATEMENT_FILTERS } from './statement-lines.ts'

it.each([
  ['deposit', 'deposits'],
  ['withdrawal', 'withdrawals'],
  ['withdrawal-fee', 'fees'],
  ['withdrawal-hold', 'held'],
  ['withdrawal-release', 'held'],
  ['hold-taken', 'held'],
  ['bet', 'stakes'],
  ['bet-hold', 'stakes'],
  ['bet-release', 'stakes'],
  ['win', 'wins'],
  ['cashout', 'wins'],
  ['refund', 'refunds'],
  ['void-refund', 'refunds'],
  ['resettlement', 'refunds'],
  ['top-up', 'other'],
  ['deduction', 'other'],
] as const)('[PLAY-07] a statement entry of kind %s counts in the total %s', (kind, line) => {
  expect(ledgerKind(kind).statement).toBe(line)
})

it('[PLAY-07] each statement entry matches exactly one filter of the statement', () => {
  for (const kind of Object.keys(LEDGER_KINDS) as LedgerKind[]) {
    const shown = STATEMENT_FILTERS.filter((filter) => kindsOf(filter).includes(kind))
    expect([kind, shown.length]).toEqual([kind, 1])
  }
})

it('stake limits count stakes, and loss limits also count payouts and refunds', () => {
  expect(STAKE_KINDS).toEqual(['bet'])
  expect(BETTING_KINDS).toEqual(['bet', 'win', 'cashout', 'refund', 'void-refund', 'resettlement'])
  // A reserved stake is returned before the bet is placed, so only the bet counts.
  const isReservation = (kind: LedgerKind) => kind === 'bet-hold' || kind === 'bet-release'
  const isOfBetting = (kind: LedgerKind) => ['stakes', 'wins', 'refunds'].includes(ledgerKind(kind).statement)
  const ofBetting = (Object.keys(LEDGER_KINDS) as LedgerKind[]).filter(isOfBetting)
  expect(ofBetting.filter((kind) => !isReservation(kind))).toEqual(BETTING_KINDS)
})

it('[PLAY-07] the net result of a statement excludes the stakes of open bets', () => {
  const totals = { stakes: -11n, wins: 17n, refunds: 1n }
  expect(netResultOf(totals, 0n)).toBe(7n)
  expect(netResultOf(totals, -5n)).toBe(12n)
})

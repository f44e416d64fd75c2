import { REPORT_LINES, type ReportLine, ledgerKind, type LedgerKind } from './ledger-kinds.ts'

/** The two sides of a transfer: players together, or a house account by name. */
export type TransferSides = { readonly from: string; readonly to: string }

/**
 * Returns the report line of a transfer. `reportLine('win', { from: 'aviator', to: 'players' })` → 'aviator-wins'
 */
export function reportLine(kind: LedgerKind, { from, to }: TransferSides): ReportLine {
  const { report, aviator } = ledgerKind(kind)
  if (from !== 'aviator' && to !== 'aviator') return report
  return aviator ?? 'other'
}

/** The sum of transfers of one kind between the same sides. Amounts can have any unit. */
export type SummedTransfers = TransferSides & {
  readonly kind: LedgerKind
  readonly entries: number
  readonly amount: bigint
}

export type LineSum = { readonly line: ReportLine; readonly entries: number; readonly amount: bigint }

/** All lines in report order, including empty ones. */
export function reportLines(transfers: readonly SummedTransfers[]): LineSum[] {
  return REPORT_LINES.map((line) => {
    const summed = transfers.filter(({ kind, from, to }) => reportLine(kind, { from, to }) === line)
    return {
      line,
      entries: summed.reduce((sum, each) => sum + each.entries, 0),
      amount: summed.reduce((sum, each) => sum + each.amount, 0n),
    }
  })
}

export type AccountDay = {
  readonly account: string
  readonly opening: bigint
  readonly in: bigint
  readonly out: bigint
  readonly closing: bigint
}

/**
 * Opening balance, inflow, outflow and closing balance of each account. All openings sum to zero, and so do all
 * closings.
 */
export function accountDays(before: readonly SummedTransfers[], within: readonly SummedTransfers[]): AccountDay[] {
  const names = new Set([...before, ...within].flatMap(({ from, to }) => [from, to]))
  return [...names].sort(byAccount).map((account) => {
    const opening = sumInto(before, account) - sumOutOf(before, account)
    const [inflow, outflow] = [sumInto(within, account), sumOutOf(within, account)]
    return { account, opening, in: inflow, out: outflow, closing: opening + inflow - outflow }
  })
}

const sumInto = (transfers: readonly SummedTransfers[], account: string): bigint =>
  transfers.reduce((sum, { to, amount }) => (to === account ? sum + amount : sum), 0n)
const sumOutOf = (transfers: readonly SummedTransfers[], account: string): bigint =>
  transfers.reduce((sum, { from, amount }) => (from === account ? sum + amount : sum), 0n)

/** Sorts players first. */
const byAccount = (a: string, b: string): number =>
  Number(b === 'players') - Number(a === 'players') || (a < b ? -1 : 1)

/** The lines of the daily report. Each amount has its own direction and is never negative. */
export const REPORT_LINES = [
  'stakes',
  'payouts',
  'cash-outs',
  'refunds',
  'corrections',
  'aviator-stakes',
  'aviator-payouts',
  'aviator-refunds',
  'deposits',
  'withdrawals',
  'fees',
  'set-aside',
  'set-free',
  'top-ups',
  'deductions',
  'other',
] as const
export type ReportLine = (typeof REPORT_LINES)[number]

const LINE_OF_KIND: { readonly [kind: string]: ReportLine } = {
  bet: 'stakes',
  win: 'payouts',
  cashout: 'cash-outs',
  refund: 'refunds',
  'void-refund': 'refunds',
  resettlement: 'corrections',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  'withdrawal-fee': 'fees',
  'withdrawal-hold': 'set-aside',
  'withdrawal-release': 'set-free',
  'hold-taken': 'set-free',
  'top-up': 'top-ups',
  deduction: 'deductions',
}
const LINE_IN_AVIATOR: { readonly [kind: string]: ReportLine } = {
  bet: 'aviator-stakes',
  win: 'aviator-payouts',
  'void-refund': 'aviator-refunds',
}

/** The two sides of transfers: players together, or an account of the house by its name. */
export type Sides = { readonly from: string; readonly to: string }

/** `reportLine('win', { from: 'aviator', to: 'players' })` → 'aviator-payouts'; what no line names is 'other'. */
export function reportLine(kind: string, { from, to }: Sides): ReportLine {
  const lines = from === 'aviator' || to === 'aviator' ? LINE_IN_AVIATOR : LINE_OF_KIND
  return lines[kind] ?? 'other'
}

/** Transfers of one kind between the same two sides, added up. Amounts of any unit. */
export type SummedTransfers = Sides & {
  readonly kind: string
  readonly entries: number
  readonly amount: bigint
}

export type LineSum = { readonly line: ReportLine; readonly entries: number; readonly amount: bigint }

/** Every line in its order, also the empty ones. */
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

/** Opening balance, inflow, outflow and closing balance of each account. All openings sum to zero, and so do all closings. */
export function accountDays(before: readonly SummedTransfers[], within: readonly SummedTransfers[]): AccountDay[] {
  const names = new Set([...before, ...within].flatMap(({ from, to }) => [from, to]))
  return [...names].sort(byAccount).map((account) => {
    const opening = sumInto(before, account) - sumOutOf(before, account)
    const [came, went] = [sumInto(within, account), sumOutOf(within, account)]
    return { account, opening, in: came, out: went, closing: opening + came - went }
  })
}

/** Gross gaming revenue: stakes less everything returned for them. */
export const grossRevenueOf = (
  lines: readonly LineSum[],
): { readonly sportsbook: bigint; readonly aviator: bigint } => {
  const of = (line: ReportLine): bigint => lines.find((each) => each.line === line)?.amount ?? 0n
  return {
    sportsbook: of('stakes') - of('payouts') - of('cash-outs') - of('refunds') + of('corrections'),
    aviator: of('aviator-stakes') - of('aviator-payouts') - of('aviator-refunds'),
  }
}

const sumInto = (transfers: readonly SummedTransfers[], account: string): bigint =>
  transfers.reduce((sum, { to, amount }) => (to === account ? sum + amount : sum), 0n)
const sumOutOf = (transfers: readonly SummedTransfers[], account: string): bigint =>
  transfers.reduce((sum, { from, amount }) => (from === account ? sum + amount : sum), 0n)

/** Players first. */
const byAccount = (a: string, b: string): number =>
  Number(b === 'players') - Number(a === 'players') || (a < b ? -1 : a > b ? 1 : 0)

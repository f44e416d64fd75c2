import { figureOf, type FigureId, type FigureLine, LINE_FIGURES, type LineFigure, linesOf } from './figures.ts'
import { gamingTax } from './gaming-tax.ts'

/** How the profit and loss can be grouped. Payments and costs belong to days only. */
export const PROFIT_GROUPINGS = ['day', 'product', 'sport', 'league', 'market'] as const
export type ProfitGrouping = (typeof PROFIT_GROUPINGS)[number]
/** The groups whose rows can be listed; a day is a period of one day. */
export const ROW_GROUPINGS = ['product', 'sport', 'league', 'market'] as const
export type RowGrouping = (typeof ROW_GROUPINGS)[number]

/** The figures of bets, which exist for every grouping. */
export const BET_FIGURES = [
  'turnover',
  'settledStakes',
  'payouts',
  'refunds',
  'voids',
  'grossGamingRevenue',
  'bonusCost',
] as const satisfies readonly LineFigure[]

/** The columns of each grouping, in order. */
export const PROFIT_FIGURES: { readonly [by in ProfitGrouping]: readonly FigureId[] } = {
  day: [...BET_FIGURES, 'providerCharges', 'tax', 'netGamingRevenue', 'deposits', 'withdrawals', 'withdrawalFees'],
  product: BET_FIGURES,
  sport: BET_FIGURES,
  league: BET_FIGURES,
  market: BET_FIGURES,
}

/** The figures that are computed for each day from other figures. Their rows are the days. */
export const DAY_FIGURES = ['tax', 'netGamingRevenue'] as const satisfies readonly FigureId[]
/** The figures that are balances of now. */
export const BALANCE_FIGURES = ['openStakes', 'owedToPlayers', 'debts'] as const satisfies readonly FigureId[]

type Sums = readonly { readonly line: FigureLine; readonly amount: bigint }[]
export type Amounts = { readonly [figure in FigureId]?: bigint }

/** All figures of one day. */
export function figuresOfDay(day: string, sums: Sums): Amounts {
  const lines = Object.fromEntries(LINE_FIGURES.map((figure) => [figure, figureOf(figure, sums)])) as {
    readonly [figure in LineFigure]: bigint
  }
  const tax = gamingTax(day, lines.grossGamingRevenue)
  return { ...lines, tax, netGamingRevenue: lines.grossGamingRevenue - lines.providerCharges - tax }
}

/** The figures of bets of one group. */
export const figuresOfGroup = (sums: Sums): Amounts =>
  Object.fromEntries(BET_FIGURES.map((figure) => [figure, figureOf(figure, sums)]))

export function sumOfAmounts(rows: readonly Amounts[], figures: readonly FigureId[]): Amounts {
  return Object.fromEntries(
    figures.map((figure) => [figure, rows.reduce((sum, amounts) => sum + (amounts[figure] ?? 0n), 0n)]),
  )
}

/** The lines of a figure with their signs. */
export const signedLines = (figure: FigureId): readonly (readonly [FigureLine, 1 | -1])[] =>
  Object.entries(linesOf(figure)) as [FigureLine, 1 | -1][]

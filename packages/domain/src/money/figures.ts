import type { ReportLine } from './ledger-kinds.ts'

/** Sums of settled tickets, which the ledger does not have. */
export const TICKET_LINES = ['settled-stakes', 'bonuses'] as const
export type TicketLine = (typeof TICKET_LINES)[number]
export type FigureLine = ReportLine | TicketLine

/** The lines that a figure adds (1) or subtracts (-1). Each line is a sum of ledger postings or of settled tickets. */
export type FigureLines = { readonly [line in FigureLine]?: 1 | -1 }

type Definition = {
  /** The name on every screen and in every file. */
  readonly name: string
  /** One sentence. */
  readonly definition: string
  /** How it is computed from rows or from other figures. */
  readonly formula: string
  readonly unit: 'UGX'
  /** For the figures of a period. Other figures are balances of now, or follow from other figures. */
  readonly lines?: FigureLines
}

const TURNOVER = { stakes: 1, 'aviator-stakes': 1 } as const
const PAYOUTS = { wins: 1, 'cash-outs': 1, corrections: -1, 'aviator-wins': 1 } as const
const REFUNDS = { refunds: 1 } as const
const VOIDS = { voids: 1, 'aviator-voids': 1 } as const

const negative = <Lines extends FigureLines>(lines: Lines): FigureLines =>
  Object.fromEntries(Object.entries(lines).map(([line, sign]) => [line, -sign]))

/**
 * The figures of the product. Dashboard, charts, reports, files and the lifetime figures of a player use these names and
 * definitions only. docs/glossary.md lists them, and a test compares it. Amounts count on the day in Kampala on which
 * they are posted.
 */
export const FIGURES = {
  turnover: {
    name: 'Turnover',
    definition: 'The stakes of all bets that were accepted in the period.',
    formula: 'ledger postings of kind bet to the accounts book and aviator',
    unit: 'UGX',
    lines: TURNOVER,
  },
  openStakes: {
    name: 'Open stakes',
    definition: 'The stakes of sports bets that are not decided now, without parts that were cashed out.',
    formula: 'total_stake − cashed_stake of tickets with the status pending',
    unit: 'UGX',
  },
  settledStakes: {
    name: 'Settled stakes',
    definition: 'The stakes of sports bets that were won, lost or cashed out in the period.',
    formula: 'stakes of tickets that became won, lost or cashout, less tickets that a corrected result changed back',
    unit: 'UGX',
    lines: { 'settled-stakes': 1 },
  },
  payouts: {
    name: 'Payouts',
    definition: 'Wins and cashouts, win bonuses included, less amounts that corrected results took back.',
    formula: 'ledger postings of kinds win and cashout less resettlement',
    unit: 'UGX',
    lines: PAYOUTS,
  },
  refunds: {
    name: 'Refunds',
    definition: 'The stakes of bets that staff cancelled.',
    formula: 'ledger postings of kind refund',
    unit: 'UGX',
    lines: REFUNDS,
  },
  voids: {
    name: 'Voids',
    definition: 'The stakes that were returned because a bet became void.',
    formula: 'ledger postings of kind void-refund',
    unit: 'UGX',
    lines: VOIDS,
  },
  grossGamingRevenue: {
    name: 'Gross gaming revenue',
    definition: 'What sports bets and Aviator bring before costs, stakes of open bets included.',
    formula: 'turnover − payouts − refunds − voids',
    unit: 'UGX',
    lines: { ...TURNOVER, ...negative(PAYOUTS), ...negative(REFUNDS), ...negative(VOIDS) },
  },
  bonusCost: {
    name: 'Bonus cost',
    definition: 'The part of the payouts that is win bonus.',
    formula: 'bonus_paid of tickets when they are settled, less bonuses that corrected results took back',
    unit: 'UGX',
    lines: { bonuses: 1 },
  },
  providerCharges: {
    name: 'Provider charges',
    definition: 'What payment providers charged for deposits and withdrawals.',
    formula: 'ledger postings of kind provider-charge',
    unit: 'UGX',
    lines: { 'provider-charges': 1 },
  },
  tax: {
    name: 'Tax',
    definition: 'Gaming tax at the legal rate of the day; a day with a negative revenue lowers it.',
    formula: 'gross gaming revenue of each day × rate of that day (30 %), rounded down',
    unit: 'UGX',
  },
  netGamingRevenue: {
    name: 'Net gaming revenue',
    definition: 'What remains of the gross gaming revenue after provider charges and tax.',
    formula: 'gross gaming revenue − provider charges − tax (the bonus cost is already in the payouts)',
    unit: 'UGX',
  },
  deposits: {
    name: 'Deposits',
    definition: 'Payments of players that were credited in the period.',
    formula: 'ledger postings of kind deposit',
    unit: 'UGX',
    lines: { deposits: 1 },
  },
  withdrawals: {
    name: 'Withdrawals',
    definition: 'Payments to players that providers confirmed in the period, without fees.',
    formula: 'ledger postings of kind withdrawal',
    unit: 'UGX',
    lines: { withdrawals: 1 },
  },
  withdrawalFees: {
    name: 'Withdrawal fees',
    definition: 'The fees that players paid for withdrawals.',
    formula: 'ledger postings of kind withdrawal-fee',
    unit: 'UGX',
    lines: { fees: 1 },
  },
  owedToPlayers: {
    name: 'Owed to players',
    definition: 'The balances of all players above zero, and their money on hold.',
    formula: 'balance above zero + held of accounts of players',
    unit: 'UGX',
  },
  debts: {
    name: 'Debts',
    definition: 'What players owe after corrected results, as a positive amount.',
    formula: 'balances of players below zero',
    unit: 'UGX',
  },
  netResult: {
    name: 'Net result',
    definition: 'What betting has brought a player, without open bets.',
    formula: 'payouts + refunds + voids − (turnover − open stakes) of the player',
    unit: 'UGX',
  },
} as const satisfies { readonly [id: string]: Definition }

export type FigureId = keyof typeof FIGURES
export const FIGURE_IDS = Object.keys(FIGURES) as readonly FigureId[]

/** The figures of a period. */
export type LineFigure = {
  [id in FigureId]: (typeof FIGURES)[id] extends { lines: FigureLines } ? id : never
}[FigureId]
const DEFINITIONS: { readonly [id in FigureId]: Definition } = FIGURES
export const linesOf = (figure: FigureId): FigureLines => DEFINITIONS[figure].lines ?? {}
export const LINE_FIGURES = FIGURE_IDS.filter((id): id is LineFigure => DEFINITIONS[id].lines !== undefined)

export const PRODUCTS = { sportsbook: 'Sportsbook', aviator: 'Aviator' } as const
export type Product = keyof typeof PRODUCTS

export const productOf = (line: FigureLine): Product => (line.startsWith('aviator-') ? 'aviator' : 'sportsbook')

/** Sums of lines. Amounts can have any unit. */
type Sums = readonly { readonly line: FigureLine; readonly amount: bigint }[]

/** The amount of a figure, of one product or of both. */
export function figureOf(figure: LineFigure, sums: Sums, product?: Product): bigint {
  const lines = linesOf(figure)
  return sums.reduce((sum, { line, amount }) => {
    const sign = product === undefined || productOf(line) === product ? lines[line] : undefined
    return sign === undefined ? sum : sum + BigInt(sign) * amount
  }, 0n)
}

/** A figure of each product. */
export const byProduct = (figure: LineFigure, sums: Sums): { readonly [product in Product]: bigint } => ({
  sportsbook: figureOf(figure, sums, 'sportsbook'),
  aviator: figureOf(figure, sums, 'aviator'),
})

import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { STATEMENT_FILTERS } from '@mupiira/domain/money/statement-lines.ts'
import { Cursor, Id, Instant, Limit, literals, Money, nullable, page, strict } from './schemas.ts'

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  summary: 'The balance and the amount held for withdrawals',
  access: 'player',
  responses: { 200: Type.Object({ balance: Money, held: Money, currency: Type.Literal('UGX') }) },
  errors: [],
})

/** One row of the statement. A withdrawal is a single row with its state; any other row is a ledger entry. */
export const StatementEntry = Type.Object({
  id: Id,
  type: Type.String(),
  amount: Money,
  previousBalance: Money,
  newBalance: Money,
  description: Type.String(),
  referenceId: nullable(Id),
  createdAt: Instant,
  /** Only for withdrawals. */
  state: Type.Optional(literals(['pending', 'paid', 'returned'])),
  /** Only for paid withdrawals: the payment and its fee, which sum to the amount. */
  parts: Type.Optional(Type.Array(Type.Object({ description: Type.String(), amount: Money }))),
})
export type StatementEntry = Static<typeof StatementEntry>

/** A calendar day in Kampala, `2026-11-21`. A period includes its first and last day. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Kampala, YYYY-MM-DD' })
const period = { from: Type.Optional(Day), to: Type.Optional(Day) }

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  summary: "The player's ledger entries, newest first",
  access: 'player',
  query: Type.Object(
    {
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
      filter: Type.Optional(literals(STATEMENT_FILTERS)),
      ...period,
    },
    strict,
  ),
  responses: { 200: page(StatementEntry) },
  errors: [],
})

/**
 * Sums of a period with the sign of their effect on the balance. Opening balance plus all lines equals the closing
 * balance (PLAY-07).
 */
export const StatementTotals = Type.Object({
  openingBalance: Money,
  closingBalance: Money,
  entries: Type.Integer(),
  deposits: Money,
  withdrawals: Money,
  fees: Money,
  /** Money held for pending withdrawals, less money returned. */
  held: Money,
  stakes: Money,
  /** Stakes of open bets. */
  openStakes: Money,
  wins: Money,
  /** Refunds of void bets, and corrected results. */
  refunds: Money,
  other: Money,
  /** Wins and refunds of settled bets less their stakes. */
  net: Money,
})
export type StatementTotals = Static<typeof StatementTotals>

export const getStatementTotals = endpoint({
  method: 'GET',
  path: '/api/wallet/statement/totals',
  summary: 'Sums of own ledger entries in a period',
  access: 'player',
  query: Type.Object(period, strict),
  responses: { 200: StatementTotals },
  errors: [],
})

export const getStatementCsv = endpoint({
  method: 'GET',
  path: '/api/wallet/statement.csv',
  summary: "The player's ledger entries and sums of a period as a CSV file, oldest first",
  access: 'player',
  perMinute: 20,
  query: Type.Object(period, strict),
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  errors: [],
})

/** The specification's fix_invalid_balance (D34). `code` is present after a repair. */
export const repairBalance = endpoint({
  method: 'POST',
  path: '/api/wallet/repair',
  summary: 'Recompute the balance from the ledger',
  access: 'player',
  responses: {
    200: Type.Object({
      originalBalance: Money,
      fixedBalance: Money,
      code: nullable(Type.Literal('BALANCE_FIXED_RETRY_NEEDED')),
      message: Type.String(),
    }),
  },
  errors: ['FIX_IN_PROGRESS', 'MAX_RETRIES_EXCEEDED'],
})

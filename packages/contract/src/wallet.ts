import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { STATEMENT_FILTERS } from '@mupiira/domain/money/statement-lines.ts'
import { Cursor, Id, Instant, Limit, literals, Money, nullable, page, strict } from './schemas.ts'

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  summary: 'The balance, and what is held for withdrawals',
  access: 'player',
  responses: { 200: Type.Object({ balance: Money, held: Money, currency: Type.Literal('UGX') }) },
  errors: [],
})

/** One row of the statement. A withdrawal is one row with its state; every other row is an entry of the ledger. */
export const StatementEntry = Type.Object({
  id: Id,
  type: Type.String(),
  amount: Money,
  previousBalance: Money,
  newBalance: Money,
  description: Type.String(),
  referenceId: nullable(Id),
  createdAt: Instant,
  /** Of a withdrawal. */
  state: Type.Optional(literals(['pending', 'paid', 'returned'])),
})
export type StatementEntry = Static<typeof StatementEntry>

/** A calendar day in Kampala, `2026-11-21`; the period holds both its days. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Kampala, YYYY-MM-DD' })
const period = { from: Type.Optional(Day), to: Type.Optional(Day) }

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  summary: 'Own ledger entries, newest first',
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

/** Sums of a period, signed as the balance saw them: opening balance and all lines make the closing balance (PLAY-07). */
export const StatementTotals = Type.Object({
  openingBalance: Money,
  closingBalance: Money,
  entries: Type.Integer(),
  deposits: Money,
  withdrawals: Money,
  fees: Money,
  /** Set aside for withdrawals under way, or given back. */
  held: Money,
  stakes: Money,
  /** Stakes of undecided bets. */
  openStakes: Money,
  wins: Money,
  /** Refunds of void bets, and corrections of results. */
  refunds: Money,
  other: Money,
  /** The net result of decided bets: wins and refunds less their stakes. */
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
  summary: 'Own ledger entries of a period and their sums, as a file, oldest first',
  access: 'player',
  perMinute: 20,
  query: Type.Object(period, strict),
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  errors: [],
})

/** The specification's fix_invalid_balance (D34); `code` where something had to be repaired. */
export const repairBalance = endpoint({
  method: 'POST',
  path: '/api/wallet/repair',
  summary: "Recompute the balance from the ledger's entries",
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

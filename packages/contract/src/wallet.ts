import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Limit, Money, nullable, page, strict } from './schemas.ts'

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  summary: 'The balance, and what is held for withdrawals',
  access: 'player',
  responses: { 200: Type.Object({ balance: Money, held: Money, currency: Type.Literal('UGX') }) },
  errors: [],
})

/** One row of the statement: an entry of the ledger on the player's account. */
export const StatementEntry = Type.Object({
  id: Id,
  type: Type.String(),
  amount: Money,
  previousBalance: Money,
  newBalance: Money,
  description: Type.String(),
  referenceId: nullable(Id),
  createdAt: Instant,
})
export type StatementEntry = Static<typeof StatementEntry>

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  summary: 'Own ledger entries, newest first',
  access: 'player',
  query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: page(StatementEntry) },
  errors: [],
})

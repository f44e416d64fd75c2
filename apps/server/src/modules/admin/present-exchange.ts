import type { StoredExchange } from '@mupiira/contract/admin-transactions.ts'
import type { ExchangeRecord } from '../payments/index.ts'

/** An exchange as stored: without keys, phone numbers masked. */
export const presentExchange = ({ createdAt, request, ...exchange }: ExchangeRecord): StoredExchange => ({
  ...exchange,
  at: createdAt.toISOString(),
  request: request === null ? null : JSON.stringify(request, null, 2),
})

import type { KeptExchange } from '@mupiira/contract/desk-transactions.ts'
import type { KeptWords } from '../payments/index.ts'

/** What was asked and told, as it was kept: without keys, phone numbers masked. */
export const presentExchange = ({ createdAt, request, ...kept }: KeptWords): KeptExchange => ({
  ...kept,
  at: createdAt.toISOString(),
  request: request === null ? null : JSON.stringify(request, null, 2),
})

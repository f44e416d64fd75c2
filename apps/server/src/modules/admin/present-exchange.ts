import type { StoredExchange } from '@mupiira/contract/admin-transactions.ts'
import type { StoredWords } from '../payments/index.ts'

/** What was asked and told, as it was kept: without keys, phone numbers masked. */
export const presentExchange = ({ createdAt, request, ...kept }: StoredWords): StoredExchange => ({
  ...kept,
  at: createdAt.toISOString(),
  request: request === null ? null : JSON.stringify(request, null, 2),
})

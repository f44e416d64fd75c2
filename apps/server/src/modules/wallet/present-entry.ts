import type { AdminEntry } from '@mupiira/contract/admin-tickets.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { ReferenceEntry } from './entries-of.ts'

/** A ledger entry for staff. */
export const presentEntry = ({ id, kind, amountUgx, description, createdAt }: ReferenceEntry): AdminEntry => ({
  id: String(id),
  kind,
  amount: ugxToNumber(amountUgx),
  description,
  createdAt: createdAt.toISOString(),
})

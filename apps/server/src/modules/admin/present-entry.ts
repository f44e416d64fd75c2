import type { DeskEntry } from '@mupiira/contract/desk-tickets.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { ReferenceEntry } from '../wallet/index.ts'

export const presentEntry = ({ id, kind, amountUgx, description, createdAt }: ReferenceEntry): DeskEntry => ({
  id: String(id),
  kind,
  amount: ugxToNumber(amountUgx),
  description,
  createdAt: createdAt.toISOString(),
})

import type { SealedTable } from '../../kernel/db/seal-rows.ts'

export const SEALED_LEDGER: SealedTable = {
  rows: 'postings',
  seals: 'ledger_seals',
  leaf: `sha256(convert_to(row(p.id, p.tx, p.source, p.destination, p.amount, p.player, p.balance_after, p.kind,
  p.reference, p.ordinal, p.description, (extract(epoch from p.created_at) * 1000000)::bigint)::text, 'UTF8'))`,
}

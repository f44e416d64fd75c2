import type { SealedTable } from '../../kernel/db/seal-rows.ts'

export const SEALED_LOG: SealedTable = {
  rows: 'audit_log',
  seals: 'audit_seals',
  leaf: `sha256(convert_to(row(p.id, p.tx, p.actor, p.address, p.action, p.subject, p.before::text, p.after::text,
  p.reason, (extract(epoch from p.created_at) * 1000000)::bigint)::text, 'UTF8'))`,
}

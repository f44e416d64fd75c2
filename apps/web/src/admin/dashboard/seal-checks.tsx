import type { AdminStats, SealCheck } from '@mupiira/contract/admin-stats.ts'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { sealCheckText } from './seal-check-text.ts'

type SealChecksProps = { readonly checks: AdminStats['checks']; readonly now: Date }

/** When the ledger and the audit log were last verified, against which published seal, and the result. */
export const SealChecks = ({ checks, now }: SealChecksProps) => (
  <Card as="section" label="Verification">
    <h2 className="pb-2 text-16 font-bold">Verification</h2>
    <ul className="grid md:grid-cols-2 md:gap-x-6">
      <Check name="Ledger" check={checks.ledger} now={now} />
      <Check name="Audit log" check={checks.auditLog} now={now} />
    </ul>
  </Card>
)

function Check({ name, check, now }: { readonly name: string; readonly check: SealCheck; readonly now: Date }) {
  const { badge, tone, text, advice } = sealCheckText(check, now)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <span className="min-w-0 flex-1">
        <b className="block">{name}</b>
        <span className="block text-12 text-muted">{text}</span>
        {advice !== null && <span className="block text-12">{advice}</span>}
      </span>
      <Badge tone={tone}>{badge}</Badge>
    </li>
  )
}

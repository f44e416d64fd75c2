import { ButtonLink } from '../../shared/ui/button.tsx'
import { useMay } from '../../state/session.ts'

const REPORTS = [
  { id: 'day', title: 'Daily report', href: '/admin/reports', needs: 'admin:reports:read' },
  { id: 'profit', title: 'Profit and loss', href: '/admin/reports/profit-and-loss', needs: 'admin:figures:read' },
  { id: 'months', title: 'Month closing', href: '/admin/reports/months', needs: 'admin:figures:read' },
] as const

type LinksProps = { readonly current: (typeof REPORTS)[number]['id'] | 'rows' | 'month' }

/** The other reports that the member of staff may see. */
export function ReportLinks({ current }: LinksProps) {
  const may = useMay()
  return REPORTS.filter(({ id, needs }) => id !== current && may(needs)).map(({ id, title, href }) => (
    <ButtonLink key={id} variant="secondary" href={href}>
      {title}
    </ButtonLink>
  ))
}

import { Link } from 'wouter'
import type { FigureId } from '@mupiira/domain/money/figures.ts'
import { queryText } from '../../shared/api/client.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'

type FigureLinkProps = {
  readonly figure: FigureId
  /** The days of the figure. */
  readonly from: string
  readonly to: string
  /** One group of the profit and loss. */
  readonly by?: string
  readonly of?: string
  readonly amount: number
}

/** The address of the rows behind a figure. */
export const figureHref = ({ figure, from, to, by, of }: Omit<FigureLinkProps, 'amount'>): string =>
  `/admin/reports/rows${queryText({ figure, from, to, ...(by === undefined || of === undefined ? {} : { by, key: of }) })}`

/** A figure with a link to the rows behind it, for staff who may see them. */
export function FigureLink({ amount, ...figure }: FigureLinkProps) {
  const may = useMay()
  const text = <Money amount={amount} signed={amount < 0} />
  if (!may('admin:figures:read')) return text
  return (
    <Link
      href={figureHref(figure)}
      className="inline-flex min-h-6 items-center underline decoration-line hover:decoration-ink"
    >
      {text}
    </Link>
  )
}

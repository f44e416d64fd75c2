import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { apiQuery } from '../../shared/api/queries.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'

/** Whether the providers' lists of a day agree with the ledger, because a day is closed only then. */
export function DayDifferences({ day }: { readonly day: string }) {
  const query = useQuery(apiQuery('GET /api/admin/reconciliation/cases', { query: {} }))
  return (
    <Loaded query={query} what="the reconciliation" skeleton={<Skeleton className="h-12 w-full" />}>
      {({ items, comparedAt, comparedDay }) => {
        const open = items.filter((each) => each.day === day)
        const lastAt = comparedDay !== null && comparedDay >= day ? comparedAt : null
        return (
          <Notice tone={open.length > 0 ? 'down' : lastAt === null ? 'info' : 'up'}>
            <span>{summaryOf(open, lastAt)}</span>{' '}
            <Link href="/admin/transactions/reconciliation" className="inline-flex min-h-6 items-center underline">
              Reconciliation
            </Link>
          </Notice>
        )
      }}
    </Loaded>
  )
}

function summaryOf(open: readonly { readonly amount: number }[], comparedAt: string | null): string {
  if (open.length === 0)
    return comparedAt === null
      ? 'This day has not been compared with the providers yet.'
      : `No unexplained differences with the providers on this day. Last compared on ${dateTimeText(comparedAt)}.`
  const sum = open.reduce((total, { amount }) => total + amount, 0)
  return `${counted(open.length, 'unexplained difference')} with the providers on this day: ${moneyText(sum)}.`
}

import { useQuery } from '@tanstack/react-query'
import type { StatementTotals } from '@mupiira/contract/wallet.ts'
import { LoadErrorLine } from '../../shared/ui/load-error-line.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { StatementFile } from './statement-file.tsx'
import type { Days } from './statement-period.ts'
import { statementTotalsQuery } from './wallet-queries.ts'
import { ChevronDown } from '../../shared/ui/icons.tsx'

const LINES: readonly { readonly of: keyof StatementTotals; readonly name: string; readonly isAlways?: true }[] = [
  { of: 'deposits', name: 'Deposits', isAlways: true },
  { of: 'withdrawals', name: 'Withdrawals', isAlways: true },
  { of: 'fees', name: 'Withdrawal fees' },
  { of: 'held', name: 'Held for withdrawals' },
  { of: 'stakes', name: 'Stakes', isAlways: true },
  { of: 'openStakes', name: 'On open bets (included above)' },
  { of: 'wins', name: 'Wins', isAlways: true },
  { of: 'refunds', name: 'Refunds and corrections' },
  { of: 'other', name: 'Top-ups and deductions' },
]

/**
 * The betting result of a period, its totals and its CSV download (PLAY-07). The height does not change when the data
 * loads.
 */
export function StatementSums({ days }: { readonly days: Days }) {
  const totals = useQuery(statementTotalsQuery(days))
  return (
    <section aria-label="Totals" className="rounded-card border border-line bg-raised">
      {totals.data === undefined && totals.isError ? (
        <div className="px-3">
          <LoadErrorLine what="the totals" onRetry={() => void totals.refetch()} />
        </div>
      ) : (
        <Sums data={totals.data} />
      )}
      <StatementFile days={days} />
    </section>
  )
}

function Sums({ data }: { readonly data: StatementTotals | undefined }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-3 py-1 text-14">
        <span className="min-w-0 flex-1 text-muted">
          <span className="flex flex-wrap justify-between gap-x-2">
            <span>Net result of betting</span>
            {data === undefined ? (
              <Skeleton className="h-5 w-28" />
            ) : (
              <b className={data.net > 0 ? 'text-up' : 'text-ink'}>
                <Money amount={data.net} signed />
              </b>
            )}
          </span>
          <span className="block text-12">
            <span>without bets that are still open</span>
            {data !== undefined && data.openStakes !== 0 && <OpenStakes stakes={-data.openStakes} />}
          </span>
        </span>
        <ChevronDown className="size-5 text-muted group-open:upside-down" aria-hidden />
      </summary>
      {data && (
        <dl className="border-t border-line px-3 py-2">
          <FigureRow name="Opening balance">
            <Money amount={data.openingBalance} />
          </FigureRow>
          {LINES.filter(({ of, isAlways }) => isAlways === true || data[of] !== 0).map(({ of, name }) => (
            <FigureRow key={of} name={name}>
              <Money amount={data[of]} signed />
            </FigureRow>
          ))}
          <FigureRow name="Closing balance" variant="strong">
            <Money amount={data.closingBalance} />
          </FigureRow>
        </dl>
      )}
    </details>
  )
}

const OpenStakes = ({ stakes }: { readonly stakes: number }) => (
  <span>
    {' ('}
    <Money amount={stakes} />)
  </span>
)

import { ScrollText } from 'lucide-react'
import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import { useApiPages } from '../../shared/api/queries.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'

/** WALT-11 to WALT-14 */
export function StatementScreen() {
  const refetchMs = usePollingMs(30_000)
  const entries = useApiPages('GET /api/wallet/statement', { limit: 30 }, { staleMs: 1000, refetchMs })
  return (
    <>
      <ScreenHeader title="Statement" backTo="/account" />
      <Loaded query={entries} what="your statement" skeleton={<StatementSkeleton />}>
        {({ pages }) => (
          <>
            <Entries entries={pages.flatMap((page) => page.items)} />
            {entries.hasNextPage && (
              <div className="p-3">
                <Button
                  look="secondary"
                  wide
                  busy={entries.isFetchingNextPage}
                  busyText="Loading entries…"
                  onClick={() => void entries.fetchNextPage()}
                >
                  Show older entries
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** A table on every width; on phones each entry takes two lines, so that nothing scrolls sideways. */
function Entries({ entries }: { readonly entries: readonly StatementEntry[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText className="size-8" />}
        title="No entries yet"
        text="Every deposit, bet, win and withdrawal will stand here."
        action={<ButtonLink href="/deposit">Deposit</ButtonLink>}
      />
    )
  }
  return (
    <table className="w-full text-14">
      <thead className="text-12 text-muted max-md:sr-only">
        <tr>
          <th scope="col" className="px-3 py-2 text-left font-bold">
            Date
          </th>
          <th scope="col" className="px-3 py-2 text-left font-bold">
            Description
          </th>
          <th scope="col" className="px-3 py-2 text-right font-bold">
            Amount
          </th>
          <th scope="col" className="px-3 py-2 text-right font-bold">
            Balance after
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr
            key={entry.id}
            className="border-t border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:px-3 max-md:py-2"
          >
            <td className="text-12 text-muted max-md:order-3 md:px-3 md:py-2.5">{dateTimeText(entry.createdAt)}</td>
            <td className="min-w-0 max-md:order-1 md:px-3">{entry.description}</td>
            <td className={classes('text-right font-bold max-md:order-2 md:px-3', entry.amount > 0 && 'text-up')}>
              <Money amount={entry.amount} signed />
            </td>
            <td className="text-right text-12 text-muted max-md:order-4 md:px-3 md:text-14">
              <Money amount={entry.newBalance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StatementSkeleton() {
  return Array.from({ length: 8 }, (_, i) => (
    <div key={i} className="flex justify-between border-t border-line px-3 py-3">
      <Skeleton look="h-8 w-32" />
      <Skeleton look="h-8 w-28" />
    </div>
  ))
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminEntry } from '@mupiira/contract/admin-tickets.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'

type DetailsDialogProps<Details> = {
  readonly title: string
  /** The loaded item, as in "this bet", for messages. */
  readonly what: string
  readonly query: UseQueryResult<Details>
  readonly onClose: () => void
  readonly children: (details: Details) => ReactNode
}

/** The details of a ticket or payment, in a dialog over the list. */
export function DetailsDialog<Details>({ title, what, query, onClose, children }: DetailsDialogProps<Details>) {
  return (
    <Dialog title={title} open onClose={onClose} layout="wide">
      <div className="flex min-h-(--screen) flex-col gap-5 p-4">
        <Loaded query={query} what={what} skeleton={<Skeleton className="h-100 w-full" />}>
          {children}
        </Loaded>
      </div>
    </Dialog>
  )
}

export const DetailsSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-14 font-bold">{title}</h3>
    {children}
  </section>
)

/** The ledger's entries of a ticket or a payment. */
export function DetailsLedger({ entries }: { readonly entries: readonly AdminEntry[] }) {
  return (
    <DetailsSection title="Ledger">
      {entries.length === 0 ? (
        <p className="text-14 text-muted">No ledger entries.</p>
      ) : (
        <ul className="rounded-card border border-line bg-raised text-14">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex items-baseline justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              <span className="min-w-0">
                {entry.description}
                <span className="block text-12 text-muted tabular">{dateTimeText(entry.createdAt)}</span>
              </span>
              <b className="shrink-0">
                <Money amount={entry.amount} signed />
              </b>
            </li>
          ))}
        </ul>
      )}
    </DetailsSection>
  )
}

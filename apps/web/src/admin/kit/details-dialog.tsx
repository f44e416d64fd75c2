import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminEntry } from '@mupiira/contract/admin-tickets.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { FigureRow, Money } from '../../shared/ui/surfaces.tsx'

type DetailsDialogProps<Details> = {
  readonly title: string
  /** For example "this bet". */
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

/** A name and its value. Used in a `<dl>`. */
export const DetailsLine = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3 border-b border-line py-1.5 last:border-b-0">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right break-words">{children}</dd>
  </div>
)

/** The ledger's entries of a ticket or a payment. */
export function DetailsLedger({ entries }: { readonly entries: readonly AdminEntry[] }) {
  return (
    <DetailsSection title="Ledger">
      {entries.length === 0 && <p className="text-14 text-muted">No ledger entries.</p>}
      <dl>
        {entries.map((entry) => (
          <FigureRow key={entry.id} name={`${dateTimeText(entry.createdAt)} · ${entry.description}`}>
            <Money amount={entry.amount} signed />
          </FigureRow>
        ))}
      </dl>
    </DetailsSection>
  )
}

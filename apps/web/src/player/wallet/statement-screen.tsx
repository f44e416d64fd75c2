import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ScrollText } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import type { StatementFilter } from '@mupiira/domain/money/statement-lines.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { useMayDeposit } from '../../state/exclusion.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { areDaysReversed, type Days, daysOf, type PeriodChoice, PERIODS } from './statement-period.ts'
import { StatementSums } from './statement-totals.tsx'
import { statementQuery } from './wallet-queries.ts'

type Shown = 'all' | StatementFilter

const FILTERS: readonly { readonly id: Shown; readonly name: string }[] = [
  { id: 'all', name: 'All' },
  { id: 'deposits', name: 'Deposits' },
  { id: 'withdrawals', name: 'Withdrawals' },
  { id: 'bets', name: 'Bets' },
  { id: 'wins', name: 'Wins' },
  { id: 'other', name: 'Other' },
]

export function StatementScreen() {
  const now = useNow(60_000)
  const panelId = useId()
  const [shown, setShown] = useState<Shown>('all')
  const [choice, setChoice] = useState<PeriodChoice>('all')
  const [chosen, setChosen] = useState<Days>({})
  const days = daysOf(choice, now, chosen)
  const reversed = areDaysReversed(days)
  return (
    <>
      <ScreenHeader title="Statement" backTo="/account" />
      <div className="flex flex-col gap-3 p-3">
        <Select label="Period" value={choice} onChange={(event) => setChoice(event.target.value as PeriodChoice)}>
          {PERIODS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {choice === 'days' && (
          <div className="grid grid-cols-2 gap-2">
            <Field
              label="From"
              type="date"
              value={chosen.from ?? ''}
              max={dayKey(now)}
              onChange={(event) => setChosen({ ...chosen, from: event.target.value })}
            />
            <Field
              label="To"
              type="date"
              value={chosen.to ?? ''}
              max={dayKey(now)}
              error={reversed ? 'The last day is before the first day' : undefined}
              onChange={(event) => setChosen({ ...chosen, to: event.target.value })}
            />
          </div>
        )}
        {!reversed && <StatementSums days={days} />}
      </div>
      <Tabs label="Kinds of entries" tabs={FILTERS} chosen={shown} onChoose={setShown} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${shown}`}>
        {(shown === 'deposits' || shown === 'withdrawals') && (
          <p className="px-3 pt-3 text-12 text-muted">
            The statement shows only payments that changed your balance. Pending and failed payments are under{' '}
            <Link href="/payments" className="inline-flex min-h-6 items-center font-bold underline">
              Payments
            </Link>
            .
          </p>
        )}
        {!reversed && <Entries shown={shown} days={days} isFiltered={shown !== 'all' || choice !== 'all'} />}
      </div>
    </>
  )
}

type EntriesProps = { readonly shown: Shown; readonly days: Days; readonly isFiltered: boolean }

function Entries({ shown, days, isFiltered }: EntriesProps) {
  const entries = useInfiniteQuery({ ...statementQuery(shown, days), refetchInterval: usePollingMs(30_000) })
  return (
    <Loaded query={entries} what="your statement" skeleton={<ListSkeleton />}>
      {({ pages }) => (
        <>
          <EntryTable entries={pages.flatMap((page) => page.items)} isFiltered={isFiltered} />
          <ShowMore list={entries} which="older" what="entries" />
        </>
      )}
    </Loaded>
  )
}

type TableProps = { readonly entries: readonly StatementEntry[]; readonly isFiltered: boolean }

/** Phones show each entry in two lines, so that nothing scrolls sideways. */
function EntryTable({ entries, isFiltered }: TableProps) {
  const mayDeposit = useMayDeposit()
  if (entries.length === 0) {
    if (isFiltered) {
      return (
        <EmptyState
          icon={<ScrollText className="size-8" />}
          title="No entries found"
          text="There are no entries of this kind in this period."
        />
      )
    }
    return (
      <EmptyState
        icon={<ScrollText className="size-8" />}
        title="No entries yet"
        text="Your deposits, bets, wins and withdrawals will appear here."
        action={mayDeposit && <ButtonLink href="/deposit">Deposit</ButtonLink>}
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
            <td className="text-12 text-muted max-md:order-3 md:px-3 md:py-2.5 md:whitespace-nowrap">
              <Moment at={entry.createdAt} />
            </td>
            <td className="min-w-0 max-md:order-1 md:px-3">
              {entry.parts === undefined ? withoutLineBreaks(entry.description) : <Withdrawal {...entry} />}
            </td>
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

/** A paid withdrawal: one row, which opens to the amount that was sent and the fee. */
function Withdrawal({ description, parts = [] }: Pick<StatementEntry, 'description' | 'parts'>) {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span>{withoutLineBreaks(description)}</span>{' '}
          <ChevronDown className="inline size-4 align-text-bottom text-muted group-open:upside-down" />
        </span>
      </summary>
      <ul className="flex flex-col gap-1 pb-2 text-12 text-muted">
        {parts.map((part) => (
          <li key={part.description} className="flex flex-wrap justify-between gap-x-3">
            <span>{withoutLineBreaks(part.description)}</span>
            <Money amount={part.amount} signed />
          </li>
        ))}
      </ul>
    </details>
  )
}

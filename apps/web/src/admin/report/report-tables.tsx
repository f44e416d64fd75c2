import { Fragment, type ReactNode } from 'react'
import type { DayReport, ReportPart } from '@mupiira/contract/admin-report.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { actionText } from '@mupiira/domain/access/action-texts.ts'
import { accountText, entryText } from '@mupiira/domain/money/figure-texts.ts'
import { SubjectLink } from '../kit/subject-link.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'

/**
 * The report's parts that are tables. The screen shows the other figures as cards. If a new part
 * has no table, `TABLES` does not compile.
 */
type TablePart = Exclude<ReportPart, 'lines' | 'bonusCost' | 'payouts' | 'grossGamingRevenue'>
type AccountFigure = Exclude<keyof DayReport['accounts'][number], 'account'>

const ACCOUNT_FIGURES: { readonly [figure in AccountFigure]: string } = {
  opening: 'Opening',
  in: 'In',
  out: 'Out',
  closing: 'Closing',
}

type Account = DayReport['accounts'][number]
type Movement = DayReport['movements'][number]
type DoneAlone = DayReport['doneAlone'][number]

const ACCOUNTS: readonly Column<Account>[] = [
  { id: 'account', title: 'Account', value: ({ account }) => accountText(account) },
  ...(Object.keys(ACCOUNT_FIGURES) as AccountFigure[]).map((figure): Column<Account> => ({
    id: figure,
    title: ACCOUNT_FIGURES[figure],
    value: (account) => account[figure],
    cell: (account) => <Money amount={account[figure]} signed={account[figure] < 0} />,
    align: 'end',
    ...(figure === 'closing' ? { phone: 'aside' as const } : {}),
  })),
]

const MOVEMENTS: readonly Column<Movement>[] = [
  { id: 'kind', title: 'What', value: ({ kind }) => entryText(kind) },
  { id: 'from', title: 'From', phone: 'below', value: ({ from }) => accountText(from) },
  { id: 'to', title: 'To', phone: 'below', value: ({ to }) => accountText(to) },
  {
    id: 'entries',
    title: 'Entries',
    value: ({ entries }) => entries,
    cell: ({ entries }) => entries.toLocaleString('en-UG'),
    align: 'end',
  },
  {
    id: 'amount',
    title: 'Amount',
    phone: 'aside',
    value: ({ amount }) => amount,
    cell: ({ amount }) => <Money amount={amount} />,
    align: 'end',
  },
]

const DONE_ALONE: readonly Column<DoneAlone>[] = [
  { id: 'date', title: 'When', value: ({ at }) => new Date(at) },
  { id: 'who', title: 'Who', phone: 'aside', value: ({ by }) => by },
  { id: 'what', title: 'What', phone: 'below', value: ({ action }) => actionText(action) },
  {
    id: 'subject',
    title: 'Subject',
    value: ({ subject, subjectName }) => subjectName || subject,
    cell: ({ subject, subjectName }) => <SubjectLink subject={subject} name={subjectName} />,
  },
  { id: 'reason', title: 'Reason', value: ({ reason }) => reason },
]

const TABLES: { readonly [part in TablePart]: (report: DayReport) => ReactNode } = {
  accounts: ({ accounts }) => (
    <Part
      name="accounts"
      title="Accounts"
      note="All closing balances add up to zero. Money at a provider is therefore negative, and deposits count there as money out."
      columns={ACCOUNTS}
      rows={accounts}
      rowKey={({ account }) => account}
    />
  ),
  movements: ({ movements }) => (
    <Part
      name="movements"
      title="Movements"
      columns={MOVEMENTS}
      rows={movements}
      rowKey={({ kind, from, to }) => `${kind} ${from} ${to}`}
    />
  ),
  doneAlone: ({ doneAlone }) =>
    doneAlone.length === 0 ? null : (
      <Part
        name="actions without approval"
        title="Without approval, above the four-eyes threshold"
        note="The amounts of one member of staff within 24 hours are added up, so a small amount can appear here."
        columns={DONE_ALONE}
        rows={doneAlone}
        rowKey={({ at, subject, action, reason }) => `${at} ${action} ${subject} ${reason}`}
      />
    ),
}

export const ReportTables = ({ report }: { readonly report: DayReport }) =>
  Object.entries(TABLES).map(([part, table]) => <Fragment key={part}>{table(report)}</Fragment>)

type PartProps<Row> = {
  readonly name: string
  readonly title: string
  readonly note?: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

function Part<Row extends object>({ name, title, note, ...table }: PartProps<Row>) {
  const params = useListParams(name.split(' ')[0])
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">{title}</h2>
      {note !== undefined && <p className="text-12 text-muted">{note}</p>}
      <RowTable
        {...table}
        name={name}
        params={params}
        // One CSV file of the report contains all tables.
        fileName={null}
        empty={{ title: 'No entries on this day' }}
      />
    </div>
  )
}

import { Fragment, type ReactNode } from 'react'
import type { DayReport, ReportPart } from '@mupiira/contract/admin-report.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Card, Money } from '../../shared/ui/surfaces.tsx'
import { actionText } from '../kit/action-texts.ts'
import { entryText } from '../kit/entry-texts.ts'
import { SubjectLink } from '../kit/subject-link.tsx'
import { accountText } from './report-texts.ts'

/**
 * `lines`, `bonuses` and `grossRevenue` are cards of the screen. Every other part must be a table, or this does not
 * compile.
 */
type TablePart = Exclude<ReportPart, 'lines' | 'bonuses' | 'grossRevenue'>
type AccountFigure = Exclude<keyof DayReport['accounts'][number], 'account'>

const ACCOUNT_FIGURES: { readonly [figure in AccountFigure]: string } = {
  opening: 'Opening',
  in: 'In',
  out: 'Out',
  closing: 'Closing',
}

const TABLES: { readonly [part in TablePart]: (report: DayReport) => ReactNode } = {
  accounts: ({ accounts }) => (
    <Table
      title="Accounts"
      note="All closing balances sum to zero, so money held at a provider is negative and deposits count as outflow there."
      columns={['Account', ...Object.values(ACCOUNT_FIGURES)]}
      rows={accounts.map(({ account, ...figures }) => [
        account,
        accountText(account),
        ...(Object.keys(ACCOUNT_FIGURES) as AccountFigure[]).map((figure) => (
          <Money key={figure} amount={figures[figure]} signed={figures[figure] < 0} />
        )),
      ])}
    />
  ),
  movements: ({ movements }) => (
    <Table
      title="Movements"
      columns={['What', 'From', 'To', 'Entries', 'Amount']}
      rows={movements.map(({ kind, from, to, entries, amount }) => [
        `${kind} ${from} ${to}`,
        entryText(kind),
        accountText(from),
        accountText(to),
        entries.toLocaleString('en-UG'),
        <Money key="amount" amount={amount} />,
      ])}
      texts={3}
    />
  ),
  doneAlone: ({ doneAlone }) =>
    doneAlone.length === 0 ? null : (
      <Table
        title="Without approval, above the four-eyes threshold"
        note="The amounts of one member of staff within 24 hours are added up, so a small amount can appear here."
        columns={['When', 'Who', 'What', 'Subject', 'Reason']}
        rows={doneAlone.map(({ at, by, action, subject, subjectName, reason }, no) => [
          `${at} ${no}`,
          dateTimeText(at),
          by,
          actionText(action),
          <SubjectLink key="subject" subject={subject} name={subjectName} />,
          reason,
        ])}
        texts={5}
      />
    ),
}

/** The tables of the day with each account and movement. */
export const ReportTables = ({ report }: { readonly report: DayReport }) =>
  Object.entries(TABLES).map(([part, table]) => <Fragment key={part}>{table(report)}</Fragment>)

type TableProps = {
  readonly title: string
  readonly note?: string
  readonly columns: readonly string[]
  /** Each row starts with its key. */
  readonly rows: readonly (readonly [string, ...ReactNode[]])[]
  /** The number of text columns. The others are figures. */
  readonly texts?: number
}

const CELL =
  'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:py-0.5 md:px-3 md:py-1.5 md:first:pl-0 md:last:pr-0'

function Table({ title, note, columns, rows, texts = 1 }: TableProps) {
  return (
    <Card as="section" label={title}>
      <h2 className="pb-2 text-16 font-bold">{title}</h2>
      {note !== undefined && <p className="pb-2 text-12 text-muted">{note}</p>}
      {rows.length === 0 ? (
        <p className="text-14 text-muted">No entries on this day.</p>
      ) : (
        <div className="md:overflow-x-auto">
          <table role="table" className="w-full text-14 tabular max-md:block">
            <thead role="rowgroup" className="max-md:sr-only">
              <tr role="row">
                {columns.map((column, at) => (
                  <th
                    key={column}
                    role="columnheader"
                    scope="col"
                    className={classes(
                      'px-3 py-1 text-12 font-bold whitespace-nowrap text-muted first:pl-0 last:pr-0',
                      at < texts ? 'text-left' : 'text-right',
                    )}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup" className="max-md:block">
              {rows.map(([key, ...cells]) => (
                <tr key={key} role="row" className="border-t border-line max-md:block max-md:py-2">
                  {cells.map((cell, at) => (
                    <td
                      key={columns[at]}
                      role="cell"
                      className={classes(
                        CELL,
                        at >= texts && 'md:text-right',
                        at === 0 && 'max-md:[&>[aria-hidden]]:hidden',
                      )}
                    >
                      <span aria-hidden="true" className="shrink-0 text-12 text-muted md:hidden">
                        {columns[at]}
                      </span>
                      <span className={classes('min-w-0 max-md:text-right', at === 0 && 'font-bold')}>{cell}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

import type { ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { type Column, type TABLE_FEATURES, valueText } from './table-columns.ts'

type TableRowsProps<Row extends object> = {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Additional details below a row. */
  readonly detail?: (row: Row) => ReactNode
  /** The buttons of a row. */
  readonly actions?: (row: Row) => ReactNode
  /** Smaller buttons on a laptop, to leave room for the columns. */
  readonly manyActions?: true
  readonly table: ReactTable<typeof TABLE_FEATURES, Row>
  readonly isStale: boolean
}

const CELL = 'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:py-0.5 md:px-2 md:py-1.5'
// The styles apply only to the buttons of a row, not to the buttons of a dialog that a row opens.
const BUTTONS =
  'flex flex-wrap gap-2 max-md:w-full max-md:pt-1 md:flex-nowrap md:gap-1 md:whitespace-nowrap md:[&>a]:min-h-8 md:[&>a]:px-2 md:[&>button]:min-h-8 md:[&>button]:px-2'
const MANY_BUTTONS =
  'md:max-[1439px]:[&>a]:px-1.5! md:max-[1439px]:[&>a]:text-12! md:max-[1439px]:[&>button]:px-1.5! md:max-[1439px]:[&>button]:text-12!'
const CLOSE_COLUMNS = 'md:max-[1439px]:[&_td]:px-1.5! md:max-[1439px]:[&_th]:px-1.5!'
/** The buttons stay visible if the columns need to scroll. */
const STICKY = 'md:sticky md:right-0 md:bg-raised'
const HEADING =
  'sticky top-0 z-10 border-b border-line bg-raised px-2 py-1 text-left text-12 font-bold whitespace-nowrap text-muted'

/** The rows of a list with their headings; on a phone, a card per row. */
export function TableRows<Row extends object>({
  name,
  columns,
  table,
  detail,
  actions,
  manyActions,
  isStale,
}: TableRowsProps<Row>) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <div
      role="region"
      aria-label={`Table of ${name}`}
      tabIndex={0}
      className={classes(
        'rounded-card border border-line bg-raised md:max-h-[calc(var(--screen)*0.66)] md:overflow-auto',
        isStale && 'opacity-50',
      )}
    >
      <table role="table" className={classes('w-full text-14 tabular max-md:block', manyActions && CLOSE_COLUMNS)}>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {table.getHeaderGroups().flatMap(({ headers }) =>
              headers.map(({ column }) => {
                const order = column.getIsSorted()
                return (
                  <th
                    key={column.id}
                    role="columnheader"
                    scope="col"
                    {...(order ? { 'aria-sort': order === 'desc' ? 'descending' : 'ascending' } : {})}
                    className={classes(HEADING, byId.get(column.id)?.align === 'end' && 'text-right')}
                  >
                    {column.getCanSort() ? (
                      <SortButton order={order} onPress={() => column.toggleSorting()}>
                        {byId.get(column.id)?.title}
                      </SortButton>
                    ) : (
                      byId.get(column.id)?.title
                    )}
                  </th>
                )
              }),
            )}
            {actions && (
              <th role="columnheader" scope="col" className={classes(HEADING, STICKY)}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr
                role="row"
                className={classes(
                  'border-line max-md:block max-md:px-3 max-md:py-2',
                  detail ? 'max-md:pb-0' : 'border-b last:border-b-0',
                )}
              >
                {row.getVisibleCells().map(({ column: { id } }) => (
                  <td
                    key={id}
                    role="cell"
                    className={classes(
                      CELL,
                      byId.get(id)?.align === 'end' && 'md:text-right',
                      // On a phone, the first column is the heading of the card.
                      'max-md:first:pb-1 max-md:first:text-16 max-md:first:font-bold max-md:first:[&>[aria-hidden]]:hidden max-md:first:[&>span]:text-left',
                    )}
                  >
                    <span aria-hidden="true" className="shrink-0 text-12 text-muted md:hidden">
                      {byId.get(id)?.title}
                    </span>
                    <span className="min-w-0 max-md:text-right">{cellOf(byId.get(id), row.original)}</span>
                  </td>
                ))}
                {actions && (
                  <td role="cell" className={classes(CELL, STICKY)}>
                    <div className={classes(BUTTONS, manyActions && MANY_BUTTONS)}>{actions(row.original)}</div>
                  </td>
                )}
              </tr>
              {detail && (
                <tr role="row" className="border-b border-line last:border-b-0 max-md:block">
                  <td
                    role="cell"
                    colSpan={row.getVisibleCells().length + (actions ? 1 : 0)}
                    className="px-3 pb-2 max-md:block md:px-2"
                  >
                    {detail(row.original)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SortButtonProps = {
  readonly order: 'asc' | 'desc' | false
  readonly onPress: () => void
  readonly children: ReactNode
}

/** An unsorted column has no arrow, and no space is reserved for it. */
function SortButton({ order, onPress, children }: SortButtonProps) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-8 cursor-pointer items-center gap-1 hover:underline"
    >
      {children}
      {order !== false && <Arrow className="size-4" />}
    </button>
  )
}

function cellOf<Row>(column: Column<Row> | undefined, row: Row): ReactNode {
  if (column === undefined) return null
  if (column.cell !== undefined) return column.cell(row)
  const value = column.value(row)
  const isShort = value instanceof Date || typeof value === 'number'
  return isShort ? <span className="whitespace-nowrap">{valueText(value)}</span> : valueText(value)
}

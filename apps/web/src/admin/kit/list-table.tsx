import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactTable, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { NothingHere } from './nothing-here.tsx'
import { type NumberedPage, Pager } from './pager.tsx'
import {
  canSort,
  type Column,
  columnDefs,
  readSorting,
  readVisibility,
  storeVisibility,
  TABLE_FEATURES,
  writeSorting,
} from './table-columns.ts'
import { ColumnMenu, CsvButton, SortSelect, type TableExport } from './table-tools.tsx'
import type { ListParams } from './use-list-params.ts'

type ListTableProps<Row> = {
  /** The key of the stored column choice, also read by screen readers: "users". */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly query: UseQueryResult<NumberedPage<Row>>
  readonly rowKey: (row: Row) => string
  readonly params: ListParams
  readonly empty: { readonly title: string; readonly text?: string }
  readonly failure?: { readonly title: string; readonly text?: string }
  /** The buttons of a row. */
  readonly actions?: (row: Row) => ReactNode
  /** Smaller buttons on a laptop, to leave room for the columns. */
  readonly manyActions?: true
  readonly csv?: TableExport<Row>
  /** All rows are loaded. */
  readonly isComplete?: boolean
  /** The operation accepts `pageSize`. */
  readonly hasSizes?: true
}

const NO_ROWS: readonly never[] = []

/**
 * The table of the console: dense rows with a sticky header, and cards on a phone. Sorting, filters and page are in
 * the address; the column choice is stored in this browser.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { name, columns, query, rowKey, params, empty, failure, csv, isComplete, hasSizes } = props
  const [visibility, setVisibility] = useState(() => visibleByDefault(columns))
  // The server cannot read this browser's column choice.
  useEffect(() => setVisibility(readVisibility(name, columns)), [name, columns])
  const isAllLoaded = query.data?.page === 1 && !query.data.hasMore
  const definitions = useMemo(() => columnDefs(columns, isAllLoaded), [columns, isAllLoaded])
  const sort = params.get('sort')
  const table = useTable({
    features: TABLE_FEATURES,
    columns: definitions,
    data: query.data?.items ?? NO_ROWS,
    getRowId: rowKey,
    manualSorting: !isAllLoaded || columns.some(({ sorts }) => sorts),
    sortDescFirst: true,
    state: { sorting: readSorting(sort), columnVisibility: visibility },
    onSortingChange: (update) =>
      params.set({ sort: writeSorting(typeof update === 'function' ? update(readSorting(sort)) : update) }),
    onColumnVisibilityChange(update) {
      const next = typeof update === 'function' ? update(visibility) : update
      storeVisibility(name, next)
      setVisibility(next)
    },
  })
  const choices = table.getAllLeafColumns().map((column) => ({
    id: column.id,
    title: columns.find(({ id }) => id === column.id)?.title ?? column.id,
    isVisible: column.getIsVisible(),
    canHide: column.getCanHide(),
  }))
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <Loaded query={query} what={name} skeleton={<SkeletonRows />} {...(failure ? { failure } : {})}>
        {(page) =>
          page.items.length === 0 ? (
            <NothingHere page={page.page} onPage={params.toPage} empty={empty} />
          ) : (
            <>
              <SortSelect
                columns={columns.filter((column) => canSort(column, isAllLoaded))}
                sort={sort}
                onSort={(next) => params.set({ sort: next })}
              />
              <Rows {...props} table={table} isStale={query.isPlaceholderData} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <div className="flex flex-wrap gap-2">
                  <ColumnMenu columns={choices} onToggle={(id) => table.getColumn(id)?.toggleVisibility()} />
                  {csv && <CsvButton columns={columns} source={csv} />}
                </div>
                {!isComplete && (
                  <Pager page={page} onPage={params.toPage} {...(hasSizes ? { onSize: params.setPageSize } : {})} />
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

const visibleByDefault = <Row,>(columns: readonly Column<Row>[]): Record<string, boolean> =>
  Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden !== true]))

type RowsProps<Row extends object> = Pick<ListTableProps<Row>, 'name' | 'columns' | 'actions' | 'manyActions'> & {
  readonly table: ReactTable<typeof TABLE_FEATURES, Row>
  readonly isStale: boolean
}

const CELL = 'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:py-0.5 md:px-2 md:py-1.5'
// Only the row's buttons, not those of a dialog that it opens.
const BUTTONS =
  'flex flex-wrap gap-2 max-md:w-full max-md:pt-1 md:flex-nowrap md:gap-1 md:whitespace-nowrap md:[&>a]:min-h-8 md:[&>a]:px-2 md:[&>button]:min-h-8 md:[&>button]:px-2'
const MANY_BUTTONS =
  'md:max-[1439px]:[&>a]:px-1.5! md:max-[1439px]:[&>a]:text-12! md:max-[1439px]:[&>button]:px-1.5! md:max-[1439px]:[&>button]:text-12!'
const CLOSE_COLUMNS = 'md:max-[1439px]:[&_td]:px-1.5! md:max-[1439px]:[&_th]:px-1.5!'
/** The buttons stay visible if the columns need to scroll. */
const IN_SIGHT = 'md:sticky md:right-0 md:bg-raised'
const HEADING =
  'sticky top-0 z-10 border-b border-line bg-raised px-2 py-1 text-left text-12 font-bold whitespace-nowrap text-muted'

function Rows<Row extends object>({ name, columns, table, actions, manyActions, isStale }: RowsProps<Row>) {
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
              <th role="columnheader" scope="col" className={classes(HEADING, IN_SIGHT)}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              className="border-b border-line last:border-b-0 max-md:block max-md:px-3 max-md:py-2"
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
                  <span className="min-w-0 max-md:text-right">{byId.get(id)?.cell(row.original)}</span>
                </td>
              ))}
              {actions && (
                <td role="cell" className={classes(CELL, IN_SIGHT)}>
                  <div className={classes(BUTTONS, manyActions && MANY_BUTTONS)}>{actions(row.original)}</div>
                </td>
              )}
            </tr>
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

function SortButton({ order, onPress, children }: SortButtonProps) {
  const Arrow = order === 'desc' ? ArrowDown : order === 'asc' ? ArrowUp : ArrowUpDown
  return (
    <button type="button" onClick={onPress} className="inline-flex min-h-8 items-center gap-1">
      {children}
      <Arrow className="size-4" />
    </button>
  )
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: 10 }, (_, at) => (
      <Skeleton key={at} look="h-9 w-full" />
    ))}
  </div>
)

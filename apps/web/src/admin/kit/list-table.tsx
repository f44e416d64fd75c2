import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactTable, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { NothingHere } from './nothing-here.tsx'
import { type NumberedPage, Pager } from './pager.tsx'
import {
  type Column,
  columnDefs,
  readSorting,
  readVisibility,
  storeVisibility,
  TABLE_FEATURES,
  valueText,
  writeSorting,
} from './table-columns.ts'
import { ColumnMenu, CsvButton, type FetchPage, SortSelect } from './table-tools.tsx'
import type { ListParams } from './use-list-params.ts'

const NO_SORTS: readonly string[] = []

type TableProps<Row> = {
  /** The key of the stored column choice, also read by screen readers: "users". */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** The columns that the operation sorts by. By the others, the browser sorts a list that is loaded in full. */
  readonly sorts: readonly string[]
  readonly rowKey: (row: Row) => string
  readonly params: ListParams
  readonly empty: { readonly title: string; readonly text?: string }
  /** The filtered rows for the CSV file. `elsewhere`: the screen has its own export. */
  readonly csv: { readonly fileName: string; readonly fetchPage: FetchPage<Row> } | 'elsewhere'
  /** More about a row, below it. */
  readonly detail?: (row: Row) => ReactNode
  /** The buttons of a row. */
  readonly actions?: (row: Row) => ReactNode
  /** Smaller buttons on a laptop, to leave room for the columns. */
  readonly manyActions?: true
  /** No pages, because all rows are loaded. */
  readonly isComplete?: boolean
  /** The operation accepts `pageSize`. */
  readonly hasSizes?: true
}

type ListTableProps<Row> = TableProps<Row> & {
  readonly query: UseQueryResult<NumberedPage<Row>>
  readonly failure?: { readonly title: string; readonly text?: string }
}

/** The table of a list of the server, see `PageTable`. */
export const ListTable = <Row extends object>({ query, failure, ...table }: ListTableProps<Row>) => (
  <Loaded query={query} what={table.name} skeleton={<SkeletonRows />} {...(failure ? { failure } : {})}>
    {(page) => <PageTable {...table} page={page} isStale={query.isPlaceholderData} />}
  </Loaded>
)

type RowTableProps<Row> = Omit<TableProps<Row>, 'csv' | 'sorts' | 'isComplete' | 'hasSizes'> & {
  readonly rows: readonly Row[]
  /** The name of the CSV file without extension; null if the screen has its own export. */
  readonly fileName: string | null
}

/** The table of rows that are all loaded. */
export function RowTable<Row extends object>({ rows, fileName, ...table }: RowTableProps<Row>) {
  const page = { items: rows, page: 1, pageSize: rows.length, total: rows.length, hasMore: false }
  const csv = fileName === null ? 'elsewhere' : { fileName, fetchPage: () => Promise.resolve(page) }
  return <PageTable {...table} page={page} sorts={NO_SORTS} isComplete csv={csv} />
}

type PageTableProps<Row> = TableProps<Row> & {
  readonly page: NumberedPage<Row>
  readonly isStale?: boolean
}

/**
 * The table of the console: dense rows with a sticky header, and cards on a phone. Every table sorts, exports what is
 * filtered, and lets staff choose its columns. Sorting, filters and page are in the address; the column choice is stored
 * in this browser.
 */
function PageTable<Row extends object>(props: PageTableProps<Row>) {
  const { name, columns, sorts, page, rowKey, params, empty, csv, isComplete, hasSizes, isStale = false } = props
  const [visibility, setVisibility] = useState(() => visibleByDefault(columns))
  // The server cannot read this browser's column choice.
  useEffect(() => setVisibility(readVisibility(name, columns)), [name, columns])
  const isAllLoaded = page.page === 1 && !page.hasMore
  const canSort = (id: string) => isAllLoaded || sorts.includes(id)
  const definitions = useMemo(
    () => columnDefs(columns, (id) => isAllLoaded || sorts.includes(id)),
    [columns, sorts, isAllLoaded],
  )
  const sorting = readSorting(params.get('sort')).filter(({ id }) => canSort(id))
  const sort = writeSorting(sorting)
  const table = useTable({
    features: TABLE_FEATURES,
    columns: definitions,
    data: page.items,
    getRowId: rowKey,
    manualSorting: !isAllLoaded,
    sortDescFirst: true,
    state: { sorting, columnVisibility: visibility },
    onSortingChange: (update) =>
      params.set({ sort: writeSorting(typeof update === 'function' ? update(sorting) : update) }),
    onColumnVisibilityChange(update) {
      const next = typeof update === 'function' ? update(visibility) : update
      storeVisibility(name, next)
      setVisibility(next)
    },
  })
  if (page.items.length === 0) return <NothingHere page={page.page} onPage={params.toPage} empty={empty} />
  const choices = table.getAllLeafColumns().map((column) => ({
    id: column.id,
    title: columns.find(({ id }) => id === column.id)?.title ?? column.id,
    isVisible: column.getIsVisible(),
    canHide: column.getCanHide(),
  }))
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <SortSelect
        columns={columns.filter(({ id }) => canSort(id))}
        sort={sort}
        onSort={(next) => params.set({ sort: next })}
      />
      <Rows {...props} table={table} isStale={isStale} />
      {page.isTotalCapped && sort !== '' && !sort.endsWith('date') && (
        <p className="text-12 text-muted">
          {`Sorted among the newest ${page.total?.toLocaleString('en-UG') ?? ''}. Narrow the filters to sort others.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <ColumnMenu columns={choices} onToggle={(id) => table.getColumn(id)?.toggleVisibility()} />
          {csv !== 'elsewhere' && <CsvButton columns={columns} sort={sort} {...csv} />}
        </div>
        {!isComplete && (
          <Pager name={name} page={page} onPage={params.toPage} {...(hasSizes ? { onSize: params.setPageSize } : {})} />
        )}
      </div>
    </section>
  )
}

const visibleByDefault = <Row,>(columns: readonly Column<Row>[]): Record<string, boolean> =>
  Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden !== true]))

type RowsProps<Row extends object> = Pick<
  TableProps<Row>,
  'name' | 'columns' | 'detail' | 'actions' | 'manyActions'
> & {
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

function Rows<Row extends object>({ name, columns, table, detail, actions, manyActions, isStale }: RowsProps<Row>) {
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
                  <td role="cell" className={classes(CELL, IN_SIGHT)}>
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

/** The arrow of an unsorted column needs no room. */
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
  return column.cell === undefined ? valueText(column.value(row)) : column.cell(row)
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: 10 }, (_, at) => (
      <Skeleton key={at} look="h-9 w-full" />
    ))}
  </div>
)

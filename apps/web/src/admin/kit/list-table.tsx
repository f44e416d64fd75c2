import type { UseQueryResult } from '@tanstack/react-query'
import { type RowSelectionState, useTable } from '@tanstack/react-table'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ConsoleList } from '@mupiira/domain/access/console-lists.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { ExportButtons, type ListExport } from './export-button.tsx'
import { EmptyPage } from './empty-page.tsx'
import { FilterBar } from './filters.tsx'
import { BulkBar, type BulkAction } from './bulk-bar.tsx'
import { useDensity } from './density.ts'
import { type NumberedPage, Pager } from './pager.tsx'
import { SavedFilters } from './saved-filters.tsx'
import {
  type Column,
  columnDefs,
  readSorting,
  readVisibility,
  storeVisibility,
  TABLE_FEATURES,
  writeSorting,
} from './table-columns.ts'
import { TableRows } from './table-rows.tsx'
import { ColumnMenu, CsvButton, SortSelect } from './table-tools.tsx'
import type { ListParams } from './use-list-params.ts'

const NO_SORTS: readonly never[] = []

type TableProps<Row, Sort extends string> = {
  /** Names the list for screen readers, and is the key of the stored column choice: "users". */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** The columns that the server can sort by. If all rows are loaded, the browser sorts by the other columns. */
  readonly sorts: readonly Sort[]
  readonly rowKey: (row: Row) => string
  readonly params: ListParams
  readonly empty: { readonly title: string; readonly text?: string }
  /**
   * The export of the filtered rows, or the name of the file that the browser creates from a list whose rows are all
   * loaded. `elsewhere`: the screen or another list exports the rows.
   */
  readonly file: ListExport | { readonly fileName: string } | 'elsewhere'
  /** Additional details below a row. */
  readonly detail?: (row: Row) => ReactNode
  readonly actions?: (row: Row) => ReactNode
  /** True if all rows are loaded, so the list has no pages. */
  readonly isComplete?: boolean
  /** True if the operation accepts `pageSize`. */
  readonly hasPageSizes?: true
  /** Actions on selected rows. Without any, rows have no checkboxes. */
  readonly bulk?: readonly BulkAction<Row>[]
}

type ListTableProps<Row, Sort extends string> = TableProps<Row, Sort> & {
  readonly query: UseQueryResult<NumberedPage<Row>>
  readonly failure?: { readonly title: string; readonly text?: string }
  readonly search?: ReactNode
  readonly filters?: ReactNode
  /** The list whose filters staff can save. */
  readonly saves?: ConsoleList
}

const UNLOADED: NumberedPage<never> = { items: [], page: 1, pageSize: 10, total: null, hasMore: true }

/** The table of a list that the server pages, below its filters. See `PageTable`. */
export function ListTable<Row extends object, Sort extends string>(props: ListTableProps<Row, Sort>) {
  const { query, failure, search, filters, saves, ...table } = props
  const hasBar = search !== undefined || filters !== undefined || saves !== undefined
  const sort = <PhoneSort {...table} page={query.data ?? UNLOADED} />
  return (
    <>
      {hasBar && (
        <FilterBar params={table.params} search={search} sort={sort}>
          <div className="contents">{filters}</div>
          <div className="contents">{saves !== undefined && <SavedFilters list={saves} />}</div>
        </FilterBar>
      )}
      <Loaded query={query} what={table.name} skeleton={<SkeletonRows />} {...(failure ? { failure } : {})}>
        {(page) => (
          <PageTable {...table} page={page} isStale={query.isPlaceholderData} phoneSort={hasBar ? null : sort} />
        )}
      </Loaded>
    </>
  )
}

type RowTableProps<Row> = Omit<TableProps<Row, never>, 'file' | 'sorts' | 'isComplete' | 'hasPageSizes'> & {
  readonly rows: readonly Row[]
  /** The name of the CSV file without extension; null if the screen has its own export. */
  readonly fileName: string | null
  /** The export of the rows by the server, instead of the CSV file. */
  readonly file?: ListExport
}

export function RowTable<Row extends object>({ rows, fileName, file, ...table }: RowTableProps<Row>) {
  const page = { items: rows, page: 1, pageSize: rows.length, total: rows.length, hasMore: false }
  const sort = <PhoneSort {...table} page={page} sorts={NO_SORTS} />
  const exported = file ?? (fileName === null ? 'elsewhere' : { fileName })
  return <PageTable {...table} page={page} sorts={NO_SORTS} isComplete file={exported} phoneSort={sort} />
}

type PhoneSortProps<Row, Sort extends string> = Pick<TableProps<Row, Sort>, 'columns' | 'sorts' | 'params'> & {
  readonly page: NumberedPage<unknown>
}

const isAllLoaded = ({ page, hasMore }: NumberedPage<unknown>): boolean => page === 1 && !hasMore

/** Only complete lists can be sorted by every column. */
const canSortBy = (id: string, page: NumberedPage<unknown>, sorts: readonly string[]): boolean =>
  isAllLoaded(page) || sorts.includes(id)

function PhoneSort<Row, Sort extends string>({ columns, sorts, params, page }: PhoneSortProps<Row, Sort>) {
  const sortable = columns.filter(({ id }) => canSortBy(id, page, sorts))
  const sort = params.get('sort')
  return (
    <SortSelect
      columns={sortable}
      sort={sortable.some(({ id }) => id === sort.replace(/^-/, '')) ? sort : ''}
      onSort={(next) => params.set({ sort: next })}
    />
  )
}

type PageTableProps<Row, Sort extends string> = TableProps<Row, Sort> & {
  readonly page: NumberedPage<Row>
  readonly isStale?: boolean
  /** The choice of the order on phones, for a table without filters. */
  readonly phoneSort: ReactNode
}

/**
 * The table of the console: dense rows with a sticky header, and rows of two lines on a phone. Every table sorts,
 * exports the filtered rows, and lets staff choose its columns. Sorting, filters and page are in the address; the
 * column choice is stored in this browser.
 */
function PageTable<Row extends object, Sort extends string>(props: PageTableProps<Row, Sort>) {
  const {
    name,
    columns,
    sorts,
    page,
    rowKey,
    params,
    empty,
    file,
    isComplete,
    hasPageSizes,
    bulk = [],
    isStale = false,
  } = props
  const [visibility, setVisibility] = useState(() => visibleByDefault(columns))
  const [density, chooseDensity] = useDensity()
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  // The server cannot read this browser's column choice.
  useEffect(() => setVisibility(readVisibility(name, columns)), [name, columns])
  const isFullyLoaded = isAllLoaded(page)
  const definitions = useMemo(() => columnDefs(columns, (id) => canSortBy(id, page, sorts)), [columns, sorts, page])
  const sorting = readSorting(params.get('sort')).filter(({ id }) => canSortBy(id, page, sorts))
  const sort = writeSorting(sorting)
  const table = useTable({
    features: TABLE_FEATURES,
    columns: definitions,
    data: page.items,
    getRowId: rowKey,
    manualSorting: !isFullyLoaded,
    sortDescFirst: true,
    state: { sorting, columnVisibility: visibility, rowSelection },
    enableRowSelection: bulk.length > 0,
    onRowSelectionChange: setRowSelection,
    onSortingChange: (update) =>
      params.set({ sort: writeSorting(typeof update === 'function' ? update(sorting) : update) }),
    onColumnVisibilityChange(update) {
      const next = typeof update === 'function' ? update(visibility) : update
      storeVisibility(name, next)
      setVisibility(next)
    },
  })
  // A row that left the page is no longer selected.
  const selected = bulk.length === 0 ? [] : page.items.filter((row) => rowSelection[rowKey(row)])
  if (page.items.length === 0) return <EmptyPage page={page.page} onPage={params.toPage} empty={empty} />
  const choices = table.getAllLeafColumns().map((column) => ({
    id: column.id,
    title: columns.find(({ id }) => id === column.id)?.title ?? column.id,
    isVisible: column.getIsVisible(),
    canHide: column.getCanHide(),
  }))
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <TableRows {...props} table={table} isStale={isStale} isSelectable={bulk.length > 0} density={density} />
      {selected.length > 0 && <BulkBar rows={selected} actions={bulk} onClear={() => setRowSelection({})} />}
      {page.isTotalCapped && sort !== '' && !sort.endsWith('date') && (
        <p className="text-12 text-muted">
          {`Only the newest ${page.total?.toLocaleString('en-UG') ?? ''} rows are sorted. Narrow the filters to sort other rows.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap gap-2 md:[&>button]:min-h-9">
          {props.phoneSort}
          <ColumnMenu
            columns={choices}
            onToggle={(id) => table.getColumn(id)?.toggleVisibility()}
            density={density}
            onDensity={chooseDensity}
          />
          {file !== 'elsewhere' && 'path' in file && (
            <ExportButtons {...file} query={{ ...file.query, ...params.sortBy(sorts) }} />
          )}
          {file !== 'elsewhere' && 'fileName' in file && (
            <CsvButton {...file} columns={columns} rows={page.items} sort={sort} />
          )}
        </div>
        {!isComplete && (
          <Pager
            name={name}
            page={page}
            onPage={params.toPage}
            {...(hasPageSizes ? { onSize: params.setPageSize } : {})}
          />
        )}
      </div>
    </section>
  )
}

const visibleByDefault = <Row,>(columns: readonly Column<Row>[]): Record<string, boolean> =>
  Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden !== true]))

const SkeletonRows = () => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: 10 }, (_, at) => (
      <Skeleton key={at} className="h-9 w-full" />
    ))}
  </div>
)

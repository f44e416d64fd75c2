import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { nextSort, shownColumns, type Column } from './columns.ts'
import { NothingHere } from './nothing-here.tsx'
import { Pager } from './pager.tsx'
import { ColumnChoice, TableTools, useChosenColumns } from './table-tools.tsx'
import type { ListParams } from './use-list-params.ts'

export type NumberedPage<Row> = {
  readonly items: readonly Row[]
  readonly page: number
  readonly pageSize: number
  readonly total: number | null
  readonly hasMore: boolean
}

type ListTableProps<Row> = {
  /** Under which this browser keeps its columns; also what is read: "users". */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly query: UseQueryResult<NumberedPage<Row>>
  readonly rowKey: (row: Row) => string
  readonly params: ListParams
  readonly empty: { readonly title: string; readonly text?: string }
  readonly failure?: { readonly title: string; readonly text?: string }
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode
  /** So many that they leave the columns too little room on a laptop: they are smaller there. */
  readonly manyActions?: true
  readonly csv?: { readonly href: string; readonly text: string } | undefined
  /** Instead of the pages: everything that was asked for is here. */
  readonly isWhole?: boolean
}

/**
 * The console's table: a sticky header over dense rows; on a phone each row is a card with its columns' names. Sorting,
 * filters and the page are in the address.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { name, columns, query, params, empty, failure, csv, isWhole } = props
  const [chosen, choose] = useChosenColumns(name)
  const shown = shownColumns(columns, chosen)
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <TableTools columns={columns} csv={csv} params={params} />
      <Loaded query={query} what={name} skeleton={<SkeletonRows />} {...(failure ? { failure } : {})}>
        {(page) =>
          page.items.length === 0 ? (
            <NothingHere page={page.page} onPage={params.toPage} empty={empty} />
          ) : (
            <>
              <Rows {...props} columns={shown} rows={page.items} isStale={query.isPlaceholderData} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <ColumnChoice columns={columns} chosen={chosen} onChoose={choose} />
                {!isWhole && <Pager page={page} onPage={params.toPage} />}
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

type RowsProps<Row> = Pick<
  ListTableProps<Row>,
  'name' | 'columns' | 'rowKey' | 'params' | 'actions' | 'manyActions'
> & {
  readonly rows: readonly Row[]
  readonly isStale: boolean
}

const CELL = 'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:py-0.5 md:px-2 md:py-1.5'
// Of the row alone: a dialog that one of them opens has buttons of its own.
const BUTTONS =
  'flex flex-wrap gap-2 max-md:w-full max-md:pt-1 md:flex-nowrap md:gap-1 md:whitespace-nowrap md:[&>a]:min-h-8 md:[&>a]:px-2 md:[&>button]:min-h-8 md:[&>button]:px-2'
const MANY_BUTTONS =
  'md:max-[1439px]:[&>a]:px-1.5! md:max-[1439px]:[&>a]:text-12! md:max-[1439px]:[&>button]:px-1.5! md:max-[1439px]:[&>button]:text-12!'
const CLOSE_COLUMNS = 'md:max-[1439px]:[&_td]:px-1.5! md:max-[1439px]:[&_th]:px-1.5!'
/** What can be done with a row stays in sight where its columns need more room than there is. */
const IN_SIGHT = 'md:sticky md:right-0 md:bg-raised'

function Rows<Row>({ name, columns, rows, rowKey, params, actions, manyActions, isStale }: RowsProps<Row>) {
  const sort = params.get('sort')
  return (
    <div
      role="region"
      aria-label={`Table of ${name}`}
      tabIndex={0}
      className={classes(
        'rounded-card border border-line bg-raised md:max-h-[66dvh] md:overflow-auto',
        isStale && 'opacity-50',
      )}
    >
      <table role="table" className={classes('w-full text-14 tabular max-md:block', manyActions && CLOSE_COLUMNS)}>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={(next) => params.set({ sort: next })} />
            ))}
            {actions && (
              <th role="columnheader" scope="col" className={classes(HEADING, IN_SIGHT)}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-b border-line last:border-b-0 max-md:block max-md:px-3 max-md:py-2"
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  className={classes(
                    CELL,
                    column.align === 'end' && 'md:text-right',
                    // On a phone the first column is the card's heading.
                    'max-md:first:pb-1 max-md:first:text-16 max-md:first:font-bold max-md:first:[&>[aria-hidden]]:hidden max-md:first:[&>span]:text-left',
                  )}
                >
                  <span aria-hidden="true" className="shrink-0 text-12 text-muted md:hidden">
                    {column.title}
                  </span>
                  <span className="min-w-0 max-md:text-right">{column.cell(row)}</span>
                </td>
              ))}
              {actions && (
                <td role="cell" className={classes(CELL, IN_SIGHT)}>
                  <div className={classes(BUTTONS, manyActions && MANY_BUTTONS)}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HEADING =
  'sticky top-0 z-10 border-b border-line bg-raised px-2 py-1 text-left text-12 font-bold whitespace-nowrap text-muted'

type HeadingProps<Row> = {
  readonly column: Column<Row>
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function Heading<Row>({ column: { id, title, sorts, align }, sort, onSort }: HeadingProps<Row>) {
  const way = sort === `-${id}` ? 'descending' : sort === id ? 'ascending' : undefined
  const Arrow = way === 'descending' ? ArrowDown : way === 'ascending' ? ArrowUp : ArrowUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      {...(way ? { 'aria-sort': way } : {})}
      className={classes(HEADING, align === 'end' && 'text-right')}
    >
      {sorts ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, id))}
          className="inline-flex min-h-8 items-center gap-1"
        >
          {title}
          <Arrow className="size-4" />
        </button>
      ) : (
        title
      )}
    </th>
  )
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: 10 }, (_, at) => (
      <Skeleton key={at} look="h-9 w-full" />
    ))}
  </div>
)

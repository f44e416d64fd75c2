import type { ColumnDef } from '@tanstack/react-table'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  type SortingState,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { deviceStorage } from '../../shared/storage.ts'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The cell of a CSV export. Columns without it are not exported. */
  readonly csv?: (row: Row) => string | number | null
  /** The server sorts by this column (`sort`). */
  readonly sorts?: true
  /** The browser sorts by this value if all matching rows are loaded. */
  readonly sortBy?: (row: Row) => string | number
  readonly align?: 'end'
  /** Hidden by default. */
  readonly hidden?: true
}

/** The server filters and pages. The table stores the visible columns and sorts complete lists. */
export const TABLE_FEATURES = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})
type Features = typeof TABLE_FEATURES

/** `isComplete`: all matching rows are loaded. */
export const columnDefs = <Row extends object>(
  columns: readonly Column<Row>[],
  isComplete: boolean,
): ColumnDef<Features, Row>[] =>
  columns.map(({ id, title, sorts, sortBy }, at) => ({
    id,
    header: title,
    accessorFn: (row) => sortBy?.(row) ?? '',
    sortFn: 'basic',
    enableSorting: canSort({ sorts, sortBy }, isComplete),
    // The first column names the row.
    enableHiding: at > 0,
  }))

export const canSort = <Row>({ sorts, sortBy }: Pick<Column<Row>, 'sorts' | 'sortBy'>, isComplete: boolean): boolean =>
  sorts === true || (sortBy !== undefined && isComplete)

type Visibility = Record<string, boolean>

const storageKey = (table: string): string => `mupiira.console.columns.${table}`

/** The visible columns of a table in this browser. New columns use their default. */
export function readVisibility(table: string, columns: readonly Column<never>[]): Visibility {
  const stored = deviceStorage.read(storageKey(table))
  const chosen = stored === null || stored === '' ? null : stored.split(',')
  return Object.fromEntries(
    columns.map(({ id, hidden }, at) => [id, at === 0 || (chosen === null ? hidden !== true : chosen.includes(id))]),
  )
}

export const storeVisibility = (table: string, visibility: Visibility): void =>
  deviceStorage.write(
    storageKey(table),
    Object.keys(visibility)
      .filter((id) => visibility[id])
      .join(','),
  )

/** Parses `sort=balance` or descending `sort=-balance`. */
export const readSorting = (sort: string): SortingState =>
  sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]

export const writeSorting = ([first]: SortingState): string =>
  first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`

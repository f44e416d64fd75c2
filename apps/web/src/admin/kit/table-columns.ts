import type { ColumnDef } from '@tanstack/react-table'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  type SortingState,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import { deviceStorage } from '../../shared/storage.ts'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  /** The value for sorting and CSV exports, and the cell by default. */
  readonly value: (row: Row) => CellValue
  readonly cell?: (row: Row) => ReactNode
  readonly align?: 'end'
  /** True if the column is hidden by default. */
  readonly hidden?: true
  /**
   * The position in a row on a phone, which has two lines. The first column starts the first line, and `aside` ends it.
   * `below` starts the second line (at most two columns), and `below-end` ends it. A tap on the row shows the other
   * columns.
   */
  readonly phone?: 'aside' | 'below' | 'below-end'
}

export type CellValue = string | number | Date | null

/** A value as text. Times are in Kampala time. */
export const valueText = (value: CellValue): string =>
  value instanceof Date ? formatDateTime(value) : String(value ?? '')

/** A cell value in the form that is compared when sorting. */
export const sortValue = (value: CellValue): string | number =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? value.toLowerCase() : (value ?? '')

/** The server filters and pages. The table stores the visible columns and sorts complete lists. */
export const TABLE_FEATURES = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})
type Features = typeof TABLE_FEATURES

/** The column definitions of a table. `canSort` says by which columns the table can be sorted. */
export const columnDefs = <Row extends object>(
  columns: readonly Column<Row>[],
  canSort: (id: string) => boolean,
): ColumnDef<Features, Row>[] =>
  columns.map(({ id, title, value }, at) => ({
    id,
    header: title,
    accessorFn: (row) => sortValue(value(row)),
    sortFn: 'basic',
    enableSorting: canSort(id),
    // The first column identifies the row, so it cannot be hidden.
    enableHiding: at > 0,
  }))

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

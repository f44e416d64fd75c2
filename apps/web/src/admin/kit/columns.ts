import type { ReactNode } from 'react'
import { deviceStorage } from '../../shared/storage.ts'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The operation takes it as `sort`. */
  readonly sorts?: true
  readonly align?: 'end'
  /** Not there before somebody asks for it. */
  readonly hidden?: true
}

const keyOf = (table: string): string => `mupiira.console.columns.${table}`

/** The columns that this browser shows of a table; null: the ones that the table begins with. */
export function readChosen(table: string): readonly string[] | null {
  const kept = deviceStorage.read(keyOf(table))
  return kept === null || kept === '' ? null : kept.split(',')
}

export const keepChosen = (table: string, ids: readonly string[]): void =>
  deviceStorage.write(keyOf(table), ids.join(','))

/** The columns to show, in the table's order; the first one always is. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly Column<Row>[] {
  return columns.filter(({ id, hidden }, at) => at === 0 || (chosen === null ? hidden !== true : chosen.includes(id)))
}

/** `sort=balance` or, the other way round, `sort=-balance`. The first press of a column sorts by its greatest first. */
export const nextSort = (sort: string, column: string): string =>
  sort === `-${column}` ? column : sort === column ? '' : `-${column}`

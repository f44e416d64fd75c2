import type { ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import type { Density } from './density.ts'
import { type Column, type TABLE_FEATURES, valueText } from './table-columns.ts'

type TableRowsProps<Row extends object> = {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Additional details below a row. */
  readonly detail?: (row: Row) => ReactNode
  readonly actions?: (row: Row) => ReactNode
  readonly table: ReactTable<typeof TABLE_FEATURES, Row>
  readonly isStale: boolean
  readonly isSelectable: boolean
  readonly density: Density
}

const CELL = 'md:px-2'
const CELL_HEIGHTS = { comfortable: 'md:py-1.5', compact: 'md:py-0 md:text-12' }
/** Compact rows have lower buttons, still above the smallest target of 24 pixels. */
const COMPACT_BUTTONS = 'md:[&>a]:min-h-6! md:[&>button]:min-h-6!'
/** The checkbox of a row fills a corner on a phone, beside the two lines of the row. */
const SELECT_CELL = 'max-md:absolute max-md:top-0 max-md:left-0 md:w-9'
const SELECT_LABEL = 'inline-flex size-11 items-center justify-center md:size-8'
/** The columns of a row on a phone: two for the text, one for the end of the line, one for the arrow. */
const PHONE_ROW = 'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto_44px] max-md:gap-x-3 max-md:pl-3'
const PHONE_TITLE = 'max-md:col-span-2 max-md:row-start-1 max-md:self-end max-md:pt-2 max-md:font-bold'
const PHONE_ASIDE = 'max-md:col-start-3 max-md:row-start-1 max-md:self-end max-md:pt-2 max-md:text-right'
const PHONE_BELOW = 'max-md:row-start-2 max-md:min-w-0 max-md:self-center max-md:pb-2 max-md:text-12 max-md:text-muted'
/** Cuts a long text to one line until the row is open. The padding is for the outline of a focused link. */
const PHONE_CUT = 'max-md:-m-1 max-md:block max-md:truncate max-md:p-1'
const PHONE_BELOW_END = 'max-md:col-start-3 max-md:row-start-2 max-md:justify-self-end max-md:pb-2 max-md:text-12'
/** A column that only an opened row shows, as a line with its title. */
const PHONE_LINE =
  'max-md:col-span-full max-md:mr-3 max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:border-t max-md:border-line max-md:py-1.5'
// The styles apply only to the buttons of a row, not to the buttons of a dialog that a row opens. The menu comes last,
// so it is at the same position in every row.
const BUTTONS =
  'flex flex-wrap gap-2 max-md:w-full max-md:py-1 md:flex-nowrap md:gap-1 md:whitespace-nowrap md:[&>a]:min-h-8 md:[&>a]:px-2 md:[&>button]:min-h-8 md:[&>button]:px-2 md:[&>button[aria-haspopup=menu]]:ml-auto'
/** The buttons stay visible if the columns need to scroll. */
const STICKY = 'md:sticky md:right-0 md:bg-raised'
const HEADING =
  'sticky top-0 z-10 border-b border-line bg-raised px-2 py-1 text-left text-12 font-bold whitespace-nowrap text-muted'

/** The phone classes of each visible column by id; null for a column that only an opened row shows. */
function phoneClasses<Row>(columns: readonly Column<Row>[]) {
  const below = columns.filter(({ phone }, at) => at > 0 && phone === 'below')
  return new Map(
    columns.map((column, at) => {
      if (at === 0) return [column.id, PHONE_TITLE]
      if (column.phone === 'aside') return [column.id, PHONE_ASIDE]
      if (column.phone === 'below-end') return [column.id, PHONE_BELOW_END]
      if (column.phone !== 'below') return [column.id, null]
      const span = below.length === 1 ? 'max-md:col-span-2' : ''
      return [column.id, classes(PHONE_BELOW, span, column === below[0] ? 'max-md:col-start-1' : 'max-md:col-start-2')]
    }),
  )
}

/** The rows of a list with their headings. On a phone, each row has two lines and opens to its other columns. */
export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { name, columns, table, detail, actions, isStale, isSelectable, density } = props
  const cell = classes(CELL, CELL_HEIGHTS[density])
  const [opened, setOpened] = useState<string | null>(null)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  const phoneClassById = phoneClasses(visible)
  const hasMore = detail !== undefined || actions !== undefined || [...phoneClassById.values()].includes(null)
  const toggle = (id: string) => setOpened(opened === id ? null : id)
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
      <table role="table" className="w-full text-14 tabular max-md:block">
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {isSelectable && (
              <th role="columnheader" scope="col" className={HEADING}>
                <SelectBox
                  label={`Select all rows of this page of ${name}`}
                  checked={table.getIsAllRowsSelected()}
                  isPartial={table.getIsSomeRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
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
          {table.getRowModel().rows.map((row) => {
            const isOpen = opened === row.id
            const onlyOpened = isOpen ? 'max-md:flex' : 'max-md:hidden'
            return (
              <Fragment key={row.id}>
                <tr
                  role="row"
                  onClick={(event) => isOutsideControls(event) && toggle(row.id)}
                  className={classes(
                    PHONE_ROW,
                    isSelectable && 'max-md:relative max-md:pl-11',
                    row.getIsSelected() && 'bg-tint',
                    'border-line',
                    detail ? 'max-md:border-t max-md:first:border-t-0' : 'border-b last:border-b-0',
                  )}
                >
                  {isSelectable && (
                    <td role="cell" className={SELECT_CELL}>
                      <SelectBox
                        label={`Select ${rowTitle(visible[0], row.original)}`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {visible.map((column) => {
                    const phoneClass = phoneClassById.get(column.id) ?? null
                    return (
                      <td
                        key={column.id}
                        role="cell"
                        className={classes(
                          cell,
                          // Aligns the first lines of long cells. In a row with buttons, this would move the text down.
                          actions === undefined && 'md:align-baseline',
                          column.align === 'end' && 'md:text-right',
                          phoneClass ?? classes(PHONE_LINE, onlyOpened),
                        )}
                      >
                        {phoneClass === null && (
                          <span aria-hidden="true" className="shrink-0 text-12 text-muted md:hidden">
                            {column.title}
                          </span>
                        )}
                        <span
                          className={
                            phoneClass === null
                              ? 'min-w-0 max-md:text-right'
                              : column.phone === 'below' && !isOpen
                                ? PHONE_CUT
                                : undefined
                          }
                        >
                          {cellOf(column, row.original)}
                        </span>
                      </td>
                    )
                  })}
                  {actions && (
                    <td role="cell" className={classes(cell, STICKY, PHONE_LINE, onlyOpened)}>
                      <div className={classes(BUTTONS, density === 'compact' && COMPACT_BUTTONS)}>
                        {actions(row.original)}
                      </div>
                    </td>
                  )}
                  {hasMore && (
                    <td role="cell" className="max-md:col-start-4 max-md:row-span-2 max-md:row-start-1 md:hidden">
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        aria-label={`Details of ${rowTitle(visible[0], row.original)}`}
                        onClick={() => toggle(row.id)}
                        className="inline-flex h-full min-h-11 w-11 items-center justify-center text-muted"
                      >
                        <ChevronDown aria-hidden="true" className={classes('size-5', isOpen && 'rotate-180')} />
                      </button>
                    </td>
                  )}
                </tr>
                {detail && (
                  <tr
                    role="row"
                    className={classes(
                      'border-line last:border-b-0 md:border-b',
                      isOpen ? 'max-md:block' : 'max-md:hidden',
                    )}
                  >
                    <td
                      role="cell"
                      colSpan={visible.length + (actions ? 1 : 0) + (isSelectable ? 1 : 0)}
                      className="px-3 pb-2 max-md:block md:px-2"
                    >
                      {detail(row.original)}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type SelectBoxProps = {
  readonly label: string
  readonly checked: boolean
  /** True if some but not all rows are selected. */
  readonly isPartial?: boolean
  readonly onChange: (event: unknown) => void
}

/** The checkbox of a row, or of all rows. With the shift key it selects all rows since the last one. */
const SelectBox = ({ label, checked, isPartial = false, onChange }: SelectBoxProps) => (
  <label className={SELECT_LABEL}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isPartial && !checked
      }}
      onChange={onChange}
      className="size-5 md:size-4"
    />
  </label>
)

/** Returns whether a tap hit no link and no button of a row and selected no text. Taps in a dialog do not count. */
function isOutsideControls({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  const element = target as Element
  const control = element.closest('a, button, input, select, summary, label, dialog')
  const isInControl = control !== null && currentTarget.contains(control)
  return !isInControl && currentTarget.contains(element) && window.getSelection()?.isCollapsed !== false
}

/** The name of a row for screen readers. */
function rowTitle<Row>(column: Column<Row> | undefined, row: Row): string {
  return column === undefined ? '' : valueText(column.value(row))
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

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell !== undefined) return column.cell(row)
  const value = column.value(row)
  const isShort = value instanceof Date || typeof value === 'number'
  return isShort ? <span className="whitespace-nowrap">{valueText(value)}</span> : valueText(value)
}

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

const CELL = 'lg:px-2'
const CELL_HEIGHTS = { comfortable: 'lg:py-1.5', compact: 'lg:py-0 lg:text-12' }
/** Compact rows have lower buttons, still above the smallest target of 24 pixels. */
const COMPACT_BUTTONS = 'lg:[&>a]:min-h-6! lg:[&>button]:min-h-6!'
/** The checkbox of a row fills a corner on a phone, beside the two lines of the row. */
const SELECT_CELL = 'max-lg:absolute max-lg:top-0 max-lg:left-0 lg:w-9'
const SELECT_LABEL = 'inline-flex size-11 items-center justify-center lg:size-8'
/** The columns of a row on a phone: two for the text, one for the end of the line, one for the arrow. */
const PHONE_ROW = 'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto_44px] max-lg:gap-x-3 max-lg:pl-3'
const PHONE_TITLE = 'max-lg:col-span-2 max-lg:row-start-1 max-lg:self-end max-lg:pt-2 max-lg:font-bold'
const PHONE_ASIDE = 'max-lg:col-start-3 max-lg:row-start-1 max-lg:self-end max-lg:pt-2 max-lg:text-right'
const PHONE_BELOW = 'max-lg:row-start-2 max-lg:min-w-0 max-lg:self-center max-lg:pb-2 max-lg:text-12 max-lg:text-muted'
/** Cuts a long text to one line until the row is open. The padding is for the outline of a focused link. */
const PHONE_CUT = 'max-lg:-m-1 max-lg:block max-lg:truncate max-lg:p-1'
const PHONE_BELOW_END = 'max-lg:col-start-3 max-lg:row-start-2 max-lg:justify-self-end max-lg:pb-2 max-lg:text-12'
/** A column that only an opened row shows, as a line with its title. */
const PHONE_LINE =
  'max-lg:col-span-full max-lg:mr-3 max-lg:items-baseline max-lg:justify-between max-lg:gap-3 max-lg:border-t max-lg:border-line max-lg:py-1.5'
// The styles apply only to the buttons of a row, not to the buttons of a dialog that a row opens. The menu comes last,
// so it is at the same position in every row.
const BUTTONS =
  'flex flex-wrap gap-2 max-lg:w-full max-lg:py-1 lg:flex-nowrap lg:gap-1 lg:whitespace-nowrap lg:[&>a]:min-h-8 lg:[&>a]:px-2 lg:[&>button]:min-h-8 lg:[&>button]:px-2 lg:[&>button[aria-haspopup=menu]]:ml-auto'
/** The buttons stay visible if the columns need to scroll. */
const STICKY = 'lg:sticky lg:right-0 lg:bg-raised'
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
      const span = below.length === 1 ? 'max-lg:col-span-2' : ''
      return [column.id, classes(PHONE_BELOW, span, column === below[0] ? 'max-lg:col-start-1' : 'max-lg:col-start-2')]
    }),
  )
}

/** The rows of a list with their headings. On phones and tablets, each row has two lines and opens to its other columns. */
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
        'rounded-card border border-line bg-raised lg:max-h-[calc(var(--screen)*0.66)] lg:overflow-auto',
        isStale && 'opacity-50',
      )}
    >
      <table role="table" className="w-full text-14 tabular max-lg:block">
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row">
            {isSelectable && (
              <th role="columnheader" scope="col" className={classes(HEADING, 'px-0!')}>
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
        <tbody role="rowgroup" className="max-lg:block">
          {table.getRowModel().rows.map((row) => {
            const isOpen = opened === row.id
            const onlyOpened = isOpen ? 'max-lg:flex' : 'max-lg:hidden'
            return (
              <Fragment key={row.id}>
                <tr
                  role="row"
                  onClick={(event) => isOutsideControls(event) && toggle(row.id)}
                  className={classes(
                    PHONE_ROW,
                    isSelectable && 'max-lg:relative max-lg:pl-11',
                    row.getIsSelected() && 'bg-tint',
                    'border-line',
                    detail ? 'max-lg:border-t max-lg:first:border-t-0' : 'border-b last:border-b-0',
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
                          actions === undefined && 'lg:align-baseline',
                          column.align === 'end' && 'lg:text-right',
                          phoneClass ?? classes(PHONE_LINE, onlyOpened),
                        )}
                      >
                        {phoneClass === null && (
                          <span aria-hidden="true" className="shrink-0 text-12 text-muted lg:hidden">
                            {column.title}
                          </span>
                        )}
                        <span
                          className={
                            phoneClass === null
                              ? 'min-w-0 max-lg:text-right'
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
                    <td role="cell" className="max-lg:col-start-4 max-lg:row-span-2 max-lg:row-start-1 lg:hidden">
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
                      'border-line last:border-b-0 lg:border-b',
                      isOpen ? 'max-lg:block' : 'max-lg:hidden',
                    )}
                  >
                    <td
                      role="cell"
                      colSpan={visible.length + (actions ? 1 : 0) + (isSelectable ? 1 : 0)}
                      className="px-3 pb-2 max-lg:block lg:px-2"
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
      className="size-5 lg:size-4"
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

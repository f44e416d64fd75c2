import { ArrowDownUp, Check, Columns3, Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { ICON_CONTROL } from './filters.tsx'
import { csvOf, type FetchPage, MAX_ROWS, type Order, rowsToExport } from './csv.ts'
import { type Column, readSorting, sortValue } from './table-columns.ts'

type SortSelectProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** Selects the sort order on phones, where the table header is hidden. An invisible select covers the icon. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  if (columns.length === 0) return null
  return (
    <span
      className={classes(
        ICON_CONTROL,
        'focus-within:outline-2 focus-within:outline-ink',
        sort === '' ? 'border-line' : 'border-ink',
      )}
    >
      <ArrowDownUp aria-hidden="true" className="size-5" />
      <select
        aria-label="Sort by"
        value={sort}
        onChange={(event) => onSort(event.target.value)}
        className="absolute inset-0 size-full appearance-none opacity-0"
      >
        <option value="">Default order</option>
        {columns.flatMap(({ id, title }) => [
          <option key={`-${id}`} value={`-${id}`}>{`${title}, highest first`}</option>,
          <option key={id} value={id}>{`${title}, lowest first`}</option>,
        ])}
      </select>
    </span>
  )
}

type ColumnMenuProps = {
  readonly columns: readonly {
    readonly id: string
    readonly title: string
    readonly isVisible: boolean
    readonly canHide: boolean
  }[]
  readonly onToggle: (id: string) => void
}

/** Chooses the visible columns. The menu stays open for several choices. */
export function ColumnMenu({ columns, onToggle }: ColumnMenuProps) {
  // If a dialog is open, the menu is rendered inside it. Outside, the dialog would cover the menu.
  const [dialog, setDialog] = useState<HTMLElement | null>(null)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet" ref={(trigger) => setDialog(trigger?.closest('dialog') ?? null)}>
          <Columns3 className="size-4" /> Columns
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={dialog}>
        <DropdownMenu.Content
          align="start"
          collisionPadding={8}
          className="z-30 max-h-[calc(var(--screen)*0.6)] min-w-48 overflow-y-auto rounded-card border border-line bg-raised py-1 text-14"
        >
          {columns.map(({ id, title, isVisible, canHide }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={isVisible}
              disabled={!canHide}
              onCheckedChange={() => onToggle(id)}
              onSelect={(event) => event.preventDefault()}
              className="flex min-h-11 cursor-pointer items-center gap-2 px-3 outline-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-tint"
            >
              <span className="inline-flex size-5 items-center justify-center rounded-tag border border-line">
                <DropdownMenu.ItemIndicator>
                  <Check className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {title}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type CsvButtonProps<Row, Sort extends string> = {
  readonly columns: readonly Column<Row>[]
  /** The file name without extension. */
  readonly fileName: string
  readonly fetchPage: FetchPage<Row, Sort>
  /** The order in which the server returns the rows. */
  readonly order: Order<Sort>
  /** The order in which the browser sorts the rows; '' to keep the server's order. */
  readonly sort: string
}

/** Exports the filtered rows as CSV in the order of the table. */
export function CsvButton<Row, Sort extends string>(props: CsvButtonProps<Row, Sort>) {
  const { columns, fileName, fetchPage, order, sort } = props
  const [readRows, setReadRows] = useState<number | null>(null)
  const download = async () => {
    setReadRows(0)
    try {
      const { rows, isComplete } = await rowsToExport(fetchPage, order, setReadRows)
      if (rows.length === 0) showToast('error', 'No data to export')
      else {
        const text = csvOf(columns, inOrder(columns, rows, sort))
        saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`)
      }
      if (!isComplete)
        showToast(
          'warning',
          `The file has the first ${MAX_ROWS.toLocaleString('en-UG')} rows. Narrow the filters to export the rest.`,
        )
    } catch (error) {
      showToast('error', textOf(error, 'Failed to export data'))
    }
    setReadRows(null)
  }
  return (
    <Button
      variant="secondary"
      busy={readRows !== null}
      busyText={`Exporting ${(readRows ?? 0).toLocaleString('en-UG')} rows…`}
      onClick={() => void download()}
    >
      <Download className="size-4" /> Export CSV
    </Button>
  )
}

function inOrder<Row>(columns: readonly Column<Row>[], rows: readonly Row[], sort: string): readonly Row[] {
  const [first] = readSorting(sort)
  const column = columns.find(({ id }) => id === first?.id)
  if (first === undefined || column === undefined) return rows
  const sign = first.desc ? -1 : 1
  return [...rows].sort((a, b) => {
    const [left, right] = [sortValue(column.value(a)), sortValue(column.value(b))]
    return left < right ? -sign : left > right ? sign : 0
  })
}

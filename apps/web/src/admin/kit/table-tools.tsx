import { ArrowDownUp, Check, Columns3, Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { DENSITIES, type Density } from './density.ts'
import { ICON_CONTROL } from './filters.tsx'
import { csvOf } from './csv.ts'
import { type Column, readSorting, sortValue } from './table-columns.ts'

type SortSelectProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** Selects the sort order on phones and tablets, where the table header is hidden. An invisible select covers the icon. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  if (columns.length === 0) return null
  return (
    <span
      className={classes(
        ICON_CONTROL,
        'lg:hidden',
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
  readonly density: Density
  readonly onDensity: (density: Density) => void
}

const MENU_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2 px-3 outline-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-tint'
const MARK = 'inline-flex size-5 items-center justify-center border border-line'

/** Chooses the visible columns and the height of the rows. The menu stays open for several choices. */
export function ColumnMenu({ columns, onToggle, density, onDensity }: ColumnMenuProps) {
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
              className={MENU_ITEM}
            >
              <span className={classes(MARK, 'rounded-tag')}>
                <DropdownMenu.ItemIndicator>
                  <Check className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {title}
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="my-1 border-t border-line max-lg:hidden" />
          <DropdownMenu.RadioGroup
            aria-label="Row height"
            value={density}
            onValueChange={(value) => onDensity(value === 'compact' ? 'compact' : 'comfortable')}
            className="max-lg:hidden"
          >
            {Object.entries(DENSITIES).map(([id, text]) => (
              <DropdownMenu.RadioItem
                key={id}
                value={id}
                onSelect={(event) => event.preventDefault()}
                className={MENU_ITEM}
              >
                <span className={classes(MARK, 'rounded-full')}>
                  <DropdownMenu.ItemIndicator>
                    <Check className="size-4" />
                  </DropdownMenu.ItemIndicator>
                </span>
                {`${text} rows`}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type CsvButtonProps<Row> = {
  readonly columns: readonly Column<Row>[]
  /** The file name without extension. */
  readonly fileName: string
  readonly rows: readonly Row[]
  /** The order in which the browser sorts the rows; '' for the order of the rows. */
  readonly sort: string
}

/** Exports loaded rows as CSV in the order of the table. */
export function CsvButton<Row>({ columns, fileName, rows, sort }: CsvButtonProps<Row>) {
  const download = () => {
    const text = csvOf(columns, inOrder(columns, rows, sort))
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`)
  }
  return (
    <Button variant="secondary" onClick={download}>
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

import { Columns3, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Checkbox } from '../../shared/ui/field.tsx'
import { keepChosen, readChosen, shownColumns, type Column } from './columns.ts'
import type { ListParams } from './use-list-params.ts'

/** The columns that this browser shows of a table, and how to choose others. */
export function useChosenColumns(table: string) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  useEffect(() => setChosen(readChosen(table)), [table])
  const choose = (ids: readonly string[]) => {
    keepChosen(table, ids)
    setChosen(ids)
  }
  return [chosen, choose] as const
}

type ToolsProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly csv: { readonly href: string; readonly text: string } | undefined
  readonly params: ListParams
}

/** Over a table: how it is sorted, where its header is not there to be pressed, and its file. */
export function TableTools<Row>({ columns, csv, params }: ToolsProps<Row>) {
  const sorting = columns.filter(({ sorts }) => sorts)
  if (sorting.length === 0 && csv === undefined) return null
  return (
    <div className={classes('flex flex-wrap items-center justify-end gap-2', csv === undefined && 'md:hidden')}>
      {sorting.length > 0 && (
        <select
          aria-label="Sort by"
          value={params.get('sort')}
          onChange={(event) => params.set({ sort: event.target.value })}
          className="min-h-11 rounded-card border border-line bg-raised px-3 text-14 md:hidden"
        >
          <option value="">Newest first</option>
          {sorting.flatMap(({ id, title }) => [
            <option key={`-${id}`} value={`-${id}`}>{`${title}, greatest first`}</option>,
            <option key={id} value={id}>{`${title}, smallest first`}</option>,
          ])}
        </select>
      )}
      {csv && (
        <a
          href={csv.href}
          download
          className="inline-flex min-h-11 items-center gap-2 rounded-card border border-line bg-raised px-3 text-14 font-bold"
        >
          <Download className="size-4" /> {csv.text}
        </a>
      )}
    </div>
  )
}

type ChoiceProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly chosen: readonly string[] | null
  readonly onChoose: (ids: readonly string[]) => void
}

export function ColumnChoice<Row>({ columns, chosen, onChoose }: ChoiceProps<Row>) {
  const [open, setOpen] = useState(false)
  const shown = shownColumns(columns, chosen).map(({ id }) => id)
  const toggle = (id: string) => onChoose(shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id])
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Columns3 className="size-4" /> Columns
      </Button>
      <Dialog title="Columns" open={open} onClose={() => setOpen(false)}>
        <div className="px-4 py-2">
          {columns.map(({ id, title }, at) => (
            <Checkbox
              key={id}
              label={title}
              checked={shown.includes(id)}
              disabled={at === 0}
              onChange={() => toggle(id)}
            />
          ))}
        </div>
      </Dialog>
    </>
  )
}

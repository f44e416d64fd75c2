import { ChevronDown, Search } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import type { ListParams } from './use-list-params.ts'

export const FilterBar = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-end gap-2">{children}</div>
)

const CONTROL = 'min-h-11 rounded-card border border-line bg-raised px-3 text-14'

type SearchProps = {
  readonly params: ListParams
  readonly name?: string
  readonly label: string
  /** The filter by one person that a search among all of them ends. */
  readonly ends?: string
}

/** Searched when it is sent, not at every letter. What is typed counts until the address says otherwise; the field stays, and with it the focus. */
export function SearchFilter({ params, name = 'q', label, ends }: SearchProps) {
  const inAddress = params.get(name)
  const [typed, setTyped] = useState({ text: inAddress, over: inAddress })
  const text = typed.over === inAddress ? typed.text : inAddress
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    params.set({ [name]: text.trim(), ...(ends === undefined ? {} : { [ends]: '' }) })
  }
  return (
    <form onSubmit={onSubmit} role="search" className="flex w-full items-end gap-2 md:w-auto md:flex-1">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setTyped({ text: event.target.value, over: inAddress })}
        className={classes(CONTROL, 'min-w-0 flex-1')}
      />
      <Button type="submit" look="secondary" aria-label="Search">
        <Search className="size-5" />
      </Button>
    </form>
  )
}

type ChoiceProps = {
  readonly params: ListParams
  readonly name: string
  readonly label: string
  /** The value and what is read; '' is everything. */
  readonly choices: readonly (readonly [string, string])[]
}

/** Chips: one of few, each with a name. */
export function ChipFilter({ params, name, label, choices }: ChoiceProps) {
  const chosen = params.get(name)
  return (
    <div role="group" aria-label={label} className="no-scrollbar flex max-w-full gap-2 overflow-x-auto">
      {choices.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => params.set({ [name]: value })}
          className={classes(
            'min-h-11 shrink-0 rounded-card border px-3 text-14',
            value === chosen ? 'border-gold bg-gold font-bold text-on-gold' : 'border-line bg-raised text-muted',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** One of many. */
export function ChoiceFilter({ params, name, label, choices }: ChoiceProps) {
  return (
    <span className="relative inline-flex">
      <select
        aria-label={label}
        value={params.get(name)}
        onChange={(event) => params.set({ [name]: event.target.value })}
        className={classes(CONTROL, 'appearance-none pr-9')}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3 right-2.5 size-5 text-muted" />
    </span>
  )
}

type DayProps = Omit<ChoiceProps, 'choices'> & {
  /** The day that is meant where none is chosen. */
  readonly otherwise?: string
}

export function DayFilter({ params, name, label, otherwise = '' }: DayProps) {
  return (
    <label className="flex items-center gap-x-2 text-12 text-muted max-md:w-[calc(50%-4px)] max-md:flex-col max-md:items-stretch">
      {label}
      <input
        type="date"
        value={params.get(name) === '' ? otherwise : params.get(name)}
        onChange={(event) => params.set({ [name]: event.target.value })}
        className={classes(CONTROL, 'min-w-0 text-ink')}
      />
    </label>
  )
}

/** Two days that belong together, and stay side by side. */
export const PeriodFilter = ({ params }: Pick<DayProps, 'params'>) => (
  <div className="flex gap-2 max-md:w-full">
    <DayFilter params={params} name="from" label="From" />
    <DayFilter params={params} name="to" label="To" />
  </div>
)

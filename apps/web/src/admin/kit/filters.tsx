import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { DayInput } from './date-field.tsx'
import type { ListParams } from './use-list-params.ts'
import { Form } from '../../shared/ui/form.tsx'

type BarProps = {
  readonly params?: ListParams
  /** The search field. It stays visible on a phone. */
  readonly search?: ReactNode
  readonly children: ReactNode
}

/** The filters of a screen, stored in the address. On a phone, a button opens them. */
export function FilterBar({ params, search, children }: BarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="search" className="flex flex-wrap items-end gap-2 md:items-center">
      <div className="contents">{search}</div>
      {params && (
        <span className="md:hidden">
          <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal aria-hidden="true" className="size-4" /> Filters
          </Button>
        </span>
      )}
      <div className={classes('contents', params && !isOpen && 'max-md:hidden')}>{children}</div>
      {params?.isFiltered && (
        <Button variant="quiet" onClick={params.clear}>
          <X className="size-4" /> Clear filters
        </Button>
      )}
    </div>
  )
}

const CONTROL = 'min-h-11 rounded-card border border-line bg-raised px-3 text-14'

type SearchProps = {
  readonly params: ListParams
  readonly name?: string
  readonly label: string
  /** The name of a filter that a new search removes, for example the filter by one player. */
  readonly clears?: string
}

/** Searches on Enter. The typed text stays until the address changes, and the field keeps the focus. */
export function SearchFilter({ params, name = 'q', label, clears }: SearchProps) {
  const inAddress = params.get(name)
  const [typed, setTyped] = useState({ text: inAddress, over: inAddress })
  const text = typed.over === inAddress ? typed.text : inAddress
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    params.set({ [name]: text.trim(), ...(clears === undefined ? {} : { [clears]: '' }) })
  }
  return (
    <Form onSubmit={onSubmit} className="flex min-w-0 flex-1 items-end gap-2 md:min-w-60">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setTyped({ text: event.target.value, over: inAddress })}
        className={classes(CONTROL, 'min-w-0 flex-1')}
      />
      <Button type="submit" variant="secondary" aria-label="Search">
        <Search className="size-5" />
      </Button>
    </Form>
  )
}

type ChoiceProps = {
  readonly params: ListParams
  readonly name: string
  readonly label: string
  /** Pairs of value and text. An empty value shows everything. */
  readonly choices: readonly (readonly [string, string])[]
}

/** A filter with few choices, as chips. */
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
            'min-h-11 shrink-0 rounded-full border px-4 text-14 font-bold md:min-h-9',
            value === chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-raised text-ink',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** A filter with many choices, as a list. */
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
  readonly defaultDay?: string
}

export const DayFilter = ({ params, name, label, defaultDay = '' }: DayProps) => (
  <DayInput
    label={label}
    value={params.get(name) === '' ? defaultDay : params.get(name)}
    onValue={(day) => params.set({ [name]: day })}
  />
)

/** The first and last day, side by side. */
export const PeriodFilter = ({ params }: Pick<DayProps, 'params'>) => (
  <div className="flex gap-2 max-md:w-full">
    <DayFilter params={params} name="from" label="From" />
    <DayFilter params={params} name="to" label="To" />
  </div>
)

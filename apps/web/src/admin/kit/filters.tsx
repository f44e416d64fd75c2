import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { DayInput } from './date-field.tsx'
import type { ListParams } from './use-list-params.ts'
import { Form } from '../../shared/ui/form.tsx'

type BarProps = {
  readonly params?: ListParams
  /** The search field. It stays visible on a phone. */
  readonly search?: ReactNode
  /** The order of a list, on phones. */
  readonly sort?: ReactNode
  readonly children: ReactNode
}

/**
 * The filters of a screen, stored in the address. On a phone, one line has the search, and buttons for filters and
 * order.
 */
export function FilterBar({ params, search, sort, children }: BarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      role="search"
      className="flex flex-wrap items-end gap-2 md:items-center md:[&>button]:min-h-9 md:[&>div>button]:min-h-9"
    >
      <div className="contents">{search}</div>
      {params && (
        <button
          type="button"
          aria-label="Filters"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={classes(
            ICON_CONTROL,
            'md:hidden',
            params.isFiltered ? 'border-ink' : 'border-line',
            isOpen && 'bg-tint',
          )}
        >
          <SlidersHorizontal aria-hidden="true" className="size-5" />
        </button>
      )}
      <div className="contents">{sort}</div>
      <div className={classes('contents', params && !isOpen && 'max-md:hidden')}>{children}</div>
      {params?.isFiltered && (
        <Button variant="quiet" onClick={params.clear}>
          <X className="size-4" /> Clear filters
        </Button>
      )}
    </div>
  )
}

/** A control of the filter bar. Wide screens have a mouse, so the controls can be lower than a touch target. */
const CONTROL = 'min-h-11 rounded-card border border-line bg-raised px-3 text-14 md:min-h-9'
/** A button or list of narrow screens that shows an icon instead of its text. */
export const ICON_CONTROL =
  'relative inline-flex size-11 shrink-0 items-center justify-center rounded-card border bg-raised'

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
    <Form onSubmit={onSubmit} className="relative flex min-w-0 flex-1 md:min-w-60">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setTyped({ text: event.target.value, over: inAddress })}
        className={classes(CONTROL, 'min-w-0 flex-1 pr-11 text-ellipsis')}
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-card text-muted"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
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

type ListProps = {
  readonly label: string
  readonly value: string
  readonly choices: ChoiceProps['choices']
  readonly onChoose: (value: string) => void
}

/** A select that looks like the other controls. Phones open their native list. */
export const ChoiceList = ({ label, value, choices, onChoose }: ListProps) => (
  <span className="relative inline-flex">
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={classes(CONTROL, 'appearance-none pr-9')}
    >
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
    />
  </span>
)

/** A filter with many choices, as a list. */
export const ChoiceFilter = ({ params, name, label, choices }: ChoiceProps) => (
  <ChoiceList
    label={label}
    value={params.get(name)}
    choices={choices}
    onChoose={(value) => params.set({ [name]: value })}
  />
)

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

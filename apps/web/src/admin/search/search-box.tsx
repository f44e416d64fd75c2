import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { textOf } from '../../shared/api/errors.ts'
import { classes } from '../../shared/ui/classes.ts'
import type { FoundItem } from './found-actions.ts'
import { foundGroups, type LocalResults } from './found-groups.ts'
import { MIN_LENGTH, searchQuery } from './search-query.ts'

const WAIT_MS = 200

type BoxProps = {
  readonly local: LocalResults
  readonly field: RefObject<HTMLInputElement | null>
  /** `menu`: the results cover the page below the field. `page`: they take their own space. */
  readonly layout: 'menu' | 'page'
  /** Called when staff choose a result (true) or leave with Escape. */
  readonly onDone: (isChosen: boolean) => void
}

/** The search of the console: players, tickets, payments, games, settings and screens. Arrow keys and Enter choose a result. */
export function SearchBox({ local, field, layout, onDone }: BoxProps) {
  const listId = useId()
  const [path, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(layout === 'page')
  const [active, setActive] = useState(0)
  // Opening another screen clears the search.
  useEffect(() => setTyped(''), [path])
  const words = useSettled(typed.trim())
  const query = useQuery(searchQuery(words))
  const isLongEnough = words.length >= MIN_LENGTH
  const groups = isLongEnough ? foundGroups(words, query.data, local) : []
  const items = groups.flatMap(({ items }) => items)
  const chosen = items[Math.min(active, items.length - 1)]
  const shown = isOpen && isLongEnough
  const activeId = shown && chosen !== undefined ? `${listId}-${chosen.id}` : undefined
  // The list scrolls to the result that the arrow keys choose.
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = ({ href }: FoundItem) => {
    setTyped('')
    setOpen(layout === 'page')
    navigate(href)
    onDone(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that opens the search must not be typed into it.
    if (event.key === '/' && typed === '') event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && items.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive((Math.min(active, items.length - 1) + step + items.length) % items.length)
    }
    // Enter must not choose a result of the previous text while new results load.
    const isSettled = words === typed.trim() && !query.isPlaceholderData
    if (event.key === 'Enter' && shown && chosen !== undefined && isSettled) {
      // The key must not press a button of the screen that opens.
      event.preventDefault()
      choose(chosen)
    }
    if (event.key === 'Escape' && layout === 'menu') {
      setTyped('')
      setOpen(false)
      onDone(false)
    }
  }
  return (
    <div
      role="search"
      aria-label="Everything"
      className="relative w-full"
      onBlur={(event) => layout === 'menu' && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Phone, name, ticket, reference or game"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Phone, name, ticket, reference, game …"
        value={typed}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        className={classes(
          'min-h-11 w-full rounded-card border border-line bg-raised pr-3 pl-9 text-14 [&::-webkit-search-cancel-button]:hidden',
          layout === 'menu' && 'md:min-h-9 md:pr-16',
        )}
      />
      {layout === 'menu' && typed === '' && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-tag border border-line px-1.5 text-12 text-muted"
        >
          Ctrl K
        </kbd>
      )}
      <div
        className={classes(
          layout === 'menu'
            ? 'absolute top-full right-0 left-0 z-40 mt-1 rounded-card border border-line bg-raised py-1'
            : 'pt-2',
          !shown && 'hidden',
        )}
      >
        <p role="status" className="px-3 py-1 text-12 text-muted empty:hidden">
          {shown && (items.length === 0 || query.isFetching || query.error !== null) ? statusText(query) : ''}
        </p>
        <div
          id={listId}
          role="listbox"
          aria-label="Results"
          className={classes(layout === 'menu' && 'max-h-[calc(var(--screen)*0.7)] overflow-y-auto')}
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p aria-hidden="true" className="px-3 pt-2 pb-1 text-12 font-bold text-muted">
                {group.title}
              </p>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={`${listId}-${item.id}`}
                  role="option"
                  aria-selected={item === chosen}
                  // The field keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(item)}
                  className={classes(
                    'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 px-3 py-2 text-14 hover:bg-tint md:min-h-9',
                    item === chosen && 'bg-tint',
                  )}
                >
                  <b>{item.title}</b>
                  <span className="text-12 text-muted">{item.detail}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function statusText({ error, isFetching }: { readonly error: Error | null; readonly isFetching: boolean }): string {
  if (isFetching) return 'Searching…'
  if (error !== null) return textOf(error, 'The search could not be completed. Please try again.')
  return 'Nothing found. Enter the start of a number, name or code, or a complete reference.'
}

/** The text once staff has stopped typing for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

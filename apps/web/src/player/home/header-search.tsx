import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { gamesFilterFrom } from '@mupiira/contract/game-lists.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Form } from '../../shared/ui/form.tsx'
import { Search, X } from '../../shared/ui/icons.tsx'
import { SEARCH_FIELD, useTypedSearch } from './typed-search.ts'

const LISTS = ['/', '/sports', '/virtual']

/** The search field in the header of wide screens. Ctrl+K or ⌘K moves the focus into it. */
export function HeaderSearch() {
  const [path] = useLocation()
  const query = useSearch()
  const isOnList = LISTS.includes(path)
  const { typed, type, search } = useTypedSearch(isOnList ? gamesFilterFrom(new URLSearchParams(query)) : {}, isOnList)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      // An open dialog keeps the focus.
      if (!isChord || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    search(typed)
  }
  return (
    <Form role="search" aria-label="Find games" onSubmit={onSubmit} className="relative flex items-center">
      <Search className="absolute left-3 size-4 text-muted" />
      <input
        {...SEARCH_FIELD}
        ref={field}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className={classes(
          'h-9 w-full rounded-full border border-line bg-raised pl-9 text-14 placeholder:text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          typed === '' ? 'pr-3' : 'pr-11',
        )}
      />
      {typed === '' ? (
        // Hidden on narrower screens, where the placeholder text needs the space.
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute right-3 hidden rounded-tag border border-line px-1.5 font-sans text-12 text-muted xl:block"
        >
          Ctrl K
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            type('')
            search('')
            field.current?.focus()
          }}
          className="absolute right-0 inline-flex size-9 items-center justify-center text-muted"
        >
          <X className="size-4" />
        </button>
      )}
    </Form>
  )
}

import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { listHref } from '../../shared/games-href.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Form } from '../../shared/ui/form.tsx'

const DEBOUNCE_MS = 300

type SearchFormProps = { readonly filter: GamesFilter; readonly onClosed: () => void }

export function SearchForm({ filter, onClosed }: SearchFormProps) {
  const [path, navigate] = useLocation()
  const [typed, setTyped] = useState(filter.q ?? '')
  const [shown, setShown] = useState(filter.q)
  // Removing the search filter elsewhere also clears the field.
  if (filter.q !== shown) {
    setShown(filter.q)
    if (filter.q === undefined && typed.trim() === shown) setTyped('')
  }
  const search = (text: string) => {
    const q = text.trim() === '' ? undefined : text.trim()
    if (q !== filter.q) navigate(listHref(path, { ...filter, q }), { replace: true })
  }
  // Searches when the text changes, not when the filter changes.
  const searchTyped = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    search(typed)
  }
  return (
    <Form role="search" onSubmit={onSubmit} className="flex gap-2 pb-2">
      <input
        type="search"
        autoFocus
        aria-label="Search games"
        placeholder="Search games, teams, league..."
        value={typed}
        maxLength={80}
        onChange={(event) => setTyped(event.target.value)}
        className="min-h-11 min-w-0 flex-1 rounded-card border border-line bg-raised px-3 text-16 [&::-webkit-search-cancel-button]:hidden"
      />
      <Button type="submit">Go</Button>
      <Button
        variant="secondary"
        onClick={() => {
          setTyped('')
          search('')
          onClosed()
        }}
      >
        Clear
      </Button>
    </Form>
  )
}

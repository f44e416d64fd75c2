import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { listHref } from '../../shared/games-href.ts'

const DEBOUNCE_MS = 300

/** The attributes of every field that searches for games. */
export const SEARCH_FIELD = {
  type: 'search',
  'aria-label': 'Search games',
  placeholder: 'Search games, teams, league...',
  maxLength: 80,
} as const

/**
 * A text that filters the game list while it is typed (HOME-09, HOME-10). A search covers all games, so it replaces the
 * other filters. They apply again when the text is cleared. `isOnList`: the open screen shows the list. On other
 * screens, only a submitted search opens the list.
 */
export function useTypedSearch(filter: GamesFilter, isOnList: boolean) {
  const [path, navigate] = useLocation()
  const [typed, type] = useState(filter.q ?? '')
  const [shown, setShown] = useState(filter.q)
  const [shownOn, setShownOn] = useState(path)
  const before = useRef<GamesFilter>({})
  // The field shows a search that began elsewhere, and is cleared when the filter is removed elsewhere.
  if (filter.q !== shown) {
    setShown(filter.q)
    if (filter.q !== typed.trim()) type(filter.q ?? '')
  }
  // A text that was not submitted is cleared on the next screen.
  if (path !== shownOn) {
    setShownOn(path)
    type(filter.q ?? '')
  }
  useEffect(() => {
    if (filter.q === undefined) before.current = filter
  })
  const search = (text: string): void => {
    const q = text.trim() === '' ? undefined : text.trim()
    if (q === filter.q) return
    if (isOnList) navigate(listHref(path, q === undefined ? before.current : { q }), { replace: true })
    else if (q !== undefined) navigate(listHref('/sports', { q }))
  }
  // Searches when the text changes, not when the filter changes.
  const searchTyped = useEffectEvent((text: string) => {
    if (isOnList) search(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, type, search }
}

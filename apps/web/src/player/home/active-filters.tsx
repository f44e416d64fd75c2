import { Link, useLocation } from 'wouter'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { listHref } from '../../shared/games-href.ts'
import { X } from '../../shared/ui/icons.tsx'

type ActiveFiltersProps = { readonly filter: GamesFilter; readonly isSearching: boolean }

/**
 * The league, country and search text that filter the list, each with a remove button. An open search form shows its
 * text itself.
 */
export function ActiveFilters({ filter, isSearching }: ActiveFiltersProps) {
  const [path] = useLocation()
  const region = filter.league === undefined ? filter.country : leagueName(filter.league, filter.country ?? null)
  const parts = [
    { text: region, without: { ...filter, league: undefined, country: undefined } },
    { text: isSearching ? undefined : filter.q && `“${filter.q}”`, without: { ...filter, q: undefined } },
  ]
  const present = parts.filter(({ text }) => text !== undefined)
  if (present.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-2 pb-1">
      {present.map(({ text, without }) => (
        <li key={text}>
          <Link href={listHref(path, without)} aria-label={`Remove filter ${text}`} className="flex h-11 items-center">
            <span className="flex min-h-8 items-center gap-1 rounded-full bg-tint px-3 text-12 font-bold">
              {text} <X className="size-3.5" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

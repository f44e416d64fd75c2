import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Sport } from '@mupiira/contract/games.ts'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { sportName } from '../../shared/format/game-texts.ts'
import { listHref } from '../../shared/games-href.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Search } from '../../shared/ui/icons.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { CountPill } from '../../shared/ui/surfaces.tsx'
import { useMatches } from '../../shared/use-matches.ts'
import { WIDE } from '../../shared/wide.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { sportsQuery } from '../../shared/sports-query.ts'
import { FilterBar, FilterChip } from './filter-chip.tsx'

const POLL_MS = 30_000

/** Loaded on demand, because most visits begin with the whole list. */
const ActiveFilters = lazyPart(() => import('./active-filters.tsx').then((m) => m.ActiveFilters))
const SearchForm = lazyPart(() => import('./search-form.tsx').then((m) => m.SearchForm))

type FilterProps = { readonly filter: GamesFilter }

/** The counts are refetched as often as the list, so that both show the same number of games. */
export const useCountedSports = () => useQuery({ ...sportsQuery, refetchInterval: usePollingMs(POLL_MS) })

export const countOf = (sports: readonly Sport[], sport: string | undefined): number =>
  sports.reduce((sum, { name, count }) => (sport === undefined || sport === name ? sum + count : sum), 0)

function SportBar({ filter }: FilterProps) {
  const [path] = useLocation()
  const { data } = useCountedSports()
  const sports = data?.items ?? []
  return (
    <FilterBar label="Filter by sport">
      <FilterChip
        href={path}
        name="All"
        count={data && countOf(sports, undefined)}
        isCurrent={filter.sport === undefined}
      />
      {sports.map(({ name, count }) => (
        <FilterChip
          key={name}
          href={listHref(path, { sport: name })}
          name={sportName(name)}
          sport={name}
          count={count}
          isCurrent={filter.sport === name}
        />
      ))}
    </FilterBar>
  )
}

type Counts = { readonly total: number; readonly live: number; readonly popular: number; readonly upcoming: number }

type BadgesProps = FilterProps & { readonly counts: Pick<Counts, 'popular' | 'upcoming'> | undefined }

/** `listed`: the number of games in the list. */
type TitleProps = BadgesProps & { readonly listed: number | undefined }

/**
 * The sports, the search, and the title of the list. On low screens the title is one short line, so that five games fit
 * below the live games.
 */
export function ListHead({ filter, counts, listed }: TitleProps) {
  const [isOpen, setIsOpen] = useState(filter.q !== undefined)
  // Wide screens have the search field in their header.
  const searching = !useMatches(WIDE) && isOpen
  // An open search form shows its text itself.
  const isNarrowed = filter.league ?? filter.country ?? (searching ? undefined : filter.q)
  return (
    <>
      <div className="flex items-center tall:py-2">
        <SportBar filter={filter} />
        <span className="-my-1 ml-auto wide:hidden">
          <IconButton label="Search" aria-expanded={searching} onClick={() => setIsOpen(!searching)}>
            <Search className="size-5" />
          </IconButton>
        </span>
      </div>
      <div className="px-3">
        {searching && (
          <SearchForm
            placeholder={<div className="h-15.5 tall:h-13.5" />}
            failure={<PartNotLoaded what="The search" />}
            filter={filter}
            onClosed={() => setIsOpen(false)}
          />
        )}
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 tall:min-h-9">
          <h1 className="text-14 font-bold tracking-tight tall:text-20">
            {filter.sport === undefined ? 'All Sports' : sportName(filter.sport)}
          </h1>
          {listed !== undefined && <CountPill count={listed} label="games" />}
          <Badges filter={filter} counts={counts} />
        </div>
        {isNarrowed !== undefined && (
          <ActiveFilters placeholder={<div className="h-12" />} filter={filter} isSearching={searching} />
        )}
      </div>
    </>
  )
}

/** Each link filters the list, and removes its filter when it is current. */
const BADGES = [
  ['popular', 'Popular'],
  ['upcoming', 'Upcoming'],
] as const

function Badges({ filter, counts }: BadgesProps) {
  const [path] = useLocation()
  return (
    <div className="ml-auto flex items-center gap-1.5 letters:flex-wrap">
      {counts &&
        BADGES.map(([status, name]) => {
          const isCurrent = filter.status === status
          return (
            <Link
              key={status}
              href={listHref(path, { ...filter, status: isCurrent ? undefined : status })}
              aria-current={isCurrent ? 'true' : undefined}
              className="-my-2.5 flex min-h-11 items-center tall:-my-1"
            >
              <span
                className={classes(
                  'flex items-center gap-1 rounded-full border px-2 text-12 leading-5 font-medium whitespace-nowrap tall:px-3 tall:leading-6',
                  isCurrent ? 'border-ink bg-ink text-paper' : 'border-line bg-raised text-ink',
                )}
              >
                {name} <span className={classes('tabular', !isCurrent && 'text-muted')}>{counts[status]}</span>
              </span>
            </Link>
          )
        })}
    </div>
  )
}

import { Link, useLocation } from 'wouter'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import type { GameSearch } from '@mupiira/contract/games.ts'
import { leagueName, sportName } from '../../shared/format/game-texts.ts'
import { listHref } from '../../shared/games-href.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { icon } from '../../shared/ui/icons.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { rangeName } from './time-bar.tsx'

const CalendarX = icon(
  'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 9h18M14 13l-4 4M10 13l4 4',
)

type SearchNoteProps = {
  readonly filter: GamesFilter
  readonly search: GameSearch
  readonly now: Date
}

/** Shown above search results: names without a game, and results that other filters exclude. */
export function SearchNote({ filter, search, now }: SearchNoteProps) {
  const limit = limitText(filter, now)
  return (
    <>
      {search.elsewhere > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line bg-tint px-3 py-1 text-14">
          <p role="status">
            Showing {limit} only. {moreText(search.elsewhere)} without these filters.
          </p>
          <SearchAll filter={filter} />
        </div>
      )}
      {search.isNear && (
        <>
          <p role="status" className="border-t border-line px-3 pt-2 text-14 font-bold">
            {absentText(search) ?? 'No game matches exactly'}
          </p>
          <h2 className="px-3 pt-1 pb-1.5 text-14 text-muted">Similar names</h2>
        </>
      )}
    </>
  )
}

const SearchAll = ({ filter: { q } }: { readonly filter: GamesFilter }) => {
  const [path] = useLocation()
  return (
    <Link
      href={listHref(path, q === undefined ? {} : { q })}
      className="inline-flex min-h-11 items-center font-bold underline"
    >
      Search all games
    </Link>
  )
}

export function NoResults({ filter, search, now }: SearchNoteProps) {
  const [path] = useLocation()
  const { q } = filter
  const icon = <CalendarX className="size-8" />
  if (search.elsewhere > 0) {
    return (
      <EmptyState
        icon={icon}
        title={`No games match these filters: ${limitText(filter, now)}`}
        text={`${moreText(search.elsewhere)} without them.`}
        action={<ButtonLink href={listHref(path, q === undefined ? {} : { q })}>Search all games</ButtonLink>}
      />
    )
  }
  const absent = absentText(search)
  return (
    <EmptyState
      icon={icon}
      title={absent ?? 'No games match'}
      text={absent === null ? 'Try another search or filter.' : 'Games appear here as soon as they are published.'}
      action={<ButtonLink href="/sports">Show all games</ButtonLink>}
    />
  )
}

/** `absentText({ absent: [Manchester United] })` → "Manchester United: no game in the schedule" */
export function absentText({ absent }: Pick<GameSearch, 'absent'>): string | null {
  if (absent.length === 0) return null
  const names = absent.map(({ name, country }) => leagueName(name, country === '' ? null : country))
  const last = names.at(-1)
  const text = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
  return `${text}: no game in the schedule`
}

const moreText = (games: number): string => (games === 1 ? '1 more game matches' : `${games} more games match`)

/** The filters besides the search text: "Soccer, Today". */
export function limitText({ sport, league, country, when, status }: GamesFilter, now: Date): string {
  const parts = [
    sport && sportName(sport),
    league === undefined ? country : leagueName(league, country ?? null),
    when && rangeName(when, now),
    status && STATUS_NAMES[status],
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

const STATUS_NAMES = { live: 'Live', upcoming: 'Upcoming', popular: 'Popular' } as const

export const NoGames = ({ isNarrowed }: { readonly isNarrowed: boolean }) => (
  <EmptyState
    icon={<CalendarX className="size-8" />}
    title={isNarrowed ? 'No games match' : 'No games at the moment'}
    text={isNarrowed ? 'Try another filter.' : 'New games appear here as soon as they are published.'}
    action={isNarrowed && <ButtonLink href="/sports">Show all games</ButtonLink>}
  />
)

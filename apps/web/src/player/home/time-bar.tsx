import { useLocation } from 'wouter'
import { dayLabel, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { NEXT_THREE_HOURS } from '@mupiira/domain/time/start-range.ts'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { listHref } from '../../shared/games-href.ts'
import type { GamesPage } from '../../state/games.ts'
import { FilterBar, FilterChip } from './filter-chip.tsx'

type TimeBarProps = {
  readonly filter: GamesFilter
  /** The number of live games; undefined if unknown. */
  readonly live: number | undefined
  readonly starts: GamesPage['counts']['starts'] | undefined
  readonly now: Date
}

/** The live games, and the ranges of start times that contain games (HOME-11, HOME-28). */
export function TimeBar({ filter, live, starts = [], now }: TimeBarProps) {
  const [path] = useLocation()
  const { when, status: _, ...rest } = filter
  const isListed = when === undefined || starts.some((range) => range.when === when)
  const ranges = isListed ? starts : [...starts, { when, games: 0 }]
  return (
    <FilterBar label="Filter by start time">
      <FilterChip href="/live" name="Live" isLive count={live} isCurrent={false} />
      <FilterChip
        href={listHref(path, rest)}
        name="Any time"
        isCurrent={when === undefined && filter.status !== 'live'}
      />
      {ranges.map((range) => (
        <FilterChip
          key={range.when}
          href={listHref(path, { ...rest, when: range.when })}
          name={rangeName(range.when, now)}
          count={range.games}
          isCurrent={when === range.when}
        />
      ))}
    </FilterBar>
  )
}

/** "Next 3 h", "Today", "Mon 30 Nov". A date that does not exist is shown unchanged. */
export function rangeName(when: string, now: Date): string {
  if (when === NEXT_THREE_HOURS) return 'Next 3 h'
  const day = startOfDayKey(when)
  return day === null ? when : dayLabel(day, now)
}

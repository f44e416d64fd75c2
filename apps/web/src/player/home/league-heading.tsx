import { Link } from 'wouter'
import { sportName } from '../../shared/format/game-texts.ts'
import { counted } from '../../shared/format/counted.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { ColumnTitles } from '../../shared/ui/column-titles.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Flag } from '../../shared/ui/flag.tsx'
import { ChevronDown } from '../../shared/ui/icons.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { toggleCollapsed } from '../../state/preferences.ts'
import type { GameGroup } from './group-games.ts'

type LeagueHeadingProps = {
  readonly group: GameGroup
  /** The number of games that the heading shows or hides. */
  readonly count: number
  readonly showSport: boolean
  readonly isCollapsed: boolean
}

/** The heading of a league's games, with the titles of the odds columns on wide screens. */
export function LeagueHeading({ group, count, showSport, isCollapsed }: LeagueHeadingProps) {
  const { key, sport, league, country, title } = group
  return (
    // 24 px high with touch targets of 44 px.
    <div className="league-heading border-t border-line bg-band pl-3 text-12">
      <Link
        href={sportsHref({ sport, league, ...(country === null ? {} : { country }) })}
        className="-my-2 flex min-h-11 min-w-0 items-center gap-2 font-bold [grid-area:title]"
      >
        <Flag country={country} />
        <h2 className="relative min-w-0 truncate">
          <span>{title}</span>
          {showSport && <span className="font-normal text-muted max-[26rem]:sr-only"> · {sportName(sport)}</span>}
        </h2>
      </Link>
      {!isCollapsed && <ColumnTitles sport={sport} />}
      <button
        type="button"
        aria-expanded={!isCollapsed}
        aria-label={`${title}, ${counted(count, 'game')}`}
        onClick={() => toggleCollapsed(key)}
        className="-my-2 flex min-h-11 min-w-15 items-center justify-end gap-2 px-3 font-bold text-muted [grid-area:toggle] lg:min-w-0 lg:pl-0"
      >
        <span className="tabular">{count}</span>
        <ChevronDown className={classes('size-4', !isCollapsed && 'upside-down')} />
      </button>
    </div>
  )
}

export const LeagueHeadingSkeleton = () => (
  <div aria-hidden="true" className="league-heading border-t border-line bg-band pl-3">
    <Skeleton className="h-3 w-40 [grid-area:title]" />
  </div>
)

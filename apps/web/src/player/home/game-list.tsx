import { Fragment, useLayoutEffect } from 'react'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { dayKey, dayLabel, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { useMatches } from '../../shared/use-matches.ts'
import { TWO_COLUMNS } from '../../shared/wide.ts'
import { type GamesPage, useGames } from '../../state/games.ts'
import { usePreferences } from '../../state/preferences.ts'
import { GameRow } from './game-row.tsx'
import { groupGames, type GameGroup } from './group-games.ts'
import { JackpotBanner } from './jackpot-banner.tsx'
import { LeagueHeading } from './league-heading.tsx'

/** The browser lays out the first rows at once, and later rows only when they become visible. */
const ROWS_AT_ONCE = 30
const WHEN_SEEN = '[&_li]:row-when-seen'

/** The banners appear before the first group that follows this many games. */
const GAMES_BEFORE_ADS = 5

type GameListProps = { readonly pages: readonly GamesPage[]; readonly filter: GamesFilter; readonly now: Date }

/** The games by day and league. Ranked lists (a search, the popular games) have no day titles. */
export function GameList({ pages, filter, now }: GameListProps) {
  const collapsed = useCollapsed(filter)
  const manyMarkets = useMatches(TWO_COLUMNS)
  const isRanked = filter.q !== undefined || filter.status === 'popular'
  const groups = useGames((games) => {
    // A game that is rescheduled while a player scrolls can be on two pages.
    const ids = new Set(pages.flatMap((page) => page.ids))
    return groupGames(
      [...ids].flatMap((id) => games[id] ?? []),
      isRanked,
    )
  })
  const afterAds = groupAfter(groups, GAMES_BEFORE_ADS)
  return (
    <>
      {groups.map((group, at) => {
        const isCollapsed = collapsed.includes(group.key)
        return (
          <Fragment key={group.ids[0]}>
            {at === afterAds && <Banners />}
            {!isRanked && group.day !== (groups[at - 1]?.day ?? dayKey(now)) && <DayTitle day={group.day} now={now} />}
            {!(isCollapsed && isRepeated(groups, at)) && (
              <section
                data-league={group.key}
                className={gamesBefore(groups, at) < ROWS_AT_ONCE ? undefined : WHEN_SEEN}
              >
                <LeagueHeading
                  group={group}
                  count={isCollapsed ? gamesOf(groups, group.key) : group.ids.length}
                  showSport={filter.sport === undefined}
                  isCollapsed={isCollapsed}
                />
                {!isCollapsed && (
                  <ul>
                    {group.ids.map((id) => (
                      <GameRow key={id} id={id} now={now} manyMarkets={manyMarkets} />
                    ))}
                  </ul>
                )}
              </section>
            )}
          </Fragment>
        )
      })}
      {afterAds === groups.length && <Banners />}
    </>
  )
}

/** The banner is below the first games, so its code loads after the page. */
const AdBanner = lazyPart(() => import('./ad-banner.tsx').then((m) => m.AdBanner))

const Banners = () => (
  <>
    <AdBanner
      placeholder={
        <div className="border-t border-line p-3">
          <div className="aspect-[4/1] md:aspect-[6/1]" />
        </div>
      }
    />
    <div className="tall:hidden">
      <JackpotBanner />
    </div>
  </>
)

const NONE: readonly string[] = []

/**
 * The collapsed leagues. A list of one league and a search show every game. `public/boot.js` has the same condition.
 */
function useCollapsed({ league, q }: GamesFilter): readonly string[] {
  const collapsed = usePreferences((preferences) => preferences.collapsed)
  const isRead = collapsed !== null
  // Runs before the next paint, because the rendered list replaces the styles of boot.js.
  useLayoutEffect(() => {
    if (isRead) window.endBootStyles?.()
  }, [isRead])
  return isRead && league === undefined && q === undefined ? collapsed : NONE
}

/** Returns whether an earlier group has the same league. A collapsed league has one heading for all of its days. */
const isRepeated = (groups: readonly GameGroup[], at: number): boolean =>
  groups.findIndex((group) => group.key === groups[at]?.key) < at

const gamesOf = (groups: readonly GameGroup[], key: string): number =>
  groups.reduce((sum, group) => (group.key === key ? sum + group.ids.length : sum), 0)

const gamesBefore = (groups: readonly GameGroup[], at: number): number =>
  groups.slice(0, at).reduce((sum, group) => sum + group.ids.length, 0)

/** The index of the first group that follows this many games, or the number of groups. */
function groupAfter(groups: readonly GameGroup[], games: number): number {
  const at = groups.findIndex((_, index) => gamesBefore(groups, index) >= games)
  return at < 0 ? groups.length : at
}

/** The title of a day. It appears above the first group of each day except today. */
function DayTitle({ day, now }: { readonly day: string; readonly now: Date }) {
  const start = startOfDayKey(day)
  return start && <h2 className="border-t border-line px-3 pt-3 pb-1 text-16 font-bold">{dayLabel(start, now)}</h2>
}

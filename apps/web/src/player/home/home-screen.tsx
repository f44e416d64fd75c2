import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useLayoutEffect } from 'react'
import { Link, useSearch } from 'wouter'
import { gamesFilterFrom, homeGamesQuery, homeLiveQuery, type GamesFilter } from '@mupiira/contract/game-lists.ts'
import { dayKey, dayLabel, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { sportName } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Flag } from '../../shared/ui/flag.tsx'
import { CalendarX, ChevronDown } from '../../shared/ui/icons.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { useMatches } from '../../shared/use-matches.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { gameCounts, type GamesPage, gamesPages, useGames } from '../../state/games.ts'
import { toggleCollapsed, usePreferences } from '../../state/preferences.ts'
import { AdBanner } from './ad-banner.tsx'
import { countOf, ListTitle, SportBar, useCountedSports } from './filters.tsx'
import { GameRow, GameRowSkeleton, MANY_MARKETS_WIDTH } from './game-row.tsx'
import { groupGames, type GameGroup } from './group-games.ts'
import { JackpotBanner } from './jackpot-banner.tsx'
import { LiveStrip, useLiveStrip } from './live-strip.tsx'
import { TimeBar } from './time-bar.tsx'

const FRESH_MS = 2 * 60_000
/** The polling interval without a stream (DATA-45). With a stream, events refresh the list. */
const POLL_MS = 30_000
const TICK_MS = 30_000

/**
 * Lays out rows only when they become visible. The first page is excluded, because the browser lays it out completely
 * anyway.
 */
const WHEN_SEEN = '[&_li]:row-when-seen'

/** The banners appear before the first group that follows this many games. */
const GAMES_BEFORE_ADS = 5

/** The home page: upcoming games by start (HOME-01 to HOME-27). */
export function HomeScreen() {
  const search = new URLSearchParams(useSearch())
  const filter = gamesFilterFrom(search)
  const now = useNow(TICK_MS)
  const games = useListedGames(search)
  const hasStrip = filter.status !== 'live'
  const live = useLiveStrip(homeLiveQuery(search), hasStrip)
  // A search hides the row of live games at once. Otherwise the page would move when the response arrives.
  const strip = filter.q !== undefined && live.isPlaceholderData ? undefined : live.data?.pages[0]
  const counts = useCounts(filter, games.data?.pages[0], strip)
  return (
    <>
      <div className="pt-1">
        <SportBar filter={filter} />
      </div>
      <ListTitle filter={filter} listed={useListed(filter, counts)} counts={counts} />
      <LiveStrip ids={hasStrip && strip ? strip.ids : []} now={now} />
      <TimeBar filter={filter} live={hasStrip ? strip?.counts.live : counts?.live} starts={counts?.starts} now={now} />
      <Loaded query={games} what="the games" skeleton={<ListSkeleton />}>
        {({ pages }) => (
          <>
            <GameList pages={pages} filter={filter} now={now} />
            <ShowMore list={games} which="more" what="games" space="border-t border-line p-3" />
          </>
        )}
      </Loaded>
    </>
  )
}

function useListedGames(search: URLSearchParams) {
  const listed = useInfiniteQuery({
    ...gamesPages(homeGamesQuery(search)),
    staleTime: FRESH_MS,
    refetchInterval: usePollingMs(POLL_MS),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (listed.error !== null) console.error('the game list could not be fetched', listed.error)
  }, [listed.error])
  // Placeholder data belongs to another filter. Offline, it would look like the result of this filter.
  const isOtherFilter = listed.isPlaceholderData && listed.fetchStatus === 'paused'
  return isOtherFilter ? { ...listed, data: undefined } : listed
}

type Counts = GamesPage['counts']

/** The numbers of live and upcoming games that match the filter, including games that are not on the loaded pages. */
function useCounts(filter: GamesFilter, list: GamesPage | undefined, strip: GamesPage | undefined): Counts | undefined {
  const { status, ...rest } = filter
  const isLiveList = status === 'live'
  const full = useQuery({ ...gameCounts(rest), enabled: isLiveList, staleTime: POLL_MS, refetchInterval: POLL_MS })
  if (isLiveList) return full.data
  if (list === undefined || strip === undefined) return list?.counts
  const { live } = strip.counts
  return { ...list.counts, live, total: list.counts.upcoming + live }
}

/** The number of games beside the title: the sport bar's count for an unfiltered list, else the list's own count. */
function useListed({ sport, status, ...narrowed }: GamesFilter, counts: Counts | undefined): number | undefined {
  const { data } = useCountedSports()
  if (status !== undefined) return counts?.[status]
  if (narrowed.when !== undefined) return counts?.upcoming
  if (data === undefined || Object.keys(narrowed).length > 0) return counts?.total
  return countOf(data.items, sport)
}

type GameListProps = { readonly pages: readonly GamesPage[]; readonly filter: GamesFilter; readonly now: Date }

function GameList({ pages, filter, now }: GameListProps) {
  const collapsed = useCollapsed(filter)
  const manyMarkets = useMatches(MANY_MARKETS_WIDTH)
  const isRanked = filter.q !== undefined
  const grouped = useGames((games) =>
    pages.map(({ ids }) =>
      groupGames(
        ids.flatMap((id) => games[id] ?? []),
        isRanked,
      ),
    ),
  )
  if (pages.every(({ ids }) => ids.length === 0)) return <NoGames filter={filter} />
  const dayBefore = (page: number, at: number): string =>
    (grouped[page]?.[at - 1] ?? grouped[page - 1]?.at(-1))?.day ?? dayKey(now)
  return grouped.map((groups, index) => {
    const afterAds = index === 0 ? groupAfter(groups, GAMES_BEFORE_ADS) : -1
    return (
      <div key={groups[0]?.ids[0] ?? index} className={index === 0 ? undefined : WHEN_SEEN}>
        {groups.map((group, at) => (
          <Fragment key={group.ids[0]}>
            {at === afterAds && <Banners />}
            {!isRanked && group.day !== dayBefore(index, at) && <DayTitle day={group.day} now={now} />}
            {!isRepeated(groups, at, collapsed) && (
              <section data-league={group.key}>
                <GroupTitle
                  group={group}
                  count={collapsed.includes(group.key) ? gamesOf(groups, group.key) : group.ids.length}
                  showSport={filter.sport === undefined}
                  isCollapsed={collapsed.includes(group.key)}
                />
                {!collapsed.includes(group.key) && (
                  <ul>
                    {group.ids.map((id) => (
                      <GameRow key={id} id={id} now={now} manyMarkets={manyMarkets} />
                    ))}
                  </ul>
                )}
              </section>
            )}
          </Fragment>
        ))}
        {afterAds === groups.length && <Banners />}
      </div>
    )
  })
}

const Banners = () => (
  <>
    <AdBanner />
    <JackpotBanner />
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

/**
 * Returns whether a group's heading is omitted. A collapsed league has one heading per page, even with several groups.
 */
const isRepeated = (groups: readonly GameGroup[], at: number, collapsed: readonly string[]): boolean => {
  const key = groups[at]?.key ?? ''
  return collapsed.includes(key) && groups.findIndex((group) => group.key === key) < at
}

/** The number of a league's games on a page. */
const gamesOf = (groups: readonly GameGroup[], key: string): number =>
  groups.reduce((sum, group) => (group.key === key ? sum + group.ids.length : sum), 0)

/** The index of the first group that follows this many games, or the number of groups. */
function groupAfter(groups: readonly GameGroup[], games: number): number {
  let before = 0
  for (const [at, group] of groups.entries()) {
    if (before >= games) return at
    before += group.ids.length
  }
  return groups.length
}

/** The title of a day. It appears above the first group of each day except today. */
function DayTitle({ day, now }: { readonly day: string; readonly now: Date }) {
  const start = startOfDayKey(day)
  return start && <h2 className="border-t border-line px-3 pt-3 pb-1 text-16 font-bold">{dayLabel(start, now)}</h2>
}

type GroupTitleProps = {
  readonly group: GameGroup
  /** The number of games that the heading shows or hides. */
  readonly count: number
  readonly showSport: boolean
  readonly isCollapsed: boolean
}

function GroupTitle({ group, count, showSport, isCollapsed }: GroupTitleProps) {
  const { key, sport, league, country, title } = group
  return (
    // 25 px high with a touch target of 44 px.
    <div className="flex border-t border-line bg-raised">
      <Link
        href={sportsHref({ sport, league, ...(country === null ? {} : { country }) })}
        className="-my-2.5 flex min-h-11 min-w-0 flex-1 items-center justify-between gap-2 pl-3 text-12 font-bold"
      >
        <Flag country={country} />
        <h2 className="relative min-w-0 flex-1 truncate">
          <span>{title}</span>
          {showSport && <span className="font-normal text-muted max-[26rem]:sr-only"> · {sportName(sport)}</span>}
        </h2>
      </Link>
      <button
        type="button"
        aria-expanded={!isCollapsed}
        aria-label={`${title}, ${count} ${count === 1 ? 'game' : 'games'}`}
        onClick={() => toggleCollapsed(key)}
        className="-my-2.5 flex min-h-11 min-w-15 shrink-0 items-center justify-end gap-2 px-3 text-12 font-bold text-muted"
      >
        <span className="tabular">{count}</span>
        <ChevronDown className={classes('size-4', !isCollapsed && 'upside-down')} />
      </button>
    </div>
  )
}

function NoGames({ filter }: { readonly filter: GamesFilter }) {
  const narrowed = Object.keys(filter).length > 0
  return (
    <EmptyState
      icon={<CalendarX className="size-8" />}
      title={narrowed ? 'No games match' : 'No games at the moment'}
      text={narrowed ? 'Try another search or filter.' : 'New games appear here as soon as they are published.'}
      action={narrowed && <ButtonLink href="/sports">Show all games</ButtonLink>}
    />
  )
}

function ListSkeleton() {
  return Array.from({ length: 6 }, (_, i) => <GameRowSkeleton key={i} />)
}

import { type FetchStatus, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { useSearch } from 'wouter'
import { gamesFilterFrom, homeGamesQuery, homeLiveQuery, type GamesFilter } from '@mupiira/contract/game-lists.ts'
import { useNow } from '../../shared/clock.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { gameCounts, type GamesPage, gamesPages } from '../../state/games.ts'
import { countOf, ListHead, useCountedSports } from './filters.tsx'
import { GameList } from './game-list.tsx'
import { GameRowSkeleton } from './game-row.tsx'
import { JackpotBanner } from './jackpot-banner.tsx'
import { LeagueHeadingSkeleton } from './league-heading.tsx'
import { LiveStrip, useLiveStrip } from './live-strip.tsx'
import { TimeBar } from './time-bar.tsx'

const FRESH_MS = 2 * 60_000
/** The polling interval without a stream. With a stream, events refresh the list. */
const POLL_MS = 30_000
const TICK_MS = 30_000

/** The home page: upcoming games by day and league (HOME-01 to HOME-27). */
export function HomeScreen() {
  const search = new URLSearchParams(useSearch())
  const filter = gamesFilterFrom(search)
  const now = useNow(TICK_MS)
  const games = useListedGames(search)
  // A search lists live games too.
  const hasStrip = filter.status !== 'live' && filter.q === undefined
  const live = useLiveStrip(homeLiveQuery(search), hasStrip)
  const strip = hasStrip && !isOfOtherFilter(live) ? live.data?.pages[0] : undefined
  const counts = useCounts(filter, games.data?.pages[0], strip)
  return (
    <>
      <ListHead filter={filter} listed={useListed(filter, counts)} counts={counts} />
      {hasStrip && (
        <div className="hidden tall:block">
          <JackpotBanner />
        </div>
      )}
      <LiveStrip ids={strip?.ids ?? []} count={strip?.counts.live} now={now} />
      <div className="tall:py-1.5">
        <TimeBar
          filter={filter}
          live={hasStrip ? strip?.counts.live : counts?.live}
          starts={counts?.starts}
          now={now}
        />
      </div>
      <Loaded query={games} what="the games" skeleton={<ListSkeleton />}>
        {({ pages }) => {
          const found = pages[0]?.search
          if (pages.every(({ ids }) => ids.length === 0)) {
            return found === undefined ? (
              <NoGames isNarrowed={Object.keys(filter).length > 0} />
            ) : (
              <NoResults filter={filter} search={found} now={now} />
            )
          }
          const hasNote = found !== undefined && (found.isNear || found.elsewhere > 0)
          return (
            <>
              {hasNote && (
                <SearchNote filter={filter} search={found} now={now} placeholder={<div className="h-16" />} />
              )}
              <GameList pages={pages} filter={filter} now={now} />
              <ShowMore list={games} which="more" what="games" space="border-t border-line p-3" />
            </>
          )
        }}
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
  return isOfOtherFilter(listed) ? { ...listed, data: undefined } : listed
}

type Listed = { readonly isPlaceholderData: boolean; readonly fetchStatus: FetchStatus }

/** Placeholder data belongs to another filter. Offline, it would look like the result of this filter. */
const isOfOtherFilter = ({ isPlaceholderData, fetchStatus }: Listed): boolean =>
  isPlaceholderData && fetchStatus === 'paused'

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

/** Loaded only for search results. */
const SearchNote = lazyPart(() => import('./search-note.tsx').then((m) => m.SearchNote))
const NoResults = lazyPart(() => import('./search-note.tsx').then((m) => m.NoResults))
const NoGames = lazyPart(() => import('./search-note.tsx').then((m) => m.NoGames))

/** Two games per league, as in most lists. */
function ListSkeleton() {
  return Array.from({ length: 6 }, (_, at) => (
    <Fragment key={at}>
      {at % 2 === 0 && <LeagueHeadingSkeleton />}
      <GameRowSkeleton />
    </Fragment>
  ))
}

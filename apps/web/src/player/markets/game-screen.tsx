import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { useNow } from '../../shared/clock.ts'
import { hasScore, isLive, leagueName, timeText } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { Flag } from '../../shared/ui/flag.tsx'
import { RefreshButton } from '../../shared/ui/refresh-button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { LeagueStar, TeamStar } from '../../state/favourite-star.tsx'
import { gameMarkets, useGame } from '../../state/games.ts'
import { OwnBets } from '../../state/own-bets.tsx'
import { useRefresh } from '../../state/use-refresh.ts'
import { GAME_MISSING } from './game-missing.tsx'
import { GameTabs } from './game-tabs.tsx'
import { MarketPanel, MarketsSkeleton } from './market-panel.tsx'
import { MatchPanel } from './match-panel.tsx'

const REFRESH_MS = 20_000
const TICK_MS = 30_000
const NOT_LOADED = 'Failed to fetch game details.'

/** The screen of a game: state, facts and markets (LIVE-24 to LIVE-44). */
export function GameScreen({ params }: { readonly params: { readonly [name: string]: string } }) {
  const id = params['id'] ?? ''
  const query = useQuery({ ...gameMarkets(id), refetchInterval: usePollingMs(REFRESH_MS) })
  const { busy, refresh } = useRefresh(query.refetch, NOT_LOADED)
  const game = useGame(id)
  return (
    <>
      <ScreenHeader
        title={game?.name ?? 'Game'}
        backTo="/live"
        {...(game && { start: <LeagueLink game={game} />, end: <RefreshButton busy={busy} onRefresh={refresh} /> })}
      />
      <Loaded
        query={query}
        what="the game"
        skeleton={<GameSkeleton />}
        failure={{ title: NOT_LOADED }}
        missing={GAME_MISSING}
      >
        {(markets) =>
          game && (
            <>
              <Scoreboard game={game} />
              {game.sport === 'soccer' && hasScore(game) && <MatchPanel game={game} />}
              <GameTabs game={game} />
              <h2 className="border-t border-line px-3 pt-4 pb-1 text-16 font-bold">Markets</h2>
              <MarketPanel game={game} markets={markets} />
              <OwnBets gameId={game.id} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The league replaces the title, because the team names follow below. */
function LeagueLink({ game: { league, country, sport } }: { readonly game: Game }) {
  return (
    <>
      <Link
        href={sportsHref({ sport, league, ...(country === null ? {} : { country }) })}
        className="flex min-h-11 min-w-0 items-center gap-2 text-14"
      >
        <Flag country={country} />
        <span className="truncate">{leagueName(league, country)}</span>
      </Link>
      <LeagueStar league={{ name: league, country, sport }} />
    </>
  )
}

/** The state of the game: "Not started", then the clock, or the period in sports without a clock. */
function Status({ game }: { readonly game: Game }) {
  const now = useNow(TICK_MS)
  const live = isLive(game)
  const label = game.status === 'upcoming' ? 'Not started' : (game.clock?.label ?? timeText(game, now))
  return (
    <div className={classes('text-14 font-bold', live ? 'text-live' : 'text-muted')}>
      <span className="inline-flex items-center gap-1.5 tabular">
        {live && <span aria-hidden="true" className="size-2 rounded-full bg-live" />}
        <span>{label}</span>
      </span>
      <span role="status">
        {/* A screen reader announces half time and the end, but not each minute. */}
        <span className="sr-only">{/\d/.test(label) ? '' : label}</span>
        {game.delayed && <span className="block text-12 text-down">Live data delayed</span>}
      </span>
    </div>
  )
}

function Scoreboard({ game }: { readonly game: Game }) {
  const now = useNow(TICK_MS)
  const { sport, halfTimeHomeScore: halfHome, halfTimeAwayScore: halfAway } = game
  return (
    <section
      aria-label="Score"
      className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2 px-3 py-3 text-center"
    >
      <Team name={game.homeTeam} sport={sport} isHome />
      <div className="px-1">
        <Status game={game} />
        <p className="text-28 font-bold whitespace-nowrap tabular">
          {hasScore(game) ? (
            `${game.homeScore ?? 0} – ${game.awayScore ?? 0}`
          ) : (
            <span className="text-16">{timeText(game, now)}</span>
          )}
        </p>
        {halfHome !== null && halfAway !== null && (
          <p className="text-12 text-muted tabular">
            <abbr title="Half time" className="no-underline">
              HT
            </abbr>{' '}
            {halfHome} – {halfAway}
          </p>
        )}
      </div>
      <Team name={game.awayTeam} sport={sport} />
    </section>
  )
}

type TeamProps = { readonly name: string; readonly sport: string; readonly isHome?: boolean }

/** The star is at the outer edge, so that the badge is centred. */
function Team({ name, sport, isHome = false }: TeamProps) {
  return (
    <div className="relative flex min-w-0 flex-col items-center">
      <span className={classes('absolute -top-1', isHome ? '-left-2' : '-right-2')}>
        <TeamStar team={name} />
      </span>
      <span className="flex min-h-9 items-center">
        <Crest name={name} sport={sport} size="large" />
      </span>
      <p className="max-w-full pt-1 text-14 leading-5 font-bold">{name}</p>
    </div>
  )
}

const TeamSkeleton = () => (
  <div className="flex flex-col items-center gap-2">
    <Skeleton className="size-7 rounded-full" />
    <Skeleton className="h-4 w-20" />
  </div>
)

/** The teams with the score, and the first markets. */
function GameSkeleton() {
  return (
    <>
      <div className="flex items-center justify-between p-3">
        <TeamSkeleton />
        <Skeleton className="h-9 w-20" />
        <TeamSkeleton />
      </div>
      <MarketsSkeleton />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { useNow } from '../../shared/clock.ts'
import { hasScore, isLive, leagueName, sportName, timeText } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { Flag } from '../../shared/ui/flag.tsx'
import { RefreshButton } from '../../shared/ui/refresh-button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { LeagueStar, TeamStar } from '../../state/favourite-star.tsx'
import { gameMarkets, useGame } from '../../state/games.ts'
import { OwnBets } from '../../state/own-bets.tsx'
import { useRefresh } from '../../state/use-refresh.ts'
import { GameTabs } from './game-tabs.tsx'
import { MarketPanel } from './market-panel.tsx'

const REFRESH_MS = 20_000
const TICK_MS = 30_000
const FULL_MINUTES = 90
const NOT_LOADED = 'Failed to fetch game details.'

/** The screen of a game: state, facts and markets (LIVE-24 to LIVE-44). */
export function GameScreen({ params }: { readonly params: { readonly [name: string]: string } }) {
  const id = params['id'] ?? ''
  const query = useQuery({ ...gameMarkets(id), refetchInterval: usePollingMs(REFRESH_MS) })
  const { busy, refresh } = useRefresh(query.refetch, NOT_LOADED)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const game = useGame(id)
  return (
    <>
      <ScreenHeader
        title={game?.name ?? 'Game'}
        backTo="/live"
        end={game && <Status game={game} busy={busy} onRefresh={refresh} />}
      />
      {isMissing ? (
        <EmptyState
          title="Game not found."
          text="It may have been removed. See all games in the list."
          action={<ButtonLink href="/sports">Show all games</ButtonLink>}
        />
      ) : (
        <Loaded query={query} what="the game" skeleton={<GameSkeleton />} failure={{ title: NOT_LOADED }}>
          {(markets) =>
            game && (
              <>
                <Scoreboard game={game} />
                <OwnBets gameId={game.id} />
                <GameTabs game={game} />
                <h2 className="border-t border-line px-3 pt-4 pb-1 text-16 font-bold">Markets</h2>
                <MarketPanel game={game} markets={markets} />
              </>
            )
          }
        </Loaded>
      )}
    </>
  )
}

type StatusProps = { readonly game: Game; readonly busy: boolean; readonly onRefresh: () => void }

/**
 * The state of the game: "Not started", then the clock, or the period in sports without a clock (LIVE-24 to LIVE-28).
 */
function Status({ game, busy, onRefresh }: StatusProps) {
  const now = useNow(TICK_MS)
  const label = game.status === 'upcoming' ? 'Not started' : (game.clock?.label ?? timeText(game, now))
  return (
    <>
      <span className={classes('text-right text-12 font-bold', isLive(game) ? 'text-live' : 'text-muted')}>
        <span>{label}</span>
        <span role="status">
          {/* A screen reader announces the half time and the end, and not each minute. */}
          <span className="sr-only">{/\d/.test(label) ? '' : label}</span>
          {game.delayed && <span className="block text-down">Live data delayed</span>}
        </span>
      </span>
      <RefreshButton busy={busy} onRefresh={onRefresh} />
    </>
  )
}

function Scoreboard({ game }: { readonly game: Game }) {
  const now = useNow(TICK_MS)
  const { league, country, sport } = game
  return (
    <section aria-label="Score" className="px-3 pt-1 pb-4">
      <div className="flex items-center justify-between">
        <Link
          href={sportsHref({ sport, league, ...(country === null ? {} : { country }) })}
          className="flex min-h-11 min-w-0 items-center gap-1.5 text-12 text-muted"
        >
          <Flag country={country} />
          <span className="truncate">
            {sportName(sport)} · {leagueName(league, country)}
          </span>
        </Link>
        <LeagueStar league={{ name: league, country, sport }} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 text-center">
        <Team name={game.homeTeam} sport={sport} />
        <p className="px-1 text-28 font-bold whitespace-nowrap tabular">
          {hasScore(game) ? (
            `${game.homeScore ?? 0} – ${game.awayScore ?? 0}`
          ) : (
            <span className="text-16">{timeText(game, now)}</span>
          )}
        </p>
        <Team name={game.awayTeam} sport={sport} />
      </div>
      {game.clock !== null && hasScore(game) && <Progress minute={game.clock.minute} isLive={isLive(game)} />}
      {game.halfTimeHomeScore !== null && game.halfTimeAwayScore !== null && (
        <p className="pt-2 text-center text-12 text-muted tabular">
          Half time {game.halfTimeHomeScore} – {game.halfTimeAwayScore}
        </p>
      )}
    </section>
  )
}

function Team({ name, sport }: { readonly name: string; readonly sport: string }) {
  return (
    <div className="flex min-w-0 flex-col items-center">
      <span className="flex items-center">
        <Crest name={name} sport={sport} size="large" />
        <TeamStar team={name} />
      </span>
      <p className="max-w-full text-16 leading-5 font-bold">{name}</p>
    </div>
  )
}

/** An SVG, because the content security policy forbids inline styles. */
function Progress({ minute, isLive }: { readonly minute: number; readonly isLive: boolean }) {
  return (
    <div
      role="progressbar"
      aria-label="Minutes played"
      aria-valuemin={0}
      aria-valuemax={FULL_MINUTES}
      aria-valuenow={minute}
      className="pt-3"
    >
      <svg viewBox={`0 0 ${FULL_MINUTES} 2`} preserveAspectRatio="none" className="h-1.5 w-full rounded-full bg-line">
        <rect width={minute} height="2" className={isLive ? 'fill-live' : 'fill-muted'} />
      </svg>
      <p aria-hidden="true" className="flex justify-between pt-1 text-12 text-muted tabular">
        <span>0'</span>
        <span>45'</span>
        <span>90'</span>
      </p>
    </div>
  )
}

function GameSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

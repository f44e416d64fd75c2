import { useId } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import { useNow } from '../../shared/clock.ts'
import { sportName, timeText } from '../../shared/format/game-texts.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { ChevronRight, Lock } from '../../shared/ui/icons.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { useGame, useGames } from '../../state/games.ts'
import { LiveNotice } from '../../state/live-notice.tsx'
import { useGamesWithOwnBets } from '../../state/own-tickets.ts'
import { InPlayRow } from './in-play-row.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { LiveLeagues } from './live-leagues.tsx'
import { LiveGameList } from './live-game-list.tsx'
import { useLiveGames } from './use-live-games.ts'

const TICK_MS = 30_000

const TABS = SPORTS.map((id) => ({ id, name: sportName(id) }))

export function LiveScreen() {
  const [path, navigate] = useLocation()
  const query = liveGamesQuery(path, new URLSearchParams(useSearch()))
  const { busy, refresh, delayed, hasFailed, ...live } = useLiveGames(query)
  const panelId = useId()
  return (
    <>
      <ScreenHeader
        title="Live Now"
        backTo="/"
        end={<LiveIndicator delayed={delayed} hasFailed={hasFailed} busy={busy} onRefresh={refresh} />}
      />
      <Tabs
        label="Sports"
        tabs={TABS}
        chosen={query.sport ?? 'soccer'}
        onChoose={(sport) => navigate(sport === 'soccer' ? path : `${path}?sport=${sport}`, { replace: true })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${query.sport ?? 'soccer'}`}>
        <LiveGameList
          {...live}
          what="games"
          skeleton={<LiveSkeleton />}
          emptyText="Games appear here as soon as they kick off."
        >
          {(ids) => <LiveList ids={ids} />}
        </LiveGameList>
      </div>
    </>
  )
}

function LiveList({ ids }: { readonly ids: readonly string[] }) {
  const now = useNow(TICK_MS)
  const ownGames = useGamesWithOwnBets()
  const takesBets = useGames((games) => ids.some((id) => games[id]?.inPlay !== undefined))
  return (
    <>
      {takesBets ? <LiveNotice /> : <BetsClosed />}
      <LiveLeagues ids={ids} hasColumns>
        {(id) => <LiveRow key={id} id={id} now={now} hasOwnBet={ownGames.has(id)} />}
      </LiveLeagues>
    </>
  )
}

/** Shown once instead of locked odds at every game. */
const BetsClosed = () => (
  <div className="flex flex-wrap items-center gap-x-2 bg-tint px-3 text-14">
    <Lock className="size-4 shrink-0 text-muted" />
    <p className="min-w-0 flex-1">Bets close at kick-off. Follow the games here.</p>
    <Link href="/sports" className="inline-flex min-h-11 items-center font-bold underline">
      Upcoming games
    </Link>
  </div>
)

type LiveRowProps = { readonly id: string; readonly now: Date; readonly hasOwnBet: boolean }

function LiveRow({ id, now, hasOwnBet }: LiveRowProps) {
  const game = useGame(id)
  if (game === undefined) return null
  if (game.inPlay) return <InPlayRow game={game} now={now} hasOwnBet={hasOwnBet} />
  const { homeTeam, awayTeam, sport, halfTimeHomeScore: halfHome, halfTimeAwayScore: halfAway } = game
  return (
    <li className="live-row-when-seen border-t border-line">
      <Link
        href={`/live/${game.id}`}
        className="grid min-h-15 grid-cols-[3.5rem_minmax(0,1fr)_auto_auto] items-center gap-x-2 px-3 py-2"
      >
        <span className="text-12 leading-4 tabular">
          <b className="block text-live">{timeText(game, now)}</b>
          {halfHome !== null && halfAway !== null && (
            <span className="block text-muted">
              HT {halfHome} – {halfAway}
            </span>
          )}
        </span>
        <span className="min-w-0 text-14 leading-5 font-medium">
          {[homeTeam, awayTeam].map((team) => (
            <span key={team} className="flex items-center gap-2">
              <Crest name={team} sport={sport} />
              <span className="min-w-0 truncate">{team}</span>
            </span>
          ))}
        </span>
        <span className="text-right text-16 leading-5 font-bold tabular">
          <span className="sr-only">Score </span>
          <span className="block">{game.homeScore ?? 0}</span>
          <span className="block">{game.awayScore ?? 0}</span>
        </span>
        <ChevronRight className="size-4 text-muted" />
        {hasOwnBet && (
          <span className="col-span-3 col-start-2 flex items-center gap-1.5 pt-0.5 text-12 leading-4 font-bold">
            <span aria-hidden="true" className="size-2 rounded-full bg-gold" /> Your bet
          </span>
        )}
      </Link>
    </li>
  )
}

function LiveSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-3">
      <p className="text-center text-14 text-muted">Loading Data...</p>
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i} className="flex items-center gap-3 border-b border-line pb-3">
          <Skeleton className="h-4 w-9" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="h-9 w-3" />
        </div>
      ))}
    </div>
  )
}

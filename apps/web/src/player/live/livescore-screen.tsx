import { Link, useLocation, useSearch } from 'wouter'
import { liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import { useNow } from '../../shared/clock.ts'
import { timeText } from '../../shared/format/game-texts.ts'
import { closedReason } from '../../shared/lock-reason.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { LiveLeagues } from './live-leagues.tsx'
import { LiveGameList } from './live-game-list.tsx'
import { useGame, useGames } from '../../state/games.ts'
import { LiveNotice } from '../../state/live-notice.tsx'
import { MoneylineOdds } from '../../state/moneyline-odds.tsx'
import { useLiveGames } from './use-live-games.ts'

const TICK_MS = 30_000

/** The scores of all live games by league (APP-04). */
export function LivescoreScreen() {
  const [path] = useLocation()
  const { busy, refresh, delayed, hasFailed, ...live } = useLiveGames(
    liveGamesQuery(path, new URLSearchParams(useSearch())),
  )
  return (
    <>
      <ScreenHeader
        title="Livescore"
        backTo="/"
        end={<LiveIndicator delayed={delayed} hasFailed={hasFailed} busy={busy} onRefresh={refresh} />}
      />
      <LiveGameList
        {...live}
        what="scores"
        skeleton={<ScoresSkeleton />}
        emptyText="Scores appear here as soon as a game kicks off."
      >
        {(ids) => <Scores ids={ids} />}
      </LiveGameList>
    </>
  )
}

function Scores({ ids }: { readonly ids: readonly string[] }) {
  const now = useNow(TICK_MS)
  const takesBets = useGames((games) => ids.some((id) => games[id]?.inPlay !== undefined))
  return (
    <>
      {takesBets && <LiveNotice />}
      <LiveLeagues ids={ids} showSport>
        {(id) => <Score key={id} id={id} now={now} />}
      </LiveLeagues>
    </>
  )
}

function Score({ id, now }: { readonly id: string; readonly now: Date }) {
  const game = useGame(id)
  if (game === undefined) return null
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={`/live/${id}`}
        className={classes(
          'grid grid-cols-[3.5rem_minmax(0,1fr)_3rem_minmax(0,1fr)] items-center gap-x-2 px-3 text-14',
          game.inPlay ? 'min-h-9' : 'min-h-11',
        )}
      >
        <b className="text-12 text-live tabular">{timeText(game, now)}</b>
        <span className="flex items-center justify-end gap-1.5 py-1 text-right">
          <span className="min-w-0 wrap-anywhere">{game.homeTeam}</span>
          <Crest name={game.homeTeam} sport={game.sport} />
        </span>
        <b className="text-center text-16 tabular">{`${game.homeScore ?? 0} – ${game.awayScore ?? 0}`}</b>
        <span className="flex items-center gap-1.5 py-1">
          <Crest name={game.awayTeam} sport={game.sport} />
          <span className="min-w-0 wrap-anywhere">{game.awayTeam}</span>
        </span>
      </Link>
      {game.inPlay && (
        <div className="px-3 pb-1">
          <MoneylineOdds game={game} closed={closedReason(game, now)} />
        </div>
      )}
    </li>
  )
}

function ScoresSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-3">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="h-8 w-full" />
      ))}
    </div>
  )
}

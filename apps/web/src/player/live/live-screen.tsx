import { useId } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import { useNow } from '../../shared/clock.ts'
import { leagueName, sportName, timeText } from '../../shared/format/game-texts.ts'
import { IN_PLAY } from '../../shared/lock-reason.ts'
import { lockedOdds, outcomesOf } from '../../shared/locked-odds.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { Flag } from '../../shared/ui/flag.tsx'
import { OddsButton } from '../../shared/ui/odds-button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { LiveListed } from './live-listed.tsx'
import { useGame } from '../../state/games.ts'
import { useLiveGames } from './use-live-games.ts'

const TICK_MS = 30_000

const TABS = SPORTS.map((id) => ({ id, name: sportName(id) }))

export function LiveScreen() {
  const [path, navigate] = useLocation()
  const query = liveGamesQuery(path, new URLSearchParams(useSearch()))
  const { busy, refresh, delayed, ...live } = useLiveGames(query)
  const panelId = useId()
  return (
    <>
      <ScreenHeader
        title="Live Now"
        backTo="/"
        end={<LiveIndicator delayed={delayed} busy={busy} onRefresh={refresh} />}
      />
      <Tabs
        label="Sports"
        tabs={TABS}
        chosen={query.sport ?? 'soccer'}
        onChoose={(sport) => navigate(sport === 'soccer' ? path : `${path}?sport=${sport}`, { replace: true })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${query.sport ?? 'soccer'}`}>
        <LiveListed
          {...live}
          what="games"
          skeleton={<LiveSkeleton />}
          emptyText="Games appear here as soon as they kick off."
        >
          {(ids) => <LiveList ids={ids} />}
        </LiveListed>
      </div>
    </>
  )
}

function LiveList({ ids }: { readonly ids: readonly string[] }) {
  const now = useNow(TICK_MS)
  return (
    <ul>
      {ids.map((id) => (
        <LiveRow key={id} id={id} now={now} />
      ))}
    </ul>
  )
}

function LiveRow({ id, now }: { readonly id: string; readonly now: Date }) {
  const game = useGame(id)
  if (game === undefined) return null
  const sides = outcomesOf(game)
  return (
    <li className="live-row-when-seen border-b border-line">
      <Link
        href={`/live/${game.id}`}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 pt-2.5 md:grid-cols-[minmax(0,1fr)_3rem]"
      >
        <span className="col-span-2 flex items-center gap-1.5 text-12">
          <b className="shrink-0 text-live tabular">{timeText(game, now)}</b>
          <Flag country={game.country} />
          <span className="truncate text-muted">{leagueName(game.league, game.country)}</span>
        </span>
        <span className="pt-1 text-16 font-medium">
          {[game.homeTeam, game.awayTeam].map((team) => (
            <span key={team} className="flex items-center gap-1.5">
              <Crest name={team} sport={game.sport} />
              <span className="min-w-0 truncate">{team}</span>
            </span>
          ))}
        </span>
        <span className="pt-1 text-right text-16 font-bold tabular">
          <span className="sr-only">Score </span>
          <span className="block">{game.homeScore ?? 0}</span>
          <span className="block">{game.awayScore ?? 0}</span>
        </span>
      </Link>
      <div className={classes('grid gap-2 px-3 pt-2 pb-3', sides.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
        {sides.map((side) => (
          <OddsButton
            key={side}
            label={side}
            name={side === 'X' ? 'Draw' : side === '1' ? game.homeTeam : game.awayTeam}
            odds={null}
            selected={false}
            locked={IN_PLAY}
            {...lockedOdds(game, side)}
            onToggle={never}
          />
        ))}
      </div>
    </li>
  )
}

/** A game in play accepts no bets. */
const never = (): void => undefined

function LiveSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-3">
      <p className="text-center text-14 text-muted">Loading Data...</p>
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  )
}

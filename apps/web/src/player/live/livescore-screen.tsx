import { Radio } from 'lucide-react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { useNow } from '../../shared/clock.ts'
import { leagueName, sportName, timeText } from '../../shared/format/game-texts.ts'
import { liveQuery } from '../../shared/games-query.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { useLiveGames, useRefresh } from './use-live-games.ts'

const TICK_MS = 30_000

/** The scores of all live games, league by league, and nothing else (APP-04). */
export function LivescoreScreen() {
  const [path] = useLocation()
  const { listed, games } = useLiveGames(liveQuery(path, new URLSearchParams(useSearch())))
  const { busy, refresh } = useRefresh(listed.refetch)
  return (
    <>
      <ScreenHeader title="Livescore" backTo="/" end={<LiveIndicator busy={busy} onRefresh={refresh} />} />
      <Loaded
        query={listed}
        what="the scores"
        skeleton={<ScoresSkeleton />}
        failure={{ title: 'Failed to fetch live games. Please try again.' }}
      >
        {() => (
          <>
            <Scores games={games ?? []} />
            {listed.hasNextPage && (
              <div className="border-t border-line p-3">
                <Button look="secondary" wide onClick={() => void listed.fetchNextPage()}>
                  Show more scores
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Scores({ games }: { readonly games: readonly Game[] }) {
  const now = useNow(TICK_MS)
  if (games.length === 0) {
    return (
      <EmptyState
        icon={<Radio className="size-8" />}
        title="No live games at the moment."
        text="Scores appear here as soon as a game kicks off."
        action={<ButtonLink href="/sports">See what comes next</ButtonLink>}
      />
    )
  }
  return byLeague(games).map(([league, inLeague]) => (
    <section key={league} aria-label={league}>
      <h2 className="border-t border-line px-3 pt-3 pb-1 text-12 font-bold text-muted">{league}</h2>
      <ul>
        {inLeague.map((game) => (
          <li key={game.id}>
            <Link
              href={`/live/${game.id}`}
              className="grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)_3.5rem_minmax(0,1fr)] items-center gap-x-2 px-3 text-14"
            >
              <b className="text-12 text-live tabular">{timeText(game, now)}</b>
              <span className="truncate text-right">{game.homeTeam}</span>
              <b className="text-center text-16 tabular">
                {game.homeScore ?? 0} – {game.awayScore ?? 0}
              </b>
              <span className="truncate">{game.awayTeam}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** A league where its first game stands. */
function byLeague(games: readonly Game[]): [string, Game[]][] {
  const leagues = new Map<string, Game[]>()
  for (const game of games) {
    const league = `${sportName(game.sport)} · ${leagueName(game.league, game.country)}`
    leagues.set(league, [...(leagues.get(league) ?? []), game])
  }
  return [...leagues]
}

function ScoresSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-3">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} look="h-8 w-full" />
      ))}
    </div>
  )
}

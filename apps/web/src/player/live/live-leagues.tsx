import type { ReactNode } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { leagueKey, leagueName, sportName } from '../../shared/format/game-texts.ts'
import { Flag } from '../../shared/ui/flag.tsx'
import { useGames } from '../../state/games.ts'

type LiveLeaguesProps = {
  readonly ids: readonly string[]
  /** True if the list has games of several sports. */
  readonly showSport?: boolean
  readonly children: (id: string) => ReactNode
}

/** Live games under one heading per league, in the order of each league's first game. */
export function LiveLeagues({ ids, showSport = false, children }: LiveLeaguesProps) {
  const leagues = useGames((games) => byLeague(ids.flatMap((id) => games[id] ?? [])))
  return leagues.map(({ key, sport, league, country, ids: inLeague }) => {
    const name = leagueName(league, country)
    return (
      <section key={key} aria-label={showSport ? `${sportName(sport)} · ${name}` : name}>
        <h2 className="flex min-h-8 items-center gap-2 border-t border-line bg-band px-3 text-12 font-bold">
          <Flag country={country} />
          <span className="min-w-0 flex-1 truncate">
            <span>{name}</span>
            {showSport && <span className="font-normal text-muted"> · {sportName(sport)}</span>}
          </span>
          <span className="text-muted tabular">
            {inLeague.length}
            <span className="sr-only"> {inLeague.length === 1 ? 'game' : 'games'}</span>
          </span>
        </h2>
        <ul>{inLeague.map(children)}</ul>
      </section>
    )
  })
}

type League = Pick<Game, 'sport' | 'league' | 'country'> & { readonly key: string; readonly ids: readonly string[] }

function byLeague(games: readonly Game[]): readonly League[] {
  const leagues = new Map<string, League & { ids: string[] }>()
  for (const { id, sport, league, country } of games) {
    const key = leagueKey({ sport, country, name: league })
    const known = leagues.get(key)
    if (known === undefined) leagues.set(key, { key, sport, league, country, ids: [id] })
    else known.ids.push(id)
  }
  return [...leagues.values()]
}

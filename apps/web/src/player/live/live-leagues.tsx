import type { ReactNode } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { leagueKey, leagueName, sportName } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { ColumnTitles } from '../../shared/ui/column-titles.tsx'
import { Flag } from '../../shared/ui/flag.tsx'
import { useGames } from '../../state/games.ts'

type LiveLeaguesProps = {
  readonly ids: readonly string[]
  /** True if the list has games of several sports. */
  readonly showSport?: boolean
  /** True if the rows have the columns of `game-row`. */
  readonly hasColumns?: boolean
  readonly children: (id: string) => ReactNode
}

/** Live games under one heading per league, in the order of each league's first game. */
export function LiveLeagues({ ids, showSport = false, hasColumns = false, children }: LiveLeaguesProps) {
  const leagues = useGames((games) => byLeague(ids.flatMap((id) => games[id] ?? [])))
  return leagues.map(({ key, sport, league, country, ids: inLeague, takesBets }) => {
    const name = leagueName(league, country)
    return (
      <section key={key} aria-label={showSport ? `${sportName(sport)} · ${name}` : name}>
        <div
          className={classes(
            hasColumns ? 'league-heading' : 'flex items-center',
            'min-h-8 border-t border-line bg-band pl-3 text-12 font-bold',
          )}
        >
          <h2 className="flex min-w-0 flex-1 items-center gap-2 [grid-area:title]">
            <Flag country={country} />
            <span className="min-w-0 flex-1 truncate">
              <span>{name}</span>
              {showSport && <span className="font-normal text-muted"> · {sportName(sport)}</span>}
            </span>
          </h2>
          {hasColumns && takesBets && <ColumnTitles sport={sport} />}
          <span className="px-3 text-right text-muted tabular [grid-area:toggle]">
            {inLeague.length}
            <span className="sr-only"> {inLeague.length === 1 ? 'game' : 'games'}</span>
          </span>
        </div>
        <ul>{inLeague.map(children)}</ul>
      </section>
    )
  })
}

type League = Pick<Game, 'sport' | 'league' | 'country'> & {
  readonly key: string
  readonly ids: readonly string[]
  /** True if the list shows odds of its games. */
  readonly takesBets: boolean
}

function byLeague(games: readonly Game[]): readonly League[] {
  const leagues = new Map<string, League & { ids: string[]; takesBets: boolean }>()
  for (const { id, sport, league, country, inPlay } of games) {
    const key = leagueKey({ sport, country, name: league })
    const known = leagues.get(key)
    const takesBets = inPlay !== undefined
    if (known === undefined) leagues.set(key, { key, sport, league, country, ids: [id], takesBets })
    else {
      known.ids.push(id)
      known.takesBets ||= takesBets
    }
  }
  return [...leagues.values()]
}

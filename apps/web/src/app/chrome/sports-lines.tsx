import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useApi } from '../../shared/api/queries.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { LIVE_COUNT, sportsHref } from '../../shared/games-query.ts'
import { classes } from '../../shared/ui/classes.ts'
import { loadFavourites, useFavourites } from '../../state/favourites.ts'

const FRESH_MS = 2 * 60_000
const LIVE_COUNT_MS = 30_000

export const useSports = () => useApi('GET /api/sports', {}, { staleMs: FRESH_MS }).data?.items ?? []

/** APP-46: the real number of live games. */
export function useLiveCount(): number | undefined {
  return useApi('GET /api/games', LIVE_COUNT, { refetchMs: LIVE_COUNT_MS, staleMs: LIVE_COUNT_MS }).data?.counts.live
}

type LineProps = {
  readonly href: string
  readonly children: ReactNode
  readonly count?: number | undefined
  readonly here?: boolean
}

export function Line({ href, children, count, here }: LineProps) {
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center justify-between gap-2 px-4 text-14 -outline-offset-2',
        here && 'bg-tint font-bold',
      )}
    >
      <span className="min-w-0 py-0.5 leading-5 wrap-anywhere">{children}</span>
      {count !== undefined && <span className="text-12 text-muted tabular">{count}</span>}
    </Link>
  )
}

type LeagueOfSport = { readonly name: string; readonly country: string | null; readonly sport: string }

export const leagueHref = ({ name, country, sport }: LeagueOfSport): string =>
  sportsHref({ sport, league: name, ...(country === null ? {} : { country }) })

/** Links to the followed teams and leagues; empty without favourites. */
export function FavouriteLines() {
  const { teams, leagues } = useFavourites()
  useEffect(loadFavourites, [])
  if (teams.length + leagues.length === 0) return null
  return (
    <>
      <h3 className="px-4 pt-4 pb-1 text-12 font-bold text-muted">Favourites</h3>
      <nav aria-label="Favourites" className="border-b border-line pb-2">
        {leagues.map((league) => (
          <Line key={`${league.country ?? ''} ${league.name}`} href={leagueHref(league)}>
            {leagueName(league.name, league.country)}
          </Line>
        ))}
        {teams.map((team) => (
          <Line key={team} href={sportsHref({ q: team })}>
            {team}
          </Line>
        ))}
      </nav>
    </>
  )
}

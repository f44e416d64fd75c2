import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { leagueKey, shortLeagueName, sportName } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Flag, hasFlag } from '../../shared/ui/flag.tsx'
import { SportIcon } from '../../shared/ui/icons.tsx'
import { loadFavourites, useFavourites } from '../../state/favourites.ts'
import { gameCounts } from '../../state/games.ts'
import { sportsQuery } from '../../shared/sports-query.ts'

const LIVE_COUNT_MS = 30_000

export const useSports = () => useQuery(sportsQuery).data?.items ?? []

/** APP-46: the real number of live games. */
export function useLiveCount(): number | undefined {
  const counts = { ...gameCounts({ status: 'live' }), refetchInterval: LIVE_COUNT_MS, staleTime: LIVE_COUNT_MS }
  return useQuery(counts).data?.live
}

export const Heading = ({ children }: { readonly children: ReactNode }) => (
  <h2 className="px-4 pt-4 pb-1 text-12 font-bold text-muted">{children}</h2>
)

type LineProps = {
  readonly href: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly count?: number | undefined
  readonly isCurrent?: boolean
}

export function Line({ href, icon, children, count, isCurrent }: LineProps) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center justify-between gap-2 px-4 text-14 -outline-offset-2',
        isCurrent && 'bg-tint font-bold',
      )}
    >
      {icon !== undefined && <span className="flex w-5 shrink-0 justify-center">{icon}</span>}
      <span className="min-w-0 flex-1 py-1.5 leading-5 wrap-anywhere">{children}</span>
      {count !== undefined && <span className="text-12 text-muted tabular">{count}</span>}
    </Link>
  )
}

type LeagueOfSport = { readonly name: string; readonly country: string | null; readonly sport: string }

const leagueHref = ({ name, country, sport }: LeagueOfSport): string =>
  sportsHref({ sport, league: name, ...(country === null ? {} : { country }) })

const LeagueIcon = ({ country, sport }: LeagueOfSport) =>
  country !== null && hasFlag(country) ? (
    <Flag country={country} />
  ) : (
    <SportIcon sport={sport} className="size-4 text-muted" />
  )

type LeagueLineProps = {
  readonly league: LeagueOfSport
  readonly count?: number
  readonly isCurrent?: boolean
}

/** A league with its country below it, so that long names do not run into the next line. */
export const LeagueLine = ({ league, count, isCurrent = false }: LeagueLineProps) => (
  <Line href={leagueHref(league)} icon={<LeagueIcon {...league} />} count={count} isCurrent={isCurrent}>
    <span className="block leading-4">{shortLeagueName(league.name, league.country)}</span>
    <span className="block text-12 leading-4 font-normal text-muted">{league.country ?? sportName(league.sport)}</span>
  </Line>
)

/** Links to the followed teams and leagues; empty without favourites. */
export function FavouriteLines() {
  const { teams, leagues } = useFavourites()
  useEffect(loadFavourites, [])
  if (teams.length + leagues.length === 0) return null
  return (
    <>
      <Heading>Favourites</Heading>
      <nav aria-label="Favourites" className="border-b border-line pb-2">
        {leagues.map((league) => (
          <LeagueLine key={leagueKey(league)} league={league} />
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

import type { ReactNode } from 'react'
import { leagueName } from '../../shared/format/game-texts.ts'
import { Flag } from '../../shared/ui/flag.tsx'

type League = { readonly league: string; readonly country: string | null }

/** "Uganda · Premier League" with the flag, because many leagues have the same name. */
export const LeagueText = ({ league, country }: League) => (
  <span className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
    <Flag country={country} />
    <span className="min-w-0 truncate">{leagueName(league, country)}</span>
  </span>
)

type GameCellProps = { readonly game: League; readonly name: string; readonly children?: ReactNode }

/**
 * A game with its league below. `children`: badges beside the name. On a phone, the rows have no space for the league.
 */
export const GameCell = ({ game, name, children }: GameCellProps) => (
  <span className="block lg:min-w-44">
    <b>{name}</b> {children}
    <span className="max-lg:hidden">
      <LeagueText league={game.league} country={game.country} />
    </span>
  </span>
)

import { Star } from 'lucide-react'
import { useEffect } from 'react'
import {
  isFavouriteLeague,
  loadFavourites,
  toggleLeague,
  toggleTeam,
  useFavourites,
  type FavouriteLeague,
} from './favourites.ts'

type StarProps = { readonly of: string; readonly on: boolean; readonly onToggle: () => void }

function FavouriteStar({ of, on, onToggle }: StarProps) {
  useEffect(loadFavourites, [])
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`${of}, favourite`}
      onClick={onToggle}
      className="inline-flex size-11 shrink-0 items-center justify-center text-muted aria-pressed:text-ink"
    >
      <Star className={on ? 'size-5 fill-gold' : 'size-5'} />
    </button>
  )
}

export function TeamStar({ team }: { readonly team: string }) {
  const on = useFavourites(({ teams }) => teams.includes(team))
  return <FavouriteStar of={team} on={on} onToggle={() => toggleTeam(team)} />
}

export function LeagueStar({ league }: { readonly league: FavouriteLeague }) {
  const on = useFavourites((state) => isFavouriteLeague(state, league))
  return <FavouriteStar of={league.name} on={on} onToggle={() => toggleLeague(league)} />
}

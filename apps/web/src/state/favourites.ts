import { create } from 'zustand'
import { leagueKey } from '../shared/format/game-texts.ts'
import { deviceStorage } from '../shared/storage.ts'

export type FavouriteLeague = { readonly name: string; readonly country: string | null; readonly sport: string }
type Favourites = { readonly teams: readonly string[]; readonly leagues: readonly FavouriteLeague[] }

const KEY = 'mupiira.favourites'
const MAX_FAVOURITES = 50
const NONE: Favourites = { teams: [], leagues: [] }

/** Favourite teams and leagues, stored on this device only. */
export const useFavourites = create<Favourites>(() => NONE)

let isLoaded = false

/** Loads the favourites after the first render, which must match the server's. */
export function loadFavourites(): void {
  if (isLoaded) return
  isLoaded = true
  useFavourites.setState(readFavourites(deviceStorage.read(KEY)))
}

export const isFavouriteLeague = ({ leagues }: Favourites, league: FavouriteLeague): boolean =>
  leagues.some((each) => leagueKey(each) === leagueKey(league))

export function toggleTeam(team: string): void {
  const { teams } = useFavourites.getState()
  save({
    teams: teams.includes(team) ? teams.filter((each) => each !== team) : [...teams, team].slice(-MAX_FAVOURITES),
  })
}

export function toggleLeague(league: FavouriteLeague): void {
  const state = useFavourites.getState()
  const others = state.leagues.filter((each) => leagueKey(each) !== leagueKey(league))
  save({ leagues: isFavouriteLeague(state, league) ? others : [...others, league].slice(-MAX_FAVOURITES) })
}

function save(change: Partial<Favourites>): void {
  useFavourites.setState(change)
  deviceStorage.write(KEY, JSON.stringify(useFavourites.getState()))
}

/** Stored data of any other shape is discarded. */
export function readFavourites(text: string | null): Favourites {
  try {
    const { teams, leagues } = JSON.parse(text ?? '') as { teams?: unknown; leagues?: unknown }
    return {
      teams: list(teams).filter((team) => typeof team === 'string'),
      leagues: list(leagues).filter(isLeague),
    }
  } catch {
    return NONE
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_FAVOURITES) : [])

function isLeague(value: unknown): value is FavouriteLeague {
  const { name, country, sport } = (value ?? {}) as Partial<FavouriteLeague>
  return typeof name === 'string' && typeof sport === 'string' && (country === null || typeof country === 'string')
}

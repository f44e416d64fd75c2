import type { Sport } from '@mupiira/contract/games.ts'

const MAX_LEAGUES = 10

export type PopularLeague = Sport['leagues'][number] & { readonly sport: string }

/** The highest ranked leagues. The server orders the leagues of a sport by rank, and football comes first. */
export const popularLeagues = (sports: readonly Sport[]): readonly PopularLeague[] =>
  sports.flatMap((sport) => sport.leagues.map((league) => ({ ...league, sport: sport.name }))).slice(0, MAX_LEAGUES)

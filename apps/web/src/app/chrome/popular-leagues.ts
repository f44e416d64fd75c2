import type { Sport } from '@mupiira/contract/games.ts'

const MAX_LEAGUES = 10

export type PopularLeague = Sport['leagues'][number] & { readonly sport: string }

/** The leagues with the most games in all sports. */
export const popularLeagues = (sports: readonly Sport[]): readonly PopularLeague[] =>
  sports
    .flatMap((sport) => sport.leagues.map((league) => ({ ...league, sport: sport.name })))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_LEAGUES)

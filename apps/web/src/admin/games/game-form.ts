import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { isOdds, decimalOf } from '../kit/typed-odds.ts'
import { localOf, startOf } from './game-texts.ts'

const textOf = (value: number | null | undefined): string => (value == null ? '' : String(value))

export const formValuesOf = (game: AdminGame | null) => ({
  homeTeam: game?.homeTeam ?? '',
  awayTeam: game?.awayTeam ?? '',
  league: game?.league ?? '',
  country: game?.country ?? '',
  startTime: game === null ? '' : localOf(game.startTime),
  homeOdds: textOf(game?.homeOdds),
  drawOdds: textOf(game?.drawOdds),
  awayOdds: textOf(game?.awayOdds),
  over25Odds: textOf(game?.over25Odds),
  under25Odds: textOf(game?.under25Odds),
  breakDuration: textOf(game?.breakDuration ?? 10),
  matchDuration: textOf(game?.matchDuration ?? 100),
  halfTimeDuration: textOf(game?.halfTimeDuration ?? 45),
  sport: game?.sport ?? 'soccer',
  knockOut: game?.knockOut ?? false,
})
export type GameFormValues = ReturnType<typeof formValuesOf>

const minutes = (typed: string, otherwise: number): number => Math.max(1, Math.trunc(Number(typed)) || otherwise)

/** The game from the form values (ADMG-09 to ADMG-11). */
export const toCreateBody = (typed: GameFormValues, game: AdminGame | null) =>
  ({
    homeTeam: typed.homeTeam,
    awayTeam: typed.awayTeam,
    league: typed.league.trim() === '' ? 'Friendly' : typed.league,
    country: typed.country.trim() === '' ? null : typed.country,
    sport: typed.sport,
    startTime: startOf(typed.startTime, game),
    knockOut: typed.knockOut,
    homeOdds: decimalOf(typed.homeOdds) ?? 0,
    drawOdds: decimalOf(typed.drawOdds),
    awayOdds: decimalOf(typed.awayOdds) ?? 0,
    over25Odds: decimalOf(typed.over25Odds),
    under25Odds: decimalOf(typed.under25Odds),
    breakDuration: minutes(typed.breakDuration, 10),
    matchDuration: minutes(typed.matchDuration, 100),
    halfTimeDuration: minutes(typed.halfTimeDuration, 45),
  }) satisfies Body<'POST /api/admin/games'>

/** Only the edited fields, so that changes by others are kept. If one of the odds changed, all odds are included. */
export function changedFields(typed: GameFormValues, game: AdminGame): Body<'PUT /api/admin/games/{id}'> {
  const before: { readonly [field: string]: unknown } = toCreateBody(formValuesOf(game), game)
  const entered = Object.entries(toCreateBody(typed, game))
  const changed = new Set(entered.filter(([field, value]) => value !== before[field]).map(([field]) => field))
  const hasOdds = [...changed].some(isOdds)
  return Object.fromEntries(entered.filter(([field]) => changed.has(field) || (hasOdds && isOdds(field))))
}

/** The previous values of the changed fields. The server saves nothing if one of them has changed since. */
export const previousValues = (
  changes: Body<'PUT /api/admin/games/{id}'>,
  game: AdminGame,
): NonNullable<Body<'PUT /api/admin/games/{id}'>['seen']> =>
  Object.fromEntries(Object.entries(game).filter(([field]) => field !== 'status' && field in changes))

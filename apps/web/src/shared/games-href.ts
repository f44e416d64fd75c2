import type { GamesFilter } from '@mupiira/contract/game-lists.ts'

/** The address of the home list with a filter. `sportsHref({league: 'La Liga'})` → "/sports?league=La+Liga" */
export const sportsHref = (filter: GamesFilter): string => listHref('/sports', filter)

/** Like `sportsHref`, for another path with this list, so that a changed filter does not leave the screen. */
export function listHref(path: string, filter: GamesFilter): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

import type { DeskGame } from '@mupiira/contract/desk-games.ts'
import type { Desk } from './desk.ts'

/** What a game's form says, but for its start. */
export const GAME_FORM = {
  homeTeam: 'SC Villa',
  awayTeam: 'Express FC',
  league: 'Premier League',
  homeOdds: 2.1,
  drawOdds: 3.4,
  awayOdds: 3.6,
}

/** The start of a game, as its form says it. */
export const hoursAhead = (desk: Desk, hours: number): string =>
  new Date(desk.clock.now().getTime() + hours * 3_600_000).toISOString()

/** A game of staff that begins in an hour, unless the form says another start. */
export async function madeGame(desk: Desk, form: object = {}): Promise<DeskGame> {
  const told = await desk.post('/api/admin/games', { ...GAME_FORM, startTime: hoursAhead(desk, 1), ...form })
  if (told.status !== 201) throw new Error(told.text)
  return (told.body as { game: DeskGame }).game
}

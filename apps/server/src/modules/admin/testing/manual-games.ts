import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { AdminFixture } from '../../../testing/admin-fixture.ts'

/** The content of a game's form, without its start. */
export const GAME_FORM = {
  homeTeam: 'SC Villa',
  awayTeam: 'Express FC',
  league: 'Premier League',
  homeOdds: 2.1,
  drawOdds: 3.4,
  awayOdds: 3.6,
}

/** The start of a game, as its form says it. */
export const hoursAhead = (app: AdminFixture, hours: number): string =>
  new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()

/** A game of staff that begins in an hour, unless the form says another start. */
export async function madeGame(app: AdminFixture, form: object = {}): Promise<AdminGame> {
  const response = await app.post('/api/admin/games', {
    ...GAME_FORM,
    startTime: hoursAhead(app, 1),
    ...form,
  })
  if (response.status !== 201) throw new Error(response.text)
  return (response.body as unknown as { game: AdminGame }).game
}

import type { ConfirmablePreview, UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { adminFixture, type AdminFixture } from './admin-fixture.ts'
import type { TestAccount } from './test-accounts.ts'

/** The content of a game's form, without its start. */
export const GAME_FORM = {
  homeTeam: 'SC Villa',
  awayTeam: 'Express FC',
  league: 'Premier League',
  homeOdds: 2.1,
  drawOdds: 3.4,
  awayOdds: 3.6,
}

/** A kick-off in this many hours, in the format of the form. */
export const hoursAhead = (app: AdminFixture, hours: number): string =>
  new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()

/** A manual game that starts in an hour, unless the form sets another kick-off. */
export async function createManualGame(app: AdminFixture, form: object = {}): Promise<AdminGame> {
  const response = await app.post('/api/admin/games', {
    ...GAME_FORM,
    startTime: hoursAhead(app, 1),
    ...form,
  })
  if (response.status !== 201) throw new Error(response.text)
  return (response.body as unknown as { game: AdminGame }).game
}

/** The application with a member of staff, and helpers for running manual games. */
export async function manualGamesFixture() {
  const app = await adminFixture()
  return {
    ...app,
    createGame: (form: object = {}) => createManualGame(app, form),
    inHours: (hours: number) => hoursAhead(app, hours),
    step: (id: string, body: object) => stepWithConfirmation(app.staff, id, body),
    async minutesLater(minutes: number): Promise<void> {
      app.clock.forward(minutes * 60_000)
      await app.modules.catalogue.clock.run()
    },
  }
}

export type ManualGamesFixture = Awaited<ReturnType<typeof manualGamesFixture>>

/** Runs a step of a game like the console: one that affects bets is confirmed with the displayed amount. */
export async function stepWithConfirmation(who: TestAccount, id: string, body: object) {
  const path = `/api/admin/games/${id}/step`
  let response = await who.post(path, body)
  // A step can affect bets in two ways, which are confirmed one after the other.
  for (let shown = 0; shown < 2 && response.body['code'] === 'CHANGE_MOVES_BETS'; shown += 1) {
    const { amount } = response.body['details'] as unknown as { amount: number }
    const { reason = 'the referee has decided' } = body as { reason?: string }
    response = await who.post(path, { ...body, confirmed: { amount, reason } })
  }
  return response
}

/** Enters a result like the console: with the amount and the state that the preview shows. */
export async function enterWithConfirmation(who: TestAccount, id: string, result: object) {
  const path = `/api/admin/games/${id}/result`
  const reason = 'the referee has written so'
  const refused = await who.post(path, { result, confirmed: { amount: 0, seen: '', reason } })
  if (refused.body['code'] !== 'CHANGE_MOVES_BETS') return refused
  const { amount, seen } = refused.body['details'] as unknown as ConfirmablePreview
  return who.post(path, { result, confirmed: { amount, seen, reason } })
}

/**
 * Edits a game like the console: a new kick-off that voids or reinstates bets is confirmed with the displayed
 * amount.
 */
export async function editWithConfirmation(who: TestAccount, id: string, change: object) {
  const response = await who.put(`/api/admin/games/${id}`, change)
  if (response.body['code'] !== 'CHANGE_MOVES_BETS') return response
  const { amount, risk } = response.body['details'] as unknown as UnconfirmedChange
  const typed = risk?.approval === 'alone' ? { typed: risk.typed } : {}
  const confirmed = { amount, reason: 'the other club asked', ...typed }
  return who.put(`/api/admin/games/${id}`, { ...change, confirmed })
}

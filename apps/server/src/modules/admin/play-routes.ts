import {
  controlAdminGame,
  showAdminGame,
  suspendAdminGame,
  syncAdminScores,
} from '@mupiira/contract/admin-game-control.ts'
import { stepAdminGame } from '@mupiira/contract/admin-games.ts'
import { addAdminGoal } from '@mupiira/contract/admin-goals.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import { type AdminGames, showGame } from './admin-games.ts'
import { playInWords } from './game-in-words.ts'
import { type AskedStep, stepMatch } from './run-match.ts'
import { staffOf } from '../../kernel/http/staff.ts'

/** Live games: steps of manual games, and suspension. */
export const playRoutes = (backOffice: AdminGames): readonly Route[] => [
  route(stepAdminGame, (call) => step(backOffice, call, call.body)),
  // A goal is a step of a manual game under both endpoints.
  route(addAdminGoal, (call) => step(backOffice, call, { step: 'goal', ...call.body })),
  route(suspendAdminGame, (call) => suspend(backOffice, call)),
  route(controlAdminGame, (call) => control(backOffice, call)),
  route(showAdminGame, (call) => show(backOffice, call)),
  route(syncAdminScores, (call) => syncScores(backOffice, call)),
]

async function step(
  backOffice: AdminGames,
  call: Pick<Call<typeof stepAdminGame>, 'actor' | 'address' | 'params' | 'now'>,
  asked: AskedStep,
): Promise<Outcome<typeof stepAdminGame>> {
  const done = await stepMatch(backOffice, { gameId: call.params.id, asked, by: staffOf(call) }, call.now)
  return done.ok ? { status: 200, body: await showGame(backOffice, done.value) } : { error: done.error }
}

async function suspend(
  backOffice: AdminGames,
  call: Call<typeof suspendAdminGame>,
): Promise<Outcome<typeof suspendAdminGame>> {
  const { audit, catalogue, db } = backOffice
  const { params, body, now } = call
  const { suspended, reason = '' } = body
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const after = await db.transaction(async (tx) => {
    const before = (await catalogue.games([params.id], tx)).get(params.id)
    const change = suspended ? { suspended } : { suspended, startApprovalPending: false }
    const game = await catalogue.changeGame(tx, params.id, change, now)
    if (game === null || before === undefined) return null
    const staffAction = { action: suspended ? 'game.suspend' : 'game.resume', subject: `game:${params.id}` } as const
    const states = { before: { suspended: before.suspended }, after: { suspended } }
    await audit.record(tx, { ...staffOf(call), ...staffAction, ...states, reason }, now)
    return game
  })
  return after === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(backOffice, after) }
}

async function control(
  backOffice: AdminGames,
  call: Call<typeof controlAdminGame>,
): Promise<Outcome<typeof controlAdminGame>> {
  const { audit, catalogue, db } = backOffice
  const { id } = call.params
  const { by, reason } = call.body
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const done = await db.transaction(async (tx) => {
    const changed = await catalogue.controlGame(tx, id, by, call.now)
    if (!changed.ok || changed.value.before === changed.value.after) return changed
    const { before, after } = changed.value
    const staffAction = { action: by === 'staff' ? 'game.take-over' : 'game.hand-back', subject: `game:${id}` } as const
    const states = {
      before: { ...playInWords(before), suspended: before.suspended },
      after: { ...playInWords(after), suspended: after.suspended },
    }
    await audit.record(tx, { ...staffOf(call), ...staffAction, ...states, reason }, call.now)
    return changed
  })
  return done.ok ? { status: 200, body: await showGame(backOffice, done.value.after) } : { error: done.error }
}

async function show(backOffice: AdminGames, call: Call<typeof showAdminGame>): Promise<Outcome<typeof showAdminGame>> {
  const { audit, catalogue, db } = backOffice
  const { id } = call.params
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const shown = await db.transaction(async (tx) => {
    const game = await catalogue.changeGame(tx, id, { hidden: false }, call.now)
    if (game !== null)
      await audit.record(tx, { ...staffOf(call), action: 'game.show', subject: `game:${id}` }, call.now)
    return game
  })
  return shown === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(backOffice, shown) }
}

async function syncScores(
  { audit, catalogue, db }: AdminGames,
  call: Call<typeof syncAdminScores>,
): Promise<Outcome<typeof syncAdminScores>> {
  const changed = await db.transaction(async (tx) => {
    const games = await catalogue.syncScores(tx, call.now)
    const staffAction = { ...staffOf(call), action: 'game.sync-scores' } as const
    await audit.record(tx, { ...staffAction, subject: 'games:hand', after: { changed: games.length } }, call.now)
    for (const { before, after } of games) {
      const states = { before: playInWords(before), after: playInWords(after) }
      await audit.record(tx, { ...staffAction, subject: `game:${after.id}`, ...states }, call.now)
    }
    return games.length
  })
  return { status: 200, body: { changed } }
}

import { stepDeskGame, suspendDeskGame, syncDeskScores } from '@mupiira/contract/desk-games.ts'
import { addDeskGoal } from '@mupiira/contract/desk-goals.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import { type GameDesk, showGame } from './game-desk.ts'
import { playInWords } from './game-in-words.ts'
import { type AskedStep, stepMatch } from './run-match.ts'
import { staffOf } from './staff.ts'

/** Games while they are played: what staff says of their course, and whether they are bet on meanwhile. */
export const playRoutes = (desk: GameDesk): readonly Route[] => [
  route(stepDeskGame, (call) => step(desk, call, call.body)),
  // A goal is a step of a match by hand, whichever of its two names it is asked by.
  route(addDeskGoal, (call) => step(desk, call, { step: 'goal', ...call.body })),
  route(suspendDeskGame, (call) => suspend(desk, call)),
  route(syncDeskScores, (call) => syncScores(desk, call)),
]

async function step(
  desk: GameDesk,
  call: Pick<Call<typeof stepDeskGame>, 'actor' | 'address' | 'params' | 'now'>,
  asked: AskedStep,
): Promise<Outcome<typeof stepDeskGame>> {
  const done = await stepMatch(desk, { gameId: call.params.id, asked, by: staffOf(call) }, call.now)
  return done.ok ? { status: 200, body: await showGame(desk, done.value) } : { error: done.error }
}

async function suspend(desk: GameDesk, call: Call<typeof suspendDeskGame>): Promise<Outcome<typeof suspendDeskGame>> {
  const { audit, catalogue, db } = desk
  const { params, body, now } = call
  const { suspended, reason = '' } = body
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const after = await db.transaction(async (tx) => {
    const before = (await catalogue.games([params.id], tx)).get(params.id)
    // Allowed again, it is open: what counted on nobody betting meanwhile is not done.
    const change = suspended ? { suspended } : { suspended, closedFor: [] }
    const game = await catalogue.changeGame(tx, params.id, change, now)
    if (game === null || before === undefined) return null
    const deed = { action: suspended ? 'game.suspend' : 'game.resume', subject: `game:${params.id}` } as const
    const states = { before: { suspended: before.suspended }, after: { suspended } }
    await audit.record(tx, { ...staffOf(call), ...deed, ...states, reason }, now)
    return game
  })
  return after === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(desk, after) }
}

async function syncScores(
  { audit, catalogue, db }: GameDesk,
  call: Call<typeof syncDeskScores>,
): Promise<Outcome<typeof syncDeskScores>> {
  const changed = await db.transaction(async (tx) => {
    const games = await catalogue.syncScores(tx, call.now)
    const deed = { ...staffOf(call), action: 'game.sync-scores' } as const
    await audit.record(tx, { ...deed, subject: 'games:hand', after: { changed: games.length } }, call.now)
    for (const { before, after } of games) {
      const states = { before: playInWords(before), after: playInWords(after) }
      await audit.record(tx, { ...deed, subject: `game:${after.id}`, ...states }, call.now)
    }
    return games.length
  })
  return { status: 200, body: { changed } }
}

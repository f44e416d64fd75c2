import {
  controlAdminGame,
  showAdminGame,
  suspendAdminGame,
  syncAdminScores,
} from '@mupiira/contract/admin-game-control.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/http/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { gamesById } from '../games/games.repository.ts'
import { describePlay } from './game-in-words.ts'
import { changeGame, syncScores } from './manual-games.ts'
import { showGame, type ShowGameDeps } from './present-game.ts'
import { controlGame } from './take-over.ts'

type ControlDeps = ShowGameDeps & { readonly audit: Pick<Audit, 'record'> }
type Kernels = Pick<Kernel, 'clock' | 'db' | 'outbox'>

/** Suspends games, takes them over from the feed, shows hidden ones and syncs scores of manual ones. */
export const controlRoutes = (kernel: Kernels, deps: ControlDeps): readonly Route[] => [
  route(suspendAdminGame, (call) => suspend(kernel, deps, call)),
  route(controlAdminGame, (call) => control(kernel, deps, call)),
  route(showAdminGame, (call) => show(kernel, deps, call)),
  route(syncAdminScores, (call) => syncScoresNow(kernel, deps, call)),
]

async function suspend(
  kernel: Kernels,
  deps: ControlDeps,
  call: Call<typeof suspendAdminGame>,
): Promise<Outcome<typeof suspendAdminGame>> {
  const { audit } = deps
  const { db } = kernel
  const { params, body, now } = call
  const { suspended, reason = '' } = body
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const after = await db.transaction(async (tx) => {
    const before = (await gamesById(tx, [params.id]))[0]
    const change = suspended ? { suspended } : { suspended, startApprovalPending: false }
    const game = await changeGame(kernel, tx, params.id, change, now)
    if (game === null || before === undefined) return null
    const staffAction = { action: suspended ? 'game.suspend' : 'game.resume', subject: `game:${params.id}` } as const
    const states = { before: { suspended: before.suspended }, after: { suspended } }
    await audit.record(tx, { ...staffOf(call), ...staffAction, ...states, reason }, now)
    return game
  })
  return after === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(db, deps, after, call.now) }
}

async function control(
  kernel: Kernels,
  deps: ControlDeps,
  call: Call<typeof controlAdminGame>,
): Promise<Outcome<typeof controlAdminGame>> {
  const { audit } = deps
  const { db } = kernel
  const { id } = call.params
  const { by, reason } = call.body
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const done = await db.transaction(async (tx) => {
    const changed = await controlGame(kernel, tx, id, by, call.now)
    if (!changed.ok || changed.value.before === changed.value.after) return changed
    const { before, after } = changed.value
    const staffAction = { action: by === 'staff' ? 'game.take-over' : 'game.hand-back', subject: `game:${id}` } as const
    const states = {
      before: { ...describePlay(before), suspended: before.suspended },
      after: { ...describePlay(after), suspended: after.suspended },
    }
    await audit.record(tx, { ...staffOf(call), ...staffAction, ...states, reason }, call.now)
    return changed
  })
  return done.ok ? { status: 200, body: await showGame(db, deps, done.value.after, call.now) } : { error: done.error }
}

async function show(
  kernel: Kernels,
  deps: ControlDeps,
  call: Call<typeof showAdminGame>,
): Promise<Outcome<typeof showAdminGame>> {
  const { audit } = deps
  const { db } = kernel
  const { id } = call.params
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const shown = await db.transaction(async (tx) => {
    const game = await changeGame(kernel, tx, id, { hidden: false }, call.now)
    if (game !== null)
      await audit.record(tx, { ...staffOf(call), action: 'game.show', subject: `game:${id}` }, call.now)
    return game
  })
  return shown === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(db, deps, shown, call.now) }
}

async function syncScoresNow(
  { db, outbox }: Kernels,
  { audit }: ControlDeps,
  call: Call<typeof syncAdminScores>,
): Promise<Outcome<typeof syncAdminScores>> {
  const changed = await db.transaction(async (tx) => {
    const games = await syncScores(outbox, tx, call.now)
    const staffAction = { ...staffOf(call), action: 'game.sync-scores' } as const
    await audit.record(tx, { ...staffAction, subject: 'games:hand', after: { changed: games.length } }, call.now)
    for (const { before, after } of games) {
      const states = { before: describePlay(before), after: describePlay(after) }
      await audit.record(tx, { ...staffAction, subject: `game:${after.id}`, ...states }, call.now)
    }
    return games.length
  })
  return { status: 200, body: { changed } }
}

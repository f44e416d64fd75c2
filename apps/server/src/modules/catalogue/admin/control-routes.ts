import {
  controlAdminGame,
  showAdminGame,
  suspendAdminGame,
  syncAdminScores,
} from '@mupiira/contract/admin-game-control.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { type Staff, staffOf } from '../../../kernel/access/staff.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit, AuditRecord } from '../../audit/index.ts'
import type { GameRow } from '../games/game-row.ts'
import { lockGame } from '../games/games.repository.ts'
import { describePlay } from './game-in-words.ts'
import { changeGame, syncScores } from './manual-games.ts'
import { showGame, type ShowGameDeps } from './present-game.ts'
import { isKeptByRisk, suspensionEntry, withSuspension } from './suspend-game.ts'
import { controlGame, type ControlRefusal } from './take-over.ts'

type ControlDeps = ShowGameDeps & {
  readonly audit: Audit['commands']
  /** The open bets on games, for the audit log. */
  openBetsOn(sql: Sql, gameIds: readonly string[]): Promise<object>
}
type RouteKernel = Pick<Kernel, 'clock' | 'db' | 'outbox'>

/** Suspends games, takes games over from the feed, shows hidden games and syncs the scores of manual games. */
export const controlRoutes = (kernel: RouteKernel, deps: ControlDeps): readonly Route[] => [
  route(suspendAdminGame, (call) => suspend(kernel, deps, call)),
  route(controlAdminGame, (call) => control(kernel, deps, call)),
  route(showAdminGame, (call) => show(kernel, deps, call)),
  route(syncAdminScores, (call) => syncScoresNow(kernel, deps, call)),
]

const NOT_FOUND = err('GAME_NOT_FOUND')

type ChangedGame = {
  readonly game: GameRow
  /** The audit entry of the change; null if there was nothing to change. */
  readonly entry: Omit<AuditRecord, keyof Staff | 'subject'> | null
}

/** Changes a locked game with its entry in the audit log, and answers with the game. `now` is read after the lock. */
async function changeAndPresent<Code extends ControlRefusal | 'SUSPENDED_BY_RISK'>(
  { clock, db }: RouteKernel,
  deps: ControlDeps,
  call: Pick<Call<typeof showAdminGame>, 'params' | 'actor' | 'address' | 'now'>,
  change: (tx: Tx, before: GameRow, now: Date) => Promise<Result<ChangedGame, Code>>,
): Promise<{ status: 200; body: AdminGame } | { error: Code | 'GAME_NOT_FOUND' }> {
  const { id } = call.params
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const changed = await db.transaction(async (tx) => {
    const before = await lockGame(tx, id)
    if (before === null) return NOT_FOUND
    const now = clock.now()
    const done = await change(tx, before, now)
    if (done.ok && done.value.entry !== null)
      await deps.audit.record(tx, { ...staffOf(call), subject: `game:${id}`, ...done.value.entry }, now)
    return done
  })
  if (!changed.ok) return { error: changed.error }
  return { status: 200, body: await showGame(db, deps, changed.value.game, call.now) }
}

const suspend = (kernel: RouteKernel, deps: ControlDeps, call: Call<typeof suspendAdminGame>) =>
  changeAndPresent(kernel, deps, call, async (tx, before, now) => {
    const { suspended, reason } = call.body
    const mayRelease = may(call.actor, 'admin:games:release')
    if (await isKeptByRisk(tx, deps.audit, before.id, { suspended, mayRelease })) return err('SUSPENDED_BY_RISK')
    const game = await changeGame(kernel, tx, before.id, withSuspension(suspended), now)
    if (game === null) return NOT_FOUND
    const openBets = await deps.openBetsOn(tx, [before.id])
    return ok({ game, entry: suspensionEntry(before, { suspended, reason, mayRelease, openBets }) })
  })

const control = (kernel: RouteKernel, deps: ControlDeps, call: Call<typeof controlAdminGame>) =>
  changeAndPresent(kernel, deps, call, async (tx, { id }, now) => {
    const { by, reason } = call.body
    const changed = await controlGame(kernel, tx, id, by, now)
    if (!changed.ok) return changed
    const { before, after } = changed.value
    if (before === after) return ok({ game: after, entry: null })
    const states = {
      before: { ...describePlay(before), suspended: before.suspended },
      after: { ...describePlay(after), suspended: after.suspended, openBets: await deps.openBetsOn(tx, [id]) },
    }
    return ok({
      game: after,
      entry: { action: by === 'staff' ? 'game.take-over' : 'game.hand-back', ...states, reason },
    })
  })

const show = (kernel: RouteKernel, deps: ControlDeps, call: Call<typeof showAdminGame>) =>
  changeAndPresent(kernel, deps, call, async (tx, { id }, now) => {
    const game = await changeGame(kernel, tx, id, { hidden: false }, now)
    return game === null ? NOT_FOUND : ok({ game, entry: { action: 'game.show' } })
  })

async function syncScoresNow(
  kernel: RouteKernel,
  { audit }: ControlDeps,
  call: Call<typeof syncAdminScores>,
): Promise<Outcome<typeof syncAdminScores>> {
  const changed = await kernel.db.transaction(async (tx) => {
    const { changed: games, at } = await syncScores(kernel, tx)
    const auditEntry = { ...staffOf(call), action: 'game.sync-scores' } as const
    await audit.record(tx, { ...auditEntry, subject: 'games:hand', after: { changed: games.length } }, at)
    for (const { before, after } of games) {
      const states = { before: describePlay(before), after: describePlay(after) }
      await audit.record(tx, { ...auditEntry, subject: `game:${after.id}`, ...states }, at)
    }
    return games.length
  })
  return { status: 200, body: { changed } }
}

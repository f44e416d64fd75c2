import { ERRORS, type ErrorCode } from '@mupiira/contract/errors.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import { transactionOrRollBack } from '../../../kernel/db/roll-back.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import { presentOpenTickets } from '../../betting/index.ts'
import { type GameRow, isKeptByRisk, type StaffResult, suspensionEntry, withSuspension } from '../../catalogue/index.ts'
import { exposureOf, openEffect, type ResultEffect } from '../preview-result.ts'
import type { Confirmed } from './confirmed-result.ts'
import { RESULT_REFUSALS } from './enter-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { resultOfEnd } from './run-match.ts'
import { digestOf, seenGame } from './seen-game.ts'

export type GamesAction = 'suspend' | 'reopen' | 'result' | 'void'

/** A change of several games by staff. */
export type GamesChange = {
  readonly action: GamesAction
  readonly gameIds: readonly string[]
  /** The preview that the author has confirmed; null to ask for one. */
  readonly confirmed: Confirmed | null
  readonly by: Staff
  /** Whether the author may reopen games that Risk suspended. */
  readonly mayRelease: boolean
}

/** A game, and the result that ends it; null if the change ends nothing. */
type Planned = { readonly game: GameRow; readonly entered: StaffResult | null }

export type ImpossibleGame = { readonly id: string; readonly name: string; readonly text: string }

export type GamesRefusal =
  | { readonly error: 'GAMES_IMPOSSIBLE'; readonly games: readonly ImpossibleGame[] }
  | {
      readonly error: 'CHANGE_MOVES_BETS'
      readonly effect: ResultEffect
      readonly seen: string
      readonly planned: readonly Planned[]
    }

/** `waiting`: the results that wait for a second approver. */
export type GamesChanged = { readonly changed: number; readonly waiting: number }

type Plan = Result<readonly Planned[], readonly ImpossibleGame[]>

/**
 * Suspends, reopens, settles or voids several games: all of them, or none. Each game follows the rules of its single
 * action, has its own audit entry, and counts towards the four-eyes threshold (decision 0019).
 */
export async function changeGames(
  admin: GameAdmin,
  change: GamesChange,
  now: Date,
): Promise<Result<GamesChanged, GamesRefusal>> {
  const { action, confirmed, by } = change
  const planned = await planOf(admin, change, now)
  if (!planned.ok) return err({ error: 'GAMES_IMPOSSIBLE', games: planned.error })
  // Read before the effect, so that a bet in between asks for a new confirmation.
  const seenGames = await seenOf(
    admin,
    admin.db,
    action,
    planned.value.map(({ game }) => game),
  )
  const seen = digestOf(seenGames)
  const effect = await effectOf(admin, planned.value, now)
  if (!effect.ok) return err({ error: 'GAMES_IMPOSSIBLE', games: effect.error })
  if (confirmed === null || !isConfirmed(action, confirmed, { seen, effect: effect.value }))
    return err({ error: 'CHANGE_MOVES_BETS', effect: effect.value, seen, planned: planned.value })
  const { reason } = confirmed
  const done =
    action === 'result' || action === 'void'
      ? await endAll(admin, planned.value, { seenGames, reason, by }, now)
      : await suspendAll(admin, change, confirmed)
  if (done.ok) return done
  // Someone else has changed a game, so the author confirms the new state.
  return done.error === 'GAMES_CHANGED' ? changeGames(admin, { ...change, confirmed: null }, now) : err(done.error)
}

async function planOf(admin: GameAdmin, change: GamesChange, now: Date): Promise<Plan> {
  const { catalogue } = admin
  const { gameIds } = change
  const games = await catalogue.games.byIds(gameIds.filter(isId))
  const planned: Planned[] = []
  const impossible: ImpossibleGame[] = []
  for (const id of inLockOrder(gameIds)) {
    const game = games.get(id)
    const step = game === undefined ? err('GAME_NOT_FOUND' as const) : await possibleStep(admin, game, change, now)
    if (game !== undefined && step.ok) planned.push({ game, entered: step.value })
    else if (!step.ok) impossible.push(impossibleGame(id, game, step.error))
  }
  return impossible.length > 0 ? err(impossible) : ok(planned)
}

const impossibleGame = (id: string, game: GameRow | undefined, code: ErrorCode): ImpossibleGame => ({
  id,
  name: game?.name ?? id,
  text: ERRORS[code].text,
})

const OVER: ReadonlySet<GameRow['status']> = new Set(['finished', 'completed', 'settled', 'cancelled'])

/** The result that the action enters, or why it is impossible. */
function stepOf(game: GameRow, action: GamesAction, now: Date): Result<StaffResult | null, ErrorCode> {
  if (action === 'suspend' || action === 'reopen')
    return OVER.has(game.status) || game.resultVersion > 0 ? err('STEP_IMPOSSIBLE') : ok(null)
  if (game.resultVersion > 0) return err('GAME_DECIDED')
  return resultOfEnd(game, action === 'result' ? 'finish' : 'cancel', now)
}

/** The result that the action enters, if the game can end with it. */
async function possibleStep(
  { audit, catalogue, db }: GameAdmin,
  game: GameRow,
  { action, mayRelease }: GamesChange,
  now: Date,
): Promise<Result<StaffResult | null, ErrorCode>> {
  const step = stepOf(game, action, now)
  const isKept = action === 'reopen' && (await isKeptByRisk(db, audit, game.id, { suspended: false, mayRelease }))
  if (isKept) return err('SUSPENDED_BY_RISK')
  if (!step.ok || step.value === null) return step
  const decided = await catalogue.results.evaluate(game.id, step.value, now)
  return decided.ok ? step : err(RESULT_REFUSALS[decided.error])
}

/** The effect of all games together: a ticket with several of them counts once. */
async function effectOf(
  { db, exposure, previewResults }: GameAdmin,
  planned: readonly Planned[],
  now: Date,
): Promise<Result<ResultEffect, readonly ImpossibleGame[]>> {
  const results = planned.flatMap(({ game, entered }) => (entered === null ? [] : [{ gameId: game.id, entered }]))
  if (results.length === 0) {
    const ids = planned.map(({ game }) => game.id)
    return ok(openEffect(await exposure.openTicketsOn(db, ids)))
  }
  const effect = await previewResults(results, now)
  if (effect.ok) return effect
  const { gameId, error } = effect.error
  const game = planned.find((each) => each.game.id === gameId)?.game
  return err([impossibleGame(gameId, game, RESULT_REFUSALS[error])])
}

const isSuspended = ({ suspended, startApprovalPending }: GameRow): boolean => suspended || startApprovalPending

/** A digest of each game as the author confirms it. */
async function seenOf(
  { exposure }: Pick<GameAdmin, 'exposure'>,
  sql: Sql,
  action: GamesAction,
  games: readonly GameRow[],
): Promise<readonly string[]> {
  const seen: string[] = []
  for (const game of games) {
    const { id, status, resultVersion } = game
    const isOfBetting = action === 'suspend' || action === 'reopen'
    seen.push(
      isOfBetting ? digestOf([id, status, resultVersion, isSuspended(game)]) : await seenGame(sql, exposure, game),
    )
  }
  return seen
}

/** Bets stay open with a suspension, so only the state of the games matters. */
function isConfirmed(
  action: GamesAction,
  confirmed: Confirmed,
  { seen, effect }: { readonly seen: string; readonly effect: ResultEffect },
): boolean {
  if (confirmed.seen !== seen) return false
  return action === 'suspend' || action === 'reopen' || exposureOf(effect) <= confirmed.amountUgx
}

type Ending = { readonly seenGames: readonly string[]; readonly reason: string; readonly by: Staff }

async function endAll(
  { enterResults, exposure }: GameAdmin,
  planned: readonly Planned[],
  { seenGames, reason, by }: Ending,
  now: Date,
): Promise<Result<GamesChanged, GamesRefusal | 'GAMES_CHANGED'>> {
  const results = planned.flatMap(({ game, entered }) => (entered === null ? [] : [{ gameId: game.id, entered }]))
  // A goal that was entered after the plan would be missing in the result.
  const isConfirmed = async (tx: Tx, game: GameRow) => seenGames.includes(await seenGame(tx, exposure, game))
  const done = await enterResults({ results, reason, by, isConfirmed }, now)
  if (done.ok) {
    const { games, approvalIds } = done.value
    return ok({ changed: games.length, waiting: approvalIds.length })
  }
  const { gameId, error } = done.error
  if (error === 'RESULT_CHANGED') return err('GAMES_CHANGED')
  const game = planned.find((each) => each.game.id === gameId)?.game
  return err({ error: 'GAMES_IMPOSSIBLE', games: [impossibleGame(gameId, game, error)] })
}

/**
 * Games that are already in the wanted state stay as they are. A suspension by Risk is recorded for them too, so that a
 * trader who suspended one of them first cannot reopen it.
 */
function suspendAll(
  admin: GameAdmin,
  { action, gameIds, by, mayRelease }: GamesChange,
  { seen, reason }: Confirmed,
): Promise<Result<GamesChanged, 'GAMES_CHANGED'>> {
  const { audit, catalogue, clock, db, exposure } = admin
  const openBets = async (tx: Tx, id: string) => presentOpenTickets(await exposure.openTicketsOn(tx, [id]))
  return transactionOrRollBack(db, async (tx) => {
    const games: GameRow[] = []
    for (const id of inLockOrder(gameIds)) {
      const game = await catalogue.games.lock(tx, id)
      if (game !== null) games.push(game)
    }
    const now = clock.now()
    if (digestOf(await seenOf(admin, tx, action, games)) !== seen) return err('GAMES_CHANGED')
    const suspended = action === 'suspend'
    for (const { id } of games)
      if (await isKeptByRisk(tx, audit, id, { suspended, mayRelease })) return err('GAMES_CHANGED')
    const others = games.filter((game) => isSuspended(game) !== suspended)
    for (const game of others) await catalogue.manualGames.change(tx, game.id, withSuspension(suspended), now)
    for (const game of suspended && mayRelease ? games : others) {
      const entry = suspensionEntry(game, { suspended, reason, mayRelease, openBets: await openBets(tx, game.id) })
      await audit.record(tx, { ...by, ...entry }, now)
    }
    return ok({ changed: others.length, waiting: 0 })
  })
}

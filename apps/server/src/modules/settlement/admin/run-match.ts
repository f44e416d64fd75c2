import type { stepAdminGame } from '@mupiira/contract/admin-games.ts'
import { type ManualStep, stepManually } from '@mupiira/domain/match/manual-run.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import { presentOpenTickets } from '../../betting/index.ts'
import { type GameRow, describePlay, type StaffResult } from '../../catalogue/index.ts'
import type { GameAdmin } from './game-admin.ts'
import { type Confirmation, type Unconfirmed, unconfirmedBy } from './edit-game.ts'
import { changeEvaluated, type GameChange } from './evaluated-change.ts'
import { resultFromGoals, VOID } from './enter-result.ts'
import { openEffect } from '../preview-result.ts'
import { seenGame } from './seen-game.ts'
import type { Staff } from '../../../kernel/access/staff.ts'

/** A requested step. */
export type RequestedStep = {
  readonly step: ManualStep['kind']
  readonly minute?: number
  readonly team?: 'home' | 'away'
  readonly scorer?: string | null
  readonly reason?: string
  /** The effect on bets that the author has confirmed; null for none. */
  readonly confirmed: Confirmation | null
}
type StepCode = Exclude<(typeof stepAdminGame)['errors'][number], Unconfirmed['error']>
type StepRefusal = StepCode | Unconfirmed

/** Runs one step of a manual game (ADMG-14). */
export async function stepMatch(
  admin: GameAdmin,
  { gameId, requested, by }: { readonly gameId: string; readonly requested: RequestedStep; readonly by: Staff },
  now: Date,
): Promise<Result<GameRow, StepRefusal>> {
  if (!isId(gameId)) return err('GAME_NOT_FOUND')
  const { confirmed } = requested
  const reason = confirmed?.reason ?? requested.reason
  const step = stepOf(requested)
  if (step === null) return err('MINUTE_IMPOSSIBLE')
  if (step.kind === 'finish' || step.kind === 'cancel')
    return endConfirmed(admin, { gameId, kind: step.kind, reason, by, confirmed }, now)
  return takeStep(admin, { gameId, step, reason, by, confirmed }, now)
}

type Confirmed = { readonly confirmed: Confirmation | null }
type Step = Omit<End, 'kind'> & Confirmed & { readonly step: ManualStep }

/** Steps that settle nothing at once, but close or open the game for bets, or decide how open bets end. */
const CONCERNS_BETS: ReadonlySet<ManualStep['kind']> = new Set(['start', 'postpone', 'abandon', 'reopen', 'no-goal'])

async function takeStep(
  admin: GameAdmin,
  { gameId, step, reason = '', by, confirmed }: Step,
  now: Date,
): Promise<Result<GameRow, StepRefusal>> {
  const unconfirmed = unconfirmedBy(confirmed)
  const openBets = async (tx: Tx) =>
    CONCERNS_BETS.has(step.kind) ? await admin.exposure.openTicketsOn(tx, [gameId]) : null
  const change: GameChange<StepRefusal | 'ENDS_MATCH', Unconfirmed> = {
    madeBy: by.actorId,
    // An earlier start voids no bets (D20).
    propose: null,
    unconfirmed,
    async make(tx) {
      const done = await admin.catalogue.manualGames.step(tx, gameId, step, now)
      // Other steps can decide the game too, for example a goal that resolves a contradiction, or abandoning it long
      // after its start.
      const isDecided = done.ok && done.value.after.resultVersion > done.value.before.resultVersion
      if (isDecided && step.kind === 'minute') return err('ENDS_MATCH')
      const open = done.ok && !isDecided ? await openBets(tx) : null
      const refused = open === null ? null : unconfirmed('state', openEffect(open))
      return refused === null ? done : err(refused)
    },
    async note(tx, { before, after, at }, facts) {
      const open = await openBets(tx)
      const shown = open === null ? {} : { openBets: presentOpenTickets(open) }
      const states = { before: describePlay(before), after: { ...describePlay(after), ...shown, ...facts } }
      const auditEntry = { action: `game.${step.kind}`, subject: `game:${gameId}` } as const
      return admin.audit.record(tx, { ...by, ...auditEntry, ...states, reason }, at)
    },
  }
  const moved = await changeEvaluated(admin, change)
  if (moved.ok) return ok(moved.value.after)
  // Setting the clock to the last minute ends the match.
  const end = { gameId, kind: 'finish', by, confirmed, ...(reason === '' ? {} : { reason }) } as const
  return moved.error === 'ENDS_MATCH' ? endConfirmed(admin, end, now) : err(moved.error)
}

/** Ends a match whose author has confirmed the tickets and amounts that this settles. */
async function endConfirmed(
  admin: GameAdmin,
  { confirmed, ...end }: End & Confirmed,
  now: Date,
): Promise<Result<GameRow, StepRefusal>> {
  const game = await admin.catalogue.games.byId(end.gameId)
  if (game === null) return err('GAME_NOT_FOUND')
  // Read before the effect, so that a goal or a bet in between asks for a new confirmation.
  const seen = await seenGame(admin.db, admin.exposure, game)
  const unconfirmed = await unconfirmedEnd(admin, { ...end, confirmed }, now)
  if (unconfirmed !== null) return err(unconfirmed)
  const ended = await endMatch(admin, { ...end, seen }, now)
  if (ended.ok) return ended
  if (ended.error !== 'RESULT_CHANGED') return err(ended.error)
  return err((await unconfirmedEnd(admin, { ...end, confirmed: null }, now)) ?? 'STEP_IMPOSSIBLE')
}

/** The refusal of an end whose effect on bets its author has not confirmed. `goals`: goals of an unsaved form. */
export async function unconfirmedEnd(
  { catalogue, previewResult }: GameAdmin,
  { gameId, kind, confirmed, goals }: Pick<End, 'gameId' | 'kind'> & Confirmed & { goals?: GameRow['goalEvents'] },
  now: Date,
): Promise<Unconfirmed | null> {
  const game = await catalogue.games.byId(gameId)
  if (game === null || game.resultVersion > 0) return null
  const entered = kind === 'cancel' ? VOID : resultFromGoals({ ...game, goalEvents: goals ?? game.goalEvents })
  const effect = await previewResult(gameId, entered, now)
  // The command that ends the game reports a refused result.
  return effect.ok ? unconfirmedBy(confirmed)('result', effect.value) : null
}

/** The result with which a game ends now, or why it cannot end. Staff can only cancel a feed game, not finish it. */
export function resultOfEnd(
  game: GameRow,
  kind: End['kind'],
  now: Date,
): Result<StaffResult, 'GAME_OF_FEED' | 'STEP_IMPOSSIBLE'> {
  if (game.source === 'feed' && kind === 'finish') return err('GAME_OF_FEED')
  if (!stepManually(game, { kind }, now).ok) return err('STEP_IMPOSSIBLE')
  return ok(kind === 'cancel' ? VOID : resultFromGoals(game))
}

type End = {
  readonly gameId: string
  readonly kind: 'finish' | 'cancel'
  readonly reason?: string | undefined
  readonly by: Staff
  /** The digest of the game and its bets that the author has confirmed; by default that of the game now. */
  readonly seen?: string
}

type EndRefusal = 'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'STEP_IMPOSSIBLE' | 'FINISH_WAITS' | 'RESULT_CHANGED'

/** The end of a manual game, played or not, is a result entered by staff (ADMT-30). */
export async function endMatch(
  admin: GameAdmin,
  { gameId, kind, reason = kind === 'finish' ? 'Finished manually' : 'Cancelled manually', by, seen: confirmed }: End,
  now: Date,
): Promise<Result<GameRow, EndRefusal>> {
  const game = await admin.catalogue.games.byId(gameId)
  if (game === null) return err('GAME_NOT_FOUND')
  const entered = resultOfEnd(game, kind, now)
  if (!entered.ok) return entered
  // Its bets are void already, so only the status changes.
  if (kind === 'cancel' && game.decision?.kind === 'void') {
    const cancelled = await takeStep(admin, { gameId, step: { kind }, reason, by, confirmed: null }, now)
    return cancelled.ok ? cancelled : err('STEP_IMPOSSIBLE')
  }
  const seen = confirmed ?? (await seenGame(admin.db, admin.exposure, game))
  // A goal that was entered after the game was read would be missing in the result.
  const isConfirmed = async (tx: Tx, locked: GameRow) => (await seenGame(tx, admin.exposure, locked)) === seen
  const done = await admin.enterResult({ gameId, entered: entered.value, reason, by, isConfirmed }, now)
  if (!done.ok) return err(done.error === 'RESULT_CHANGED' ? done.error : 'STEP_IMPOSSIBLE')
  return 'approvalId' in done.value ? err('FINISH_WAITS') : ok(done.value.game)
}

/** The complete step; null when its minute or side is missing. */
function stepOf({ step, minute, team, scorer }: RequestedStep): ManualStep | null {
  switch (step) {
    case 'minute':
      return minute === undefined ? null : { kind: step, minute }
    case 'goal':
      return minute === undefined || team === undefined
        ? null
        : { kind: step, goal: { team, minute, scorer: scorer ?? null } }
    case 'no-goal':
      return minute === undefined || team === undefined ? null : { kind: step, goal: { team, minute } }
    default:
      return { kind: step }
  }
}

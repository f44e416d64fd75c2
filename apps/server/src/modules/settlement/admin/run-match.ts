import type { stepAdminGame } from '@mupiira/contract/admin-games.ts'
import { type ManualStep, stepManually } from '@mupiira/domain/match/manual-run.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import { presentOpenTickets } from '../../betting/index.ts'
import { type GameRow, describePlay } from '../../catalogue/index.ts'
import type { GameAdmin } from './game-admin.ts'
import { type ChangedGame, changeEvaluated } from './evaluated-change.ts'
import { resultFromGoals, VOID } from './enter-result.ts'
import type { Staff } from '../../../kernel/access/staff.ts'

/** A requested step. */
export type RequestedStep = {
  readonly step: ManualStep['kind']
  readonly minute?: number
  readonly team?: 'home' | 'away'
  readonly scorer?: string | null
  readonly reason?: string
}
type StepRefusal = (typeof stepAdminGame)['errors'][number]

/** Runs one step of a manual game (ADMG-14). */
export async function stepMatch(
  admin: GameAdmin,
  { gameId, requested, by }: { readonly gameId: string; readonly requested: RequestedStep; readonly by: Staff },
  now: Date,
): Promise<Result<GameRow, StepRefusal>> {
  if (!isId(gameId)) return err('GAME_NOT_FOUND')
  const { reason } = requested
  const step = stepOf(requested)
  if (step === null) return err('MINUTE_IMPOSSIBLE')
  if (step.kind === 'finish' || step.kind === 'cancel')
    return endMatch(admin, { gameId, kind: step.kind, reason, by }, now)
  return takeStep(admin, { gameId, step, reason, by }, now)
}

type Step = Omit<End, 'kind'> & { readonly step: ManualStep }

/** Steps that settle nothing at once, but decide how open bets end. */
const CONCERNS_BETS: ReadonlySet<ManualStep['kind']> = new Set(['postpone', 'abandon', 'cancel', 'reopen', 'no-goal'])

async function takeStep(
  admin: GameAdmin,
  { gameId, step, reason, by }: Step,
  now: Date,
): Promise<Result<GameRow, StepRefusal>> {
  const change = {
    madeBy: by.actorId,
    propose: null,
    unconfirmed: null,
    async make(tx: Tx): Promise<Result<ChangedGame, StepRefusal | 'ENDS_MATCH'>> {
      const done = await admin.catalogue.manualGames.step(tx, gameId, step, now)
      // Other steps can decide the game too, for example a goal that resolves a contradiction, or abandoning it long
      // after its start.
      const isDecided = done.ok && done.value.after.resultVersion > done.value.before.resultVersion
      if (isDecided && step.kind === 'minute') return err('ENDS_MATCH')
      return done
    },
    async note(tx: Tx, { before, after, at }: ChangedGame, facts: object) {
      const openBets = CONCERNS_BETS.has(step.kind)
        ? { openBets: presentOpenTickets(await admin.exposure.openTicketsOn(tx, [gameId])) }
        : {}
      const states = { before: describePlay(before), after: { ...describePlay(after), ...openBets, ...facts } }
      const auditEntry = { action: `game.${step.kind}`, subject: `game:${gameId}` } as const
      return admin.audit.record(tx, { ...by, ...auditEntry, ...states, reason: reason ?? '' }, at)
    },
  }
  const moved = await changeEvaluated(admin, change)
  if (moved.ok) return ok(moved.value.after)
  // Setting the clock to the last minute ends the match.
  return moved.error === 'ENDS_MATCH' ? endMatch(admin, { gameId, kind: 'finish', reason, by }, now) : err(moved.error)
}

type End = {
  readonly gameId: string
  readonly kind: 'finish' | 'cancel'
  readonly reason?: string | undefined
  readonly by: Staff
}

/** The end of a manual game, played or not, is a result entered by staff (ADMT-30). */
export async function endMatch(
  admin: GameAdmin,
  { gameId, kind, reason = kind === 'finish' ? 'Finished manually' : 'Cancelled manually', by }: End,
  now: Date,
): Promise<Result<GameRow, 'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'STEP_IMPOSSIBLE' | 'FINISH_WAITS'>> {
  const game = await admin.catalogue.games.byId(gameId)
  if (game === null) return err('GAME_NOT_FOUND')
  // Staff can only cancel a feed game, not finish it.
  if (game.source === 'feed' && kind === 'finish') return err('GAME_OF_FEED')
  if (!stepManually(game, { kind }, now).ok) return err('STEP_IMPOSSIBLE')
  // Its bets are void already, so only the status changes.
  if (kind === 'cancel' && game.decision?.kind === 'void') {
    const cancelled = await takeStep(admin, { gameId, step: { kind }, reason, by }, now)
    return cancelled.ok ? cancelled : err('STEP_IMPOSSIBLE')
  }
  const entered = kind === 'cancel' ? VOID : resultFromGoals(game)
  const done = await admin.enterResult({ gameId, entered, reason, by }, now)
  if (!done.ok) return err('STEP_IMPOSSIBLE')
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

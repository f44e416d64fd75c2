import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import {
  type Catalogue,
  type GameRow,
  describeGoals,
  type StaffResult,
  type ResultRefusal,
} from '../../catalogue/index.ts'
import { type Approvals, flagOf } from '../../../kernel/access/approvals.ts'
import { presentEffect } from '../preview-result.ts'
import type { ResultEvaluator } from './evaluate-result.ts'
import { recordUnapprovedResult } from './staff-results.repository.ts'

export type EnterDeps = {
  readonly audit: Audit['commands']
  readonly catalogue: Pick<Catalogue, 'games' | 'results'>
}
/** `version`: the number of results that the game had at the time of the request. */
type Requested = {
  readonly gameId: string
  readonly entered: StaffResult
  readonly title: string
  readonly version: number
  /** The effect at the time of the request. */
  readonly effect: ResultPreview
}

export const RESULT_REFUSALS = {
  GAME_NOT_FOUND: 'GAME_NOT_FOUND',
  NOT_STARTED: 'RESULT_TOO_EARLY',
  IMPOSSIBLE_SCORE: 'RESULT_IMPOSSIBLE',
  SAME_RESULT: 'RESULT_SAME',
} as const satisfies { readonly [refusal in ResultRefusal]: string }
export type EnterRefusal = (typeof RESULT_REFUSALS)[ResultRefusal] | 'RESULT_CHANGED'

export type EnterResultCommand = ReturnType<typeof createEnterResultCommand>

export const VOID: StaffResult = { kind: 'void', reason: 'CANCELLED' }

/** The result that follows from a game's goals. */
export const resultFromGoals = ({ goalEvents }: GameRow): StaffResult => ({
  kind: 'result',
  score: scoreOf(goalEvents),
  halfTime: halfTimeOf(goalEvents),
  goals: goalEvents,
})

/** A game's decision as a result; without a list of goals it has the stored score. */
export function staffResultOf({ decision, goalEvents }: GameRow): StaffResult {
  if (decision?.kind !== 'result') return VOID
  const { home, away } = decision.result
  const halfTime = 'halfTime' in decision.result ? decision.result.halfTime : null
  const goals = goalEvents.length === 0 ? {} : { goals: goalEvents }
  return { kind: 'result', score: { home, away }, halfTime, ...goals }
}

/**
 * Called before the clock ends a manual game. The game is held if its result moves more than the threshold, because one
 * member of staff entered its goals and minutes.
 */
export const createEndByClockCheck =
  (
    db: Db,
    { audit }: Pick<EnterDeps, 'audit'>,
    evaluateResult: ResultEvaluator,
  ): Parameters<Catalogue['clock']['onBeforeEnd']>[0] =>
  async (ended, now) => {
    const effect = await evaluateResult.effectOf(ended.id, staffResultOf(ended), now)
    if (!effect.ok) return null
    const { evaluation, effect: evaluated } = await db.transaction((tx) =>
      evaluateResult.evaluate(tx, effect.value, null),
    )
    if (evaluation === 'wait') return null
    const { id, decision, resultVersion: version } = ended
    const auditEntry = { actorId: null, address: '', action: 'game.result', subject: `game:${id}` } as const
    const after = { decision, version, ...flagOf(evaluation), effect: presentEffect(evaluated.figures) }
    return (tx, at) => audit.record(tx, { ...auditEntry, after, reason: 'Ended by the game clock' }, at)
  }

/**
 * The start of a manual game as staff entered it. The approver must see it: even if the score is right, a wrong start
 * would let bets count that were placed after the kick-off.
 */
const describeStart = ({ source, firstLiveAt, startTime }: GameRow): string =>
  source === 'hand' ? ` (start ${formatDateTime(firstLiveAt ?? startTime)})` : ''

/** The text of the result for the approver. */
function describeResult(entered: StaffResult): string {
  if (entered.kind === 'void') return 'all bets void'
  const { score, halfTime, goals = [] } = entered
  const listed = describeGoals(goals)
  return [
    `${score.home} – ${score.away}`,
    ...(halfTime === undefined
      ? []
      : [`half time ${halfTime === null ? 'not known' : `${halfTime.home} – ${halfTime.away}`}`]),
    ...(listed.length === 0 ? [] : [`goals ${listed.join(', ')}`]),
  ].join(', ')
}

/**
 * Enters the first or a corrected result of a game. It needs approval when it moves more than the threshold
 * (ADMT-30).
 */
export function createEnterResultCommand(
  { db, clock }: Pick<Kernel, 'clock' | 'db'>,
  { audit, catalogue }: EnterDeps,
  { fourEyes, register }: Approvals<EnterRefusal>,
  evaluateResult: ResultEvaluator,
) {
  async function enter(
    tx: Tx,
    {
      gameId,
      entered,
      version,
      reason,
      by,
    }: Omit<Requested, 'title' | 'effect'> & { readonly reason: string; readonly by: Staff },
    flags: object = {},
  ): Promise<Result<GameRow, EnterRefusal>> {
    const before = (await catalogue.games.byIds([gameId], tx)).get(gameId)
    const done = await catalogue.results.decide(
      tx,
      gameId,
      entered,
      { actorId: by.actorId, note: reason, version },
      clock,
    )
    // A first result must not replace one that another member of staff has just entered.
    if (!done.ok) return err(done.error === 'OTHER_VERSION' ? 'RESULT_CHANGED' : RESULT_REFUSALS[done.error])
    const { resultVersion, decision } = done.value
    const auditEntry = {
      action: resultVersion > 1 ? 'game.resettle' : 'game.result',
      subject: `game:${gameId}`,
      before: { decision: before?.decision ?? null, version: before?.resultVersion ?? 0 },
      after: { decision, version: resultVersion, ...flags },
      reason,
    } as const
    await audit.record(tx, { ...by, ...auditEntry }, done.value.updatedAt)
    return ok(done.value)
  }

  register('enter-result', async (tx, approval, by) => {
    const requested = approval.request as Requested
    const done = await enter(
      tx,
      { ...requested, reason: approval.reason, by },
      {
        requestedBy: approval.requestedBy,
        effect: requested.effect,
      },
    )
    return done.ok ? ok(done.value.updatedAt) : err(done.error)
  })

  return async (
    request: {
      readonly gameId: string
      readonly entered: StaffResult
      readonly reason: string
      readonly by: Staff
    },
    now: Date,
  ): Promise<Result<{ readonly game: GameRow } | { readonly approvalId: string }, EnterRefusal>> => {
    const { gameId, entered, reason, by } = request
    const game = await catalogue.games.byId(gameId)
    const effect = await evaluateResult.effectOf(gameId, entered, now)
    if (game === null) return err('GAME_NOT_FOUND')
    if (!effect.ok) return err(RESULT_REFUSALS[effect.error])
    return db.transaction(async (tx) => {
      const evaluated = await evaluateResult.evaluate(tx, effect.value, by.actorId)
      const { evaluation, at } = evaluated
      const { exposureUgx, figures } = evaluated.effect
      const shown = presentEffect(figures)
      if (evaluation === 'wait') {
        const subject = `game:${gameId}` as const
        const title = `${game.name}${describeStart(game)}: ${describeResult(entered)}`
        const waiting: Requested = { gameId, entered, title, version: game.resultVersion, effect: shown }
        const proposal = {
          kind: 'enter-result',
          subject,
          amountUgx: exposureUgx,
          request: waiting,
          reason,
          requestedBy: by.actorId,
          once: true,
        } as const
        const approvalId = await fourEyes.propose(tx, proposal, at)
        const after = { entered, waits: true, effect: shown }
        await audit.record(tx, { ...by, action: 'game.result', subject, after, reason }, at)
        return ok({ approvalId })
      }
      const done = await enter(
        tx,
        { ...request, version: game.resultVersion },
        { ...flagOf(evaluation), effect: shown },
      )
      if (!done.ok) return done
      await recordUnapprovedResult(tx, done.value, { enteredBy: by.actorId, exposureUgx }, done.value.updatedAt)
      return ok({ game: done.value })
    })
  }
}

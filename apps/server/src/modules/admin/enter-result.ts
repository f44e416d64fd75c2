import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Audit } from '../audit/index.ts'
import type { Catalogue, GameRow, OperatorsResult, ResultRefusal } from '../catalogue/index.ts'
import { flagOf } from '../../kernel/approvals.ts'
import type { ConsoleApprovals } from './approvals.ts'
import { goalsInWords } from './goals-in-words.ts'
import type { EvaluateResult } from './evaluate-result.ts'
import { keepEnteredAlone } from './staff-results.ts'

export type SayDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly catalogue: Pick<Catalogue, 'game' | 'decideResult'>
}
type Staff = { readonly actorId: string; readonly address: string }
/** `version`: the number of results of the game at the time of the request. */
type Asked = {
  readonly gameId: string
  readonly entered: OperatorsResult
  readonly title: string
  readonly version: number
}

export const RESULT_REFUSALS = {
  GAME_NOT_FOUND: 'GAME_NOT_FOUND',
  NOT_STARTED: 'RESULT_TOO_EARLY',
  IMPOSSIBLE_SCORE: 'RESULT_IMPOSSIBLE',
  SAME_RESULT: 'RESULT_SAME',
} as const satisfies { readonly [refusal in ResultRefusal]: string }
export type SayRefusal = (typeof RESULT_REFUSALS)[ResultRefusal] | 'RESULT_CHANGED'

const KIND = 'say-result'

export type SayResult = ReturnType<typeof createSayResult>

export const VOID: OperatorsResult = { kind: 'void', reason: 'CANCELLED' }

/** The result that a game's goals make. */
export const finishedByTeam = ({ goalEvents }: GameRow): OperatorsResult => ({
  kind: 'result',
  score: scoreOf(goalEvents),
  halfTime: halfTimeOf(goalEvents),
  goals: goalEvents,
})

/** The result of a game's decision itself: without a list of goals it is the stored score's. */
export function enteredOf({ decision, goalEvents }: GameRow): OperatorsResult {
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
export const createMayEndByClock =
  (
    db: Db,
    { audit }: Pick<SayDeps, 'audit'>,
    evaluateResult: EvaluateResult,
  ): Parameters<Catalogue['beforeClockEnds']>[0] =>
  async (ended, now) => {
    const effect = await evaluateResult.effectOf(ended.id, enteredOf(ended), now)
    if (!effect.ok) return null
    const judgement = await db.transaction((tx) => evaluateResult.evaluate(tx, effect.value, null, now))
    if (judgement === 'wait') return null
    const { id, decision, resultVersion: version } = ended
    const staffAction = { actorId: null, address: '', action: 'game.result', subject: `game:${id}` } as const
    const after = { decision, version, ...flagOf(judgement) }
    return (tx) => audit.record(tx, { ...staffAction, after, reason: 'Ended by its clock' }, now)
  }

/**
 * The start of a manual game, as entered by one member of staff. The approver must see it: the score may be right while bets
 * were taken after the event.
 */
const startInWords = ({ source, firstLiveAt, startTime }: GameRow): string =>
  source === 'hand' ? ` (start ${formatDateTime(firstLiveAt ?? startTime)})` : ''

/** The result in words, for the approver. */
function asRange(entered: OperatorsResult): string {
  if (entered.kind === 'void') return 'all bets void'
  const { score, halfTime, goals = [] } = entered
  const listed = goalsInWords(goals)
  return [
    `${score.home} – ${score.away}`,
    ...(halfTime === undefined
      ? []
      : [`half time ${halfTime === null ? 'not known' : `${halfTime.home} – ${halfTime.away}`}`]),
    ...(listed.length === 0 ? [] : [`goals ${listed.join(', ')}`]),
  ].join(', ')
}

/** The result of a game by staff, the first or a corrected one; what moves more than the threshold waits (ADMT-30). */
export function createSayResult(
  db: Db,
  { audit, catalogue }: SayDeps,
  { fourEyes, register }: ConsoleApprovals,
  evaluateResult: EvaluateResult,
) {
  async function say(
    tx: Tx,
    { gameId, entered, version, reason, by }: Omit<Asked, 'title'> & { readonly reason: string; readonly by: Staff },
    now: Date,
    flags: object = {},
  ): Promise<Result<GameRow, SayRefusal>> {
    const before = await catalogue.game(gameId)
    const done = await catalogue.decideResult(tx, gameId, entered, { actorId: by.actorId, note: reason, version }, now)
    // A first result must not replace one that another member of staff has just entered.
    if (!done.ok) return err(done.error === 'OTHER_VERSION' ? 'RESULT_CHANGED' : RESULT_REFUSALS[done.error])
    const { resultVersion, decision } = done.value
    const staffAction = {
      action: resultVersion > 1 ? 'game.resettle' : 'game.result',
      subject: `game:${gameId}`,
      before: { decision: before?.decision ?? null, version: before?.resultVersion ?? 0 },
      after: { decision, version: resultVersion, ...flags },
      reason,
    } as const
    await audit.record(tx, { ...by, ...staffAction }, now)
    return ok(done.value)
  }

  register(KIND, async (tx, approval, by, now) => {
    const asked = approval.asked as Asked
    const done = await say(tx, { ...asked, reason: approval.reason, by }, now, { askedBy: approval.askedBy })
    return done.ok ? ok(undefined) : err(done.error)
  })

  return async (
    asked: { readonly gameId: string; readonly entered: OperatorsResult; readonly reason: string; readonly by: Staff },
    now: Date,
  ): Promise<Result<{ readonly game: GameRow } | { readonly approvalId: string }, SayRefusal>> => {
    const { gameId, entered, reason, by } = asked
    const game = await catalogue.game(gameId)
    const effect = await evaluateResult.effectOf(gameId, entered, now)
    if (game === null) return err('GAME_NOT_FOUND')
    if (!effect.ok) return err(RESULT_REFUSALS[effect.error])
    const { movedUgx } = effect.value
    return db.transaction(async (tx) => {
      const judgement = await evaluateResult.evaluate(tx, effect.value, by.actorId, now)
      if (judgement === 'wait') {
        const subject = `game:${gameId}` as const
        const title = `${game.name}${startInWords(game)}: ${asRange(entered)}`
        const waiting: Asked = { gameId, entered, title, version: game.resultVersion }
        const proposal = {
          kind: KIND,
          subject,
          amountUgx: movedUgx,
          asked: waiting,
          reason,
          askedBy: by.actorId,
          once: true,
        } as const
        const approvalId = await fourEyes.propose(tx, proposal, now)
        await audit.record(tx, { ...by, action: 'game.result', subject, after: { entered, waits: true }, reason }, now)
        return ok({ approvalId })
      }
      const done = await say(tx, { ...asked, version: game.resultVersion }, now, flagOf(judgement))
      if (!done.ok) return done
      await keepEnteredAlone(tx, done.value, { enteredBy: by.actorId, movedUgx }, now)
      return ok({ game: done.value })
    })
  }
}

import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import { transactionOrRollBack } from '../../../kernel/db/roll-back.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Betting } from '../../betting/index.ts'
import {
  type Catalogue,
  type GameRow,
  describeGoals,
  type StaffResult,
  type ResultRefusal,
} from '../../catalogue/index.ts'
import { type Approvals, flagOf, type Outdated } from '../../../kernel/access/approvals.ts'
import { type EnteredResult, presentEffect, type RefusedResult } from '../preview-result.ts'
import type { ResultEvaluator, ResultExposure } from './evaluate-result.ts'
import { seenGame } from './seen-game.ts'
import { recordUnapprovedResult } from './staff-results.repository.ts'

export type EnterDeps = {
  readonly audit: Audit['commands']
  readonly catalogue: Pick<Catalogue, 'games' | 'results'>
  readonly exposure: Betting['exposure']
}
/** `version`: the number of results that the game had at the time of the request. */
type Requested = {
  readonly gameId: string
  readonly entered: StaffResult
  readonly title: string
  readonly version: number
  /** A digest of the score and the bets at the time of the request, so that the approver sees what would happen. */
  readonly seen: string
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

const OUTDATED: Outdated = { code: 'APPROVAL_OUTDATED', what: 'The score, the state or the bets of this game' }

export type EnterResultCommands = ReturnType<typeof createEnterResultCommands>

type Author = { readonly reason: string; readonly by: Staff }
type RefusedEntry = RefusedResult<EnterRefusal>
/** The decided games, or the requests for approval. */
type Entered = { readonly games: readonly GameRow[]; readonly approvalIds: readonly string[] }

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
 * Enters first or corrected results of games. They need approval when they move more than the threshold (ADMT-30).
 */
export function createEnterResultCommands(
  { db, clock }: Pick<Kernel, 'clock' | 'db'>,
  { audit, catalogue, exposure }: EnterDeps,
  { fourEyes, register }: Approvals<EnterRefusal | Outdated>,
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
    }: Omit<Requested, 'title' | 'effect' | 'seen'> & { readonly reason: string; readonly by: Staff },
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
    const { gameId } = requested
    await evaluateResult.lockBets(tx, [gameId])
    const game = (await catalogue.games.byIds([gameId], tx)).get(gameId)
    if (game === undefined) return err('GAME_NOT_FOUND')
    if (game.resultVersion === requested.version && (await seenGame(tx, exposure, game)) !== requested.seen)
      return err(OUTDATED)
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

  type Computed = {
    readonly game: GameRow
    readonly entered: StaffResult
    readonly effect: ResultExposure
  }

  /** The effects of the results, computed without locks. */
  async function compute(results: readonly EnteredResult[], now: Date): Promise<Result<Computed[], RefusedEntry>> {
    const computed: Computed[] = []
    for (const { gameId, entered } of results) {
      const game = await catalogue.games.byId(gameId)
      const effect = await evaluateResult.effectOf(gameId, entered, now)
      if (game === null) return err({ gameId, error: 'GAME_NOT_FOUND' })
      if (!effect.ok) return err({ gameId, error: RESULT_REFUSALS[effect.error] })
      computed.push({ game, entered, effect: effect.value })
    }
    return ok(computed)
  }

  /** Requests a second approver for the result of one game. */
  async function propose(tx: Tx, { game, entered, effect }: Computed, { reason, by }: Author, at: Date) {
    const shown = presentEffect(effect.figures)
    const subject = `game:${game.id}` as const
    const title = `${game.name}${describeStart(game)}: ${describeResult(entered)}`
    const seen = await seenGame(tx, exposure, game)
    const request: Requested = { gameId: game.id, entered, title, version: game.resultVersion, seen, effect: shown }
    const proposal = {
      kind: 'enter-result',
      subject,
      amountUgx: effect.exposureUgx,
      request,
      reason,
      requestedBy: by.actorId,
      once: true,
    } as const
    const approvalId = await fourEyes.propose(tx, proposal, at)
    const after = { entered, waits: true, effect: shown }
    await audit.record(tx, { ...by, action: 'game.result', subject, after, reason }, at)
    return approvalId
  }

  type Request = Author & {
    readonly results: readonly EnteredResult[]
    /** Whether a game, locked now, and the effect of its result are as the author has confirmed. */
    readonly isConfirmed: (tx: Tx, game: GameRow, effect: ResultExposure) => Promise<boolean>
  }

  /** Enters the results of several games: all of them, or none. If they need approval, each waits for its own. */
  async function enterResults(
    { results, reason, by, isConfirmed }: Request,
    now: Date,
  ): Promise<Result<Entered, RefusedEntry>> {
    const computed = await compute(results, now)
    if (!computed.ok) return computed
    return transactionOrRollBack(db, async (tx): Promise<Result<Entered, RefusedEntry>> => {
      const effects = computed.value.map(({ effect }) => effect)
      const { evaluation, effects: evaluated, at } = await evaluateResult.evaluateAll(tx, effects, by.actorId)
      const locked = await catalogue.games.byIds(
        results.map(({ gameId }) => gameId),
        tx,
      )
      const all: Computed[] = []
      for (const [place, each] of computed.value.entries()) {
        const game = locked.get(each.game.id)
        const effect = evaluated[place] ?? each.effect
        if (game === undefined || !(await isConfirmed(tx, game, effect)))
          return err({ gameId: each.game.id, error: 'RESULT_CHANGED' })
        all.push({ game, entered: each.entered, effect })
      }
      if (evaluation === 'wait') {
        const approvalIds: string[] = []
        for (const each of all) approvalIds.push(await propose(tx, each, { reason, by }, at))
        return ok({ games: [], approvalIds })
      }
      const games: GameRow[] = []
      for (const { game, entered, effect } of all) {
        const entry = { gameId: game.id, entered, version: game.resultVersion, reason, by }
        const done = await enter(tx, entry, { ...flagOf(evaluation), effect: presentEffect(effect.figures) })
        if (!done.ok) return err({ gameId: game.id, error: done.error })
        const { updatedAt } = done.value
        await recordUnapprovedResult(
          tx,
          done.value,
          { enteredBy: by.actorId, exposureUgx: effect.exposureUgx },
          updatedAt,
        )
        games.push(done.value)
      }
      return ok({ games, approvalIds: [] })
    })
  }

  return {
    enterResults,

    async enterResult(
      { gameId, entered, ...author }: Omit<Request, 'results'> & EnteredResult,
      now: Date,
    ): Promise<Result<{ readonly game: GameRow } | { readonly approvalId: string }, EnterRefusal>> {
      const done = await enterResults({ results: [{ gameId, entered }], ...author }, now)
      if (!done.ok) return err(done.error.error)
      const {
        games: [game],
        approvalIds: [approvalId],
      } = done.value
      if (game !== undefined) return ok({ game })
      return approvalId === undefined ? err('GAME_NOT_FOUND') : ok({ approvalId })
    },
  }
}

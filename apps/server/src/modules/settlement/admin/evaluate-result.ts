import { addUgx, ZERO, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Betting } from '../../betting/index.ts'
import type { Catalogue, StaffResult, ResultRefusal } from '../../catalogue/index.ts'
import { exposureOf, type PreviewResult, type ResultEffect } from '../preview-result.ts'
import type { Evaluation, FourEyes } from '../../../kernel/access/approvals.ts'
import { exposureOfEarlierStarts } from './staff-results.repository.ts'

/**
 * The payouts and reversals of a result, and the possible payouts of tickets that stay open with a leg that it
 * decides. `isWhole: false`: not all bets could be computed.
 */
export type ResultExposure = {
  readonly isWhole: boolean
  readonly exposureUgx: Ugx
  /** The tickets, players and amounts, for the audit log. */
  readonly figures: ResultEffect
  /** The game whose start changes. The effects of its earlier unapproved starts are included. */
  readonly rescheduledGameId?: string
  /** The result of a game, and the minimum number of bets included in the amount. */
  readonly result?: { readonly gameId: string; readonly entered: StaffResult; readonly bets: number }
}

type EvaluateDeps = {
  readonly clock: Clock
  readonly db: Sql
  readonly exposure: Betting['exposure']
  readonly games: Catalogue['games']
}

const STRICTEST_FIRST: readonly Evaluation[] = ['wait', 'alone', 'alone-daily-total']

export type ResultEvaluator = ReturnType<typeof createResultEvaluator>

/**
 * Decides whether a result needs a second approver (ADMT-30). The effect of the result is computed without
 * locks, because that reads all bets of the game. The transaction that enters the result decides, with the day's
 * unapproved results. If bets were accepted in between, it computes the effect of the result again under the offer
 * lock, which keeps further bets out.
 */
export function createResultEvaluator(
  previewResult: PreviewResult,
  fourEyes: FourEyes,
  { clock, db, exposure, games }: EvaluateDeps,
) {
  async function effectOf(
    gameId: string,
    entered: StaffResult,
    now: Date,
  ): Promise<Result<ResultExposure, ResultRefusal>> {
    const bets = await exposure.countBets(db, gameId)
    const effect = await previewResult(gameId, entered, now)
    if (!effect.ok) return effect
    const { isWhole } = effect.value
    return ok({
      isWhole,
      exposureUgx: exposureOf(effect.value),
      figures: effect.value,
      result: { gameId, entered, bets },
    })
  }

  /** Locks games against further bets, and returns them without the decided games, which take no bets. */
  async function lockBets(tx: Tx, gameIds: readonly string[]): Promise<ReadonlySet<string>> {
    const open: string[] = []
    for (const id of inLockOrder(gameIds)) {
      const game = await games.lock(tx, id)
      if (game !== null && game.resultVersion === 0) open.push(id)
    }
    if (open.length > 0) await games.lockOffers(tx, open, 'exclusive')
    return new Set(open)
  }

  /** The effect with all bets on the locked game. */
  async function complete(tx: Tx, effect: ResultExposure, now: Date): Promise<ResultExposure> {
    if (effect.result === undefined) return effect
    const { gameId, entered, bets } = effect.result
    if ((await exposure.countBets(tx, gameId)) === bets) return effect
    const again = await effectOf(gameId, entered, now)
    // The following command reports this refusal.
    return again.ok ? { ...effect, ...again.value } : { ...effect, isWhole: false }
  }

  /**
   * `enteredBy` is null if the game clock ended the match. Call it before taking other locks: it locks the actions of
   * the member of staff, the games and their offers. An effect that could not be computed completely exceeds the
   * threshold. A result without effect counts zero. Several results count one after the other, like single ones, and the
   * strictest evaluation applies to all. Returns the effects, including bets accepted after they were computed, and the
   * time read after the locks.
   */
  async function evaluateAll(
    tx: Tx,
    computed: readonly ResultExposure[],
    enteredBy: string | null,
  ): Promise<{ readonly evaluation: Evaluation; readonly effects: readonly ResultExposure[]; readonly at: Date }> {
    let alone = enteredBy === null ? ZERO : await fourEyes.sumWithoutApproval(tx, enteredBy)
    const open = await lockBets(
      tx,
      computed.flatMap(({ result }) => result?.gameId ?? []),
    )
    const at = clock.now()
    const effects: ResultExposure[] = []
    const evaluations: Evaluation[] = []
    for (const each of computed) {
      const canHaveNewBets = each.result !== undefined && open.has(each.result.gameId)
      const effect = canHaveNewBets ? await complete(tx, each, at) : each
      evaluations.push(await decide(tx, effect, { enteredBy, alone }, at))
      effects.push(effect)
      alone = addUgx(alone, effect.exposureUgx)
    }
    return { evaluation: STRICTEST_FIRST.find((each) => evaluations.includes(each)) ?? 'do', effects, at }
  }

  return {
    effectOf,
    evaluateAll,
    lockBets,

    async evaluate(
      tx: Tx,
      computed: ResultExposure,
      enteredBy: string | null,
    ): Promise<{ readonly evaluation: Evaluation; readonly effect: ResultExposure; readonly at: Date }> {
      const { evaluation, effects, at } = await evaluateAll(tx, [computed], enteredBy)
      return { evaluation, effect: effects[0] ?? computed, at }
    },
  }

  async function decide(
    tx: Tx,
    { isWhole, exposureUgx, rescheduledGameId }: ResultExposure,
    { enteredBy, alone }: { readonly enteredBy: string | null; readonly alone: Ugx },
    now: Date,
  ): Promise<Evaluation> {
    const kind = rescheduledGameId === undefined ? 'enter-result' : 'reschedule-start'
    if (!isWhole) return fourEyes.requireApproval(tx, { kind, actorId: enteredBy }, now)
    const action = { kind, actorId: enteredBy, amountUgx: exposureUgx } as const
    if (enteredBy === null || exposureUgx === ZERO) return fourEyes.evaluate(tx, { ...action, before: ZERO }, now)
    const since = new Date(now.getTime() - DAY_MS)
    const before =
      rescheduledGameId === undefined
        ? ZERO
        : await exposureOfEarlierStarts(tx, rescheduledGameId, { enteredBy, since })
    return fourEyes.evaluate(tx, { ...action, before: addUgx(alone, before) }, now)
  }
}

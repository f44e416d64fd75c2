import { isDeepStrictEqual } from 'node:util'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { transactionOrRollBack } from '../../../kernel/db/roll-back.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { ResultPreview, UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { Betting } from '../../betting/index.ts'
import { type GameRow, haveSameOdds, voidTimesOf } from '../../catalogue/index.ts'
import { flagOf } from '../../../kernel/access/approvals.ts'
import type { ResultEvaluator, ResultExposure } from './evaluate-result.ts'
import { exposureOf, NO_EFFECT, openEffect, presentEffect, type ResultEffect } from '../preview-result.ts'
import { factsOf, type RiskyBaseOdds } from './base-odds.ts'
import { staffResultOf } from './enter-result.ts'
import { recordUnapprovedResult } from './staff-results.repository.ts'

/** `at`: the time of the change, read after its locks. */
export type ChangedGame = { readonly before: GameRow; readonly after: GameRow; readonly at: Date }

export type GameChange<E, W = never> = {
  /** The member of staff. */
  readonly madeBy: string
  /** A refusal rolls the transaction back. */
  readonly make: (tx: Tx) => Promise<Result<ChangedGame, E>>
  /** Writes the audit entry, with the approval flags. */
  readonly note: (tx: Tx, changed: ChangedGame, facts: AuditFacts) => Promise<void>
  /** For a changed kick-off: requests a second approver and returns the refusal that reports it. */
  readonly propose: ((tx: Tx, changed: ChangedGame, effect: ResultEffect, at: Date) => Promise<W>) | null
  /** The refusal of a change whose effect on bets its author has not confirmed. */
  readonly unconfirmed:
    | ((kind: UnconfirmedChange['kind'], effect: ResultEffect, risk?: RiskyBaseOdds | null) => W | null)
    | null
  /** The rule for base odds, of a change that may contain some. */
  readonly odds?: OddsRule<W>
}

type OddsRule<W> = {
  readonly riskOf: (tx: Tx, changed: ChangedGame) => Promise<RiskyBaseOdds | null>
  /** Requests a second approver, and returns the refusal that reports it. */
  readonly propose: (tx: Tx, changed: ChangedGame, risk: RiskyBaseOdds) => Promise<W>
  readonly record: (tx: Tx, changed: ChangedGame, risk: RiskyBaseOdds | null) => Promise<unknown>
}

/** The approval flags of a change and its effect on bets, for the audit log. */
type AuditFacts = ReturnType<typeof flagOf> & ReturnType<typeof factsOf> & { readonly effect?: ResultPreview }

export type EvaluatedDeps = {
  readonly db: Db
  readonly evaluateResult: ResultEvaluator
  readonly exposure: Betting['exposure']
}

/** A change and its exposure. */
type EvaluatedChange = { readonly changed: ChangedGame; readonly effect: ResultExposure }

const isRepriced = ({ before, after }: ChangedGame): boolean => !haveSameOdds(before, after)

/** Whether only a new start changes the bets. If the new times and goals also end the game, the change is a result. */
const isByStart = ({ before, after }: ChangedGame): boolean =>
  after.startTime.getTime() !== before.startTime.getTime() && after.decision?.kind !== 'result'

const isDecided = ({ before, after }: ChangedGame): boolean => after.resultVersion > before.resultVersion

/**
 * Changes a manual game. A change that decides the game, or that voids or reinstates bets by a new kick-off
 * (decision 0019), is rolled back, evaluated without locks, and repeated if its author has confirmed the effect and it
 * needs no approval. Otherwise a new kick-off or new base odds are requested, and any other change is refused
 * (GAME_EDIT_SETTLES). It is also refused when the game has changed in the meantime.
 */
export async function changeEvaluated<E, W = never>(
  { db, evaluateResult, exposure }: EvaluatedDeps,
  { make, note, madeBy, propose, unconfirmed, odds }: GameChange<E, W>,
): Promise<Result<ChangedGame, E | W | 'GAME_EDIT_SETTLES'>> {
  type Attempt = Result<
    ChangedGame | { readonly proposed: W },
    | { readonly refused: E | W | 'GAME_EDIT_SETTLES' }
    | { readonly risky: ChangedGame; readonly risk: RiskyBaseOdds }
    | EvaluatedChange
  >

  async function effectOfStart(tx: Tx, { before, after }: ChangedGame): Promise<ResultEffect> {
    const [voidBefore, voidAfter] = [voidTimesOf(before), voidTimesOf(after)]
    if (propose === null || isDeepStrictEqual(voidBefore, voidAfter)) return NO_EFFECT
    return openEffect(await exposure.ofReschedule(tx, after.id, { before: voidBefore, after: voidAfter }))
  }

  /** The open tickets on a game whose base odds change. They keep their odds. */
  async function effectOfOdds(tx: Tx, changed: ChangedGame): Promise<ResultEffect> {
    if (unconfirmed === null || !isRepriced(changed)) return NO_EFFECT
    return openEffect(await exposure.openTicketsOn(tx, [changed.after.id]))
  }

  const attempt = (evaluatedChange: EvaluatedChange | null) =>
    transactionOrRollBack(db, async (tx): Promise<Attempt> => {
      const evaluated =
        evaluatedChange === null ? null : await evaluateResult.evaluate(tx, evaluatedChange.effect, madeBy)
      const evaluation = evaluated?.evaluation ?? 'do'
      const effect = evaluated?.effect
      if (evaluated?.evaluation === 'wait') {
        if (evaluatedChange === null || propose === null || !isByStart(evaluatedChange.changed))
          return err({ refused: 'GAME_EDIT_SETTLES' })
        const refused = unconfirmed?.('start', evaluated.effect.figures) ?? null
        if (refused !== null) return err({ refused })
        return ok({ proposed: await propose(tx, evaluatedChange.changed, evaluated.effect.figures, evaluated.at) })
      }
      const done = await make(tx)
      if (!done.ok) return err({ refused: done.error })
      const { after, at } = done.value
      const decides = isDecided(done.value)
      const byStart = decides ? NO_EFFECT : await effectOfStart(tx, done.value)
      const exposureUgx = exposureOf(byStart)
      const hasEffect = decides || exposureUgx > ZERO
      const risk = odds !== undefined && isRepriced(done.value) ? await odds.riskOf(tx, done.value) : null
      const byOdds = hasEffect && risk === null ? NO_EFFECT : await effectOfOdds(tx, done.value)
      if (byOdds.openTickets > 0 || risk !== null) {
        const refused = unconfirmed?.('odds', byOdds, risk) ?? null
        if (refused !== null) return err({ refused })
      }
      if (risk?.approval === 'wait') return err({ risky: done.value, risk })
      if (evaluatedChange !== null && hasEffect) {
        const refused = unconfirmed?.(decides ? 'result' : 'start', decides ? evaluatedChange.effect.figures : byStart)
        if (refused !== undefined && refused !== null) return err({ refused })
      }
      if (hasEffect && evaluatedChange === null) {
        return err({
          changed: done.value,
          effect: { isWhole: true, exposureUgx, figures: byStart, rescheduledGameId: after.id },
        })
      }
      const isAsEvaluated =
        evaluatedChange !== null &&
        exposureUgx <= (effect?.exposureUgx ?? ZERO) &&
        (!decides || isDeepStrictEqual(after.decision, evaluatedChange.changed.after.decision))
      if (hasEffect && !isAsEvaluated) return err({ refused: 'GAME_EDIT_SETTLES' })
      const figures = hasEffect ? (effect?.figures ?? byStart) : byOdds
      await note(tx, done.value, {
        ...factsOf(risk),
        ...(hasEffect ? flagOf(evaluation) : {}),
        ...(figures === NO_EFFECT ? {} : { effect: presentEffect(figures) }),
      })
      if (hasEffect && evaluatedChange !== null) {
        await recordUnapprovedResult(tx, after, { enteredBy: madeBy, exposureUgx: effect?.exposureUgx ?? ZERO }, at)
      }
      if (isRepriced(done.value)) await odds?.record(tx, done.value, risk)
      return done
    })

  const answerOf = async (attempted: Attempt): Promise<Result<ChangedGame, E | W | 'GAME_EDIT_SETTLES'>> => {
    if (!attempted.ok) {
      const { error } = attempted
      if ('risk' in error && odds !== undefined)
        return err(await db.transaction((tx) => odds.propose(tx, error.risky, error.risk)))
      return err('refused' in error ? error.refused : 'GAME_EDIT_SETTLES')
    }
    return 'proposed' in attempted.value ? err(attempted.value.proposed) : ok(attempted.value)
  }

  const first = await attempt(null)
  if (first.ok || 'refused' in first.error || 'risk' in first.error) return answerOf(first)
  const { changed, effect } = first.error
  const decided = isDecided(changed)
    ? await evaluateResult.effectOf(changed.after.id, staffResultOf(changed.after), changed.at)
    : ok(effect)
  if (!decided.ok) return err('GAME_EDIT_SETTLES')
  return answerOf(await attempt({ changed, effect: { ...effect, ...decided.value } }))
}

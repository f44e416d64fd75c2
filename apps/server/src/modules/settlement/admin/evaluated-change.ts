import { isDeepStrictEqual } from 'node:util'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { transactionOrRollBack } from '../../../kernel/db/roll-back.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { Betting } from '../../betting/index.ts'
import { type GameRow, voidTimesOf } from '../../catalogue/index.ts'
import { flagOf } from '../../../kernel/access/approvals.ts'
import type { ResultEvaluator, ResultExposure } from './evaluate-result.ts'
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
  readonly note: (tx: Tx, changed: ChangedGame, flags: ReturnType<typeof flagOf>) => Promise<void>
  /** For a changed kick-off: requests a second approver and returns the refusal that reports it. */
  readonly propose: ((tx: Tx, changed: ChangedGame, exposureUgx: Ugx, at: Date) => Promise<W>) | null
  /** The refusal of a kick-off that moves more money than its author has confirmed. */
  readonly unconfirmed: ((exposureUgx: Ugx) => W | null) | null
}

export type EvaluatedDeps = {
  readonly db: Db
  readonly evaluateResult: ResultEvaluator
  readonly exposure: Betting['exposure']
}

/** A change and its exposure. */
type EvaluatedChange = { readonly changed: ChangedGame; readonly effect: ResultExposure }

/** Whether only a new start changes the bets. If the new times and goals also end the game, the change is a result. */
const isByStart = ({ before, after }: ChangedGame): boolean =>
  after.startTime.getTime() !== before.startTime.getTime() && after.decision?.kind !== 'result'

const isDecided = ({ before, after }: ChangedGame): boolean => after.resultVersion > before.resultVersion

/**
 * Changes a manual game. A change that decides the game, or that voids or reinstates bets by a new kick-off
 * (decision 0019), is rolled back, evaluated without locks, and repeated if it needs no approval. Otherwise a
 * new kick-off is requested, and any other change is refused (GAME_EDIT_SETTLES). It is also refused when the
 * game has changed in the meantime.
 */
export async function changeEvaluated<E, W = never>(
  { db, evaluateResult, exposure }: EvaluatedDeps,
  { make, note, madeBy, propose, unconfirmed }: GameChange<E, W>,
): Promise<Result<ChangedGame, E | W | 'GAME_EDIT_SETTLES'>> {
  type Attempt = Result<
    ChangedGame | { readonly proposed: W },
    { readonly refused: E | W | 'GAME_EDIT_SETTLES' } | EvaluatedChange
  >

  async function exposureOf(tx: Tx, { before, after }: ChangedGame): Promise<Ugx> {
    const [voidBefore, voidAfter] = [voidTimesOf(before), voidTimesOf(after)]
    if (propose === null || isDeepStrictEqual(voidBefore, voidAfter)) return ZERO
    return exposure.ofReschedule(tx, after.id, { before: voidBefore, after: voidAfter })
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
        return ok({ proposed: await propose(tx, evaluatedChange.changed, evaluated.effect.exposureUgx, evaluated.at) })
      }
      const done = await make(tx)
      if (!done.ok) return err({ refused: done.error })
      const { after, at } = done.value
      const decides = isDecided(done.value)
      const exposureUgx = decides ? ZERO : await exposureOf(tx, done.value)
      const hasEffect = decides || exposureUgx > ZERO
      if (evaluatedChange !== null && hasEffect && isByStart(done.value)) {
        const refused = unconfirmed?.(decides ? (effect?.exposureUgx ?? ZERO) : exposureUgx) ?? null
        if (refused !== null) return err({ refused })
      }
      if (hasEffect && evaluatedChange === null) {
        return err({
          changed: done.value,
          effect: { isWhole: true, exposureUgx, rescheduledGameId: after.id },
        })
      }
      const isAsEvaluated =
        evaluatedChange !== null &&
        exposureUgx <= (effect?.exposureUgx ?? ZERO) &&
        (!decides || isDeepStrictEqual(after.decision, evaluatedChange.changed.after.decision))
      if (hasEffect && !isAsEvaluated) return err({ refused: 'GAME_EDIT_SETTLES' })
      await note(tx, done.value, hasEffect ? flagOf(evaluation) : {})
      if (hasEffect && evaluatedChange !== null) {
        await recordUnapprovedResult(tx, after, { enteredBy: madeBy, exposureUgx: effect?.exposureUgx ?? ZERO }, at)
      }
      return done
    })

  const answerOf = (attempted: Attempt): Result<ChangedGame, E | W | 'GAME_EDIT_SETTLES'> => {
    if (!attempted.ok) return err('refused' in attempted.error ? attempted.error.refused : 'GAME_EDIT_SETTLES')
    return 'proposed' in attempted.value ? err(attempted.value.proposed) : ok(attempted.value)
  }

  const first = await attempt(null)
  if (first.ok || 'refused' in first.error) return answerOf(first)
  const { changed, effect } = first.error
  const decided = isDecided(changed)
    ? await evaluateResult.effectOf(changed.after.id, staffResultOf(changed.after), changed.at)
    : ok(effect)
  if (!decided.ok) return err('GAME_EDIT_SETTLES')
  return answerOf(await attempt({ changed, effect: { ...effect, ...decided.value } }))
}

import { isDeepStrictEqual } from 'node:util'
import { DECIDE_AFTER_MS } from '@mupiira/domain/match/verdict.ts'
import { err, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import { type GameRow, movedBetsOf } from '../catalogue/index.ts'
import { flagOf } from './approvals.ts'
import type { JudgeResult, MovedByResult } from './judge-result.ts'
import { saidOf } from './say-result.ts'
import { keepSaidAlone } from './staff-results.ts'

export type Changed = { readonly before: GameRow; readonly after: GameRow }

export type GameChange<E> = {
  /** The member of staff. */
  readonly madeBy: string
  /** What it refuses is undone. */
  readonly make: (tx: Tx) => Promise<Result<Changed, E>>
  /** Writes it down, with what is to be said of who looked at it. */
  readonly note: (tx: Tx, changed: Changed, flags: ReturnType<typeof flagOf>) => Promise<void>
}

/** Rolls back what was done halfway. */
class Undone<T> extends Error {
  readonly why: T
  constructor(why: T) {
    super('a change of a game was undone')
    this.why = why
  }
}

/**
 * Whether a change settles bets: it decides the match, moves it by a day for some of them (D20), or dates it so far back that
 * it is void in time before anybody looks (SETL-40, decision 0591).
 */
function isSettling({ before, after }: Changed, now: Date): boolean {
  if (after.resultVersion > 0) return after.resultVersion > before.resultVersion
  const isDatedBack = after.startTime < before.startTime && now.getTime() - after.startTime.getTime() >= DECIDE_AFTER_MS
  return isDatedBack || movedBetsOf(after) !== movedBetsOf(before)
}

const settlesAlike = (one: GameRow, other: GameRow): boolean =>
  isDeepStrictEqual(one.verdict, other.verdict) && movedBetsOf(one) === movedBetsOf(other)

type Agreed = { readonly decided: GameRow; readonly effect: MovedByResult }

/**
 * Makes a change of a match by hand. One that settles bets is undone, looked at for what it moves with nothing locked, and
 * made again where it needs nobody's word: GAME_EDIT_SETTLES where it does, or where others changed the game meanwhile.
 */
export async function changeJudged<E>(
  { db, judgeResult }: { readonly db: Db; readonly judgeResult: JudgeResult },
  { make, note, madeBy }: GameChange<E>,
  now: Date,
): Promise<Result<Changed, E | 'GAME_EDIT_SETTLES'>> {
  type Why = { readonly refused: E | 'GAME_EDIT_SETTLES' } | { readonly decided: GameRow }

  const attempt = (agreed: Agreed | null) =>
    db
      .transaction(async (tx) => {
        const judgement = agreed === null ? 'do' : await judgeResult.judge(tx, agreed.effect, madeBy, now)
        if (judgement === 'wait') throw new Undone<Why>({ refused: 'GAME_EDIT_SETTLES' })
        const done = await make(tx)
        if (!done.ok) throw new Undone<Why>({ refused: done.error })
        const { after } = done.value
        const settles = isSettling(done.value, now)
        if (settles && agreed === null) throw new Undone<Why>({ decided: after })
        if (settles && agreed !== null && !settlesAlike(after, agreed.decided))
          throw new Undone<Why>({ refused: 'GAME_EDIT_SETTLES' })
        await note(tx, done.value, settles ? flagOf(judgement) : {})
        if (settles && agreed !== null) {
          await keepSaidAlone(tx, after, { saidBy: madeBy, movedUgx: agreed.effect.movedUgx }, now)
        }
        return done
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return err(error.why as Why)
        throw error
      })

  const first = await attempt(null)
  if (first.ok) return first
  if ('refused' in first.error) return err(first.error.refused)
  const { decided } = first.error
  const effect = await judgeResult.effectOf(decided.id, saidOf(decided), now)
  if (!effect.ok) return err('GAME_EDIT_SETTLES')
  const second = await attempt({ decided, effect: effect.value })
  if (second.ok) return second
  return err('refused' in second.error ? second.error.refused : 'GAME_EDIT_SETTLES')
}

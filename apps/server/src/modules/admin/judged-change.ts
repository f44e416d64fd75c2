import { isDeepStrictEqual } from 'node:util'
import { err, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { GameRow } from '../catalogue/index.ts'
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

type Agreed = { readonly decided: GameRow; readonly effect: MovedByResult }

/**
 * Makes a change of a match by hand. One that decides the match is undone, looked at for what it moves with nothing locked,
 * and made again where it needs nobody's word: GAME_EDIT_SETTLES where it does, or where others changed the game meanwhile.
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
        const { before, after } = done.value
        const isDecided = after.resultVersion > before.resultVersion
        if (isDecided && agreed === null) throw new Undone<Why>({ decided: after })
        if (isDecided && !isDeepStrictEqual(after.verdict, agreed?.decided.verdict))
          throw new Undone<Why>({ refused: 'GAME_EDIT_SETTLES' })
        await note(tx, done.value, isDecided ? flagOf(judgement) : {})
        if (isDecided && agreed !== null) {
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

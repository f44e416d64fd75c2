import { isDeepStrictEqual } from 'node:util'
import { err, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { GameRow } from '../catalogue/index.ts'
import { flagOf, type JudgeEnd } from './say-result.ts'

export type Changed = { readonly before: GameRow; readonly after: GameRow }

export type GameChange<E> = {
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
 * Makes a change of a match by hand. One that decides the match is undone, judged by what it moves with nothing locked,
 * and made again where it needs nobody's word: GAME_EDIT_SETTLES where it does, or where others changed the game meanwhile.
 */
export async function changeJudged<E extends string>(
  { db, judgeEnd }: { readonly db: Db; readonly judgeEnd: JudgeEnd },
  { make, note }: GameChange<E>,
  now: Date,
): Promise<Result<Changed, E | 'GAME_EDIT_SETTLES'>> {
  type Why = E | 'GAME_EDIT_SETTLES' | { readonly decided: GameRow }

  const attempt = (agreed: GameRow | null, flags: ReturnType<typeof flagOf>) =>
    db
      .transaction(async (tx) => {
        const done = await make(tx)
        if (!done.ok) throw new Undone<Why>(done.error)
        const { before, after } = done.value
        const isDecided = after.resultVersion > before.resultVersion
        if (isDecided && agreed === null) throw new Undone<Why>({ decided: after })
        if (isDecided && !isDeepStrictEqual(after.verdict, agreed?.verdict)) throw new Undone<Why>('GAME_EDIT_SETTLES')
        await note(tx, done.value, isDecided ? flags : {})
        return done
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return err(error.why as Why)
        throw error
      })

  const first = await attempt(null, {})
  if (first.ok) return first
  if (typeof first.error === 'string') return err(first.error)
  const { decided } = first.error
  const judgement = await judgeEnd(decided, now)
  if (judgement === 'wait') return err('GAME_EDIT_SETTLES')
  const second = await attempt(decided, flagOf(judgement))
  if (second.ok) return second
  return err(typeof second.error === 'string' ? second.error : 'GAME_EDIT_SETTLES')
}

import { begunBefore } from '@mupiira/domain/match/manual-run.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import { type Catalogue, type GameRow, spelling } from '../catalogue/index.ts'
import { type Closing, type ClosingDeps, whileClosed, withoutClosing } from './close-to-bets.ts'
import type { faultsOfEdit, ReadEdit } from './game-form.ts'
import { type Changed, changeEvaluated, type GameChange } from './evaluated-change.ts'
import type { EvaluateResult } from './evaluate-result.ts'

export type EditDeps = ClosingDeps & {
  readonly betting: Pick<Betting, 'gamesWithBets' | 'worthOfMoved'>
  readonly catalogue: Pick<Catalogue, 'changeGame' | 'lockGame' | 'stepGame'>
  readonly evaluateResult: EvaluateResult
}

type Faults = ReturnType<typeof faultsOfEdit>

/** What a form says of a game. Of its states those that are no end: an end is a result. */
export type GameEdit = ReadEdit & {
  readonly id: string
  readonly madeBy: string
  readonly status: 'live' | 'upcoming' | null
  /** What is wrong with it as a change of this game. */
  readonly faultsOf: (before: GameRow) => Faults
  readonly note: GameChange<never>['note']
  /** Asks a second member of staff for the start that it says. */
  readonly propose: NonNullable<GameChange<never, 'START_WAITS'>['propose']>
}

export type EditRefusal =
  | 'GAME_NOT_FOUND'
  | 'GAME_OF_FEED'
  | 'GAME_DECIDED'
  | 'GAME_HAS_BETS'
  | 'GAME_EDIT_SETTLES'
  | 'START_WAITS'
  | 'STEP_IMPOSSIBLE'
  | 'UNAVAILABLE'
  | Faults

const STATUS_STEPS = { live: 'start', upcoming: 'reopen' } as const

/** Changes a match by hand by its form (ADMG-05, ADMG-13). It is not made another match while bets stand on it. */
export async function editGame(deps: EditDeps, edit: GameEdit): Promise<Result<Changed, EditRefusal>> {
  function change(closing: Closing | null) {
    const now = deps.clock.now()
    const make = (tx: Tx) => makeEdit(tx, deps, { ...edit, closing }, now)
    const { madeBy, note, propose } = edit
    return changeEvaluated(
      deps,
      { make, madeBy, note, propose: edit.game.startTime === undefined ? null : propose },
      now,
    )
  }

  const asItIs = await change(null)
  if (asItIs.ok) return asItIs
  if (asItIs.error !== 'OPEN_TO_BETS') return err(asItIs.error)
  const done = await whileClosed(deps, edit.id, change)
  if (done === null) return err('UNAVAILABLE')
  if (done.ok) return done
  return err(done.error === 'OPEN_TO_BETS' ? 'UNAVAILABLE' : done.error)
}

/** Judged is the game as it stands under its lock. `closing`: what closes it for this change, and ends with it. */
export async function makeEdit(
  tx: Tx,
  { betting, catalogue }: Pick<EditDeps, 'betting' | 'catalogue'>,
  {
    id,
    game,
    odds,
    goals,
    status,
    faultsOf,
    closing,
  }: Omit<GameEdit, 'madeBy' | 'note' | 'propose'> & {
    readonly closing: Closing | null
  },
  now: Date,
): Promise<Result<Changed, Exclude<EditRefusal, 'GAME_EDIT_SETTLES' | 'START_WAITS'> | 'OPEN_TO_BETS'>> {
  const before = await catalogue.lockGame(tx, id)
  if (before === null) return err('GAME_NOT_FOUND')
  if (before.source === 'feed') return err('GAME_OF_FEED')
  if (before.resultVersion > 0) return err('GAME_DECIDED')
  const faults = faultsOf(before)
  if (faults.length > 0) return err(faults)
  const { startTime = before.startTime, homeTeam, awayTeam } = game
  const isSetBack = startTime < before.startTime
  // Moved by a day, a match in play would give all stakes back (D20): who means that cancels it. It may have begun before.
  const isStill = before.status === 'finished' || (before.status === 'live' && !isSetBack)
  if (isStill && startTime.getTime() !== before.startTime.getTime()) return err('STEP_IMPOSSIBLE')
  const sides = { ...before, ...game }
  if (isOtherMatch(before, sides)) {
    if ((await betting.gamesWithBets(tx, [id])).has(id)) return err('GAME_HAS_BETS')
    // A bet that is being placed has read the game as it was, and may be written after this.
    if (closing === null || !before.closedFor.includes(closing)) return err('OPEN_TO_BETS')
  }
  const isNamed = homeTeam !== undefined || awayTeam !== undefined
  const form = {
    ...game,
    ...(isNamed ? { name: `${sides.homeTeam} vs ${sides.awayTeam}` } : {}),
    ...odds,
    ...(goals === null ? {} : { goalEvents: goals }),
    ...(isSetBack && before.firstLiveAt !== null && startTime < before.firstLiveAt
      ? begunBefore(before, startTime, now)
      : {}),
    ...(closing === null ? {} : { closedFor: withoutClosing(before, closing) }),
  }
  const edited = await catalogue.changeGame(tx, id, form, now)
  if (edited === null) return err('GAME_NOT_FOUND')
  if (status === null || status === before.status) return ok({ before, after: edited })
  const moved = await catalogue.stepGame(tx, id, { kind: STATUS_STEPS[status] }, now)
  return moved.ok ? ok({ before, after: moved.value.after }) : err('STEP_IMPOSSIBLE')
}

type Sides = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'sport'>

/**
 * Not only a name put right: a bet on one team would be settled by another one, or by the rules of another sport. Two edits,
 * by names of neither, would exchange the teams as well.
 */
const isOtherMatch = (before: Sides, after: Sides): boolean =>
  before.sport !== after.sport ||
  !isSameTeam(before.homeTeam, after.homeTeam) ||
  !isSameTeam(before.awayTeam, after.awayTeam)

/** Its name with more words or fewer, in another spelling. */
function isSameTeam(before: string, after: string): boolean {
  const [one, other] = [spelling(before), spelling(after)]
  return before === after || (one !== '' && other !== '' && (one.includes(other) || other.includes(one)))
}

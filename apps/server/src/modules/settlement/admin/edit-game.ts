import type { UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import { withFirstLiveAt } from '@mupiira/domain/match/manual-run.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import type { Betting } from '../../betting/index.ts'
import {
  type Catalogue,
  type validateEdit,
  type GameRow,
  haveSameOdds,
  type ReadEdit,
  normalisedTeam,
} from '../../catalogue/index.ts'
import type { RiskyBaseOdds } from './base-odds.ts'
import { type ChangedGame, changeEvaluated, type GameChange } from './evaluated-change.ts'
import { exposureOf, type ResultEffect } from '../preview-result.ts'
import type { ResultEvaluator } from './evaluate-result.ts'

export type EditDeps = {
  readonly clock: Clock
  readonly db: Db
  readonly exposure: Betting['exposure']
  readonly catalogue: Pick<Catalogue, 'games' | 'manualGames'>
  readonly evaluateResult: ResultEvaluator
}

type Faults = ReturnType<typeof validateEdit>

/** The content of a game's form. It contains no final status, because that is a result. */
export type GameEdit = ReadEdit & {
  readonly id: string
  readonly madeBy: string
  readonly status: 'live' | 'upcoming' | null
  /** Validates the form against the game at the time of the edit. */
  readonly faultsOf: (before: GameRow, at: Date) => Faults
  /** Whether the changed fields still have the values that the author saw. */
  readonly isAsSeen: (before: GameRow) => boolean
  /** The effect on bets that the author has confirmed; null for none. */
  readonly confirmed: Confirmation | null
  readonly note: GameChange<never>['note']
  /** Requests a second approver for the new start. */
  readonly propose: NonNullable<GameChange<never, 'START_WAITS'>['propose']>
  /** Whether the author may change odds. */
  readonly mayEditOdds: boolean
  /** The rule for base odds (decision 0026). */
  readonly oddsRule: NonNullable<GameChange<never, 'GAME_CHANGED' | 'ODDS_WAIT'>['odds']>
}

/** `typed`: base odds that staff typed again, because there is no second approver. */
export type Confirmation = { readonly amountUgx: Ugx; readonly reason: string; readonly typed: string | null }

/** A change that affects bets is shown to its author before it is saved. */
export type Unconfirmed = {
  readonly error: 'CHANGE_MOVES_BETS'
  readonly kind: UnconfirmedChange['kind']
  readonly effect: ResultEffect
  readonly risk: RiskyBaseOdds | null
}

/** Changes after which the bets stay open as they are, so that any confirmation counts. */
const STAYS_OPEN: ReadonlySet<Unconfirmed['kind']> = new Set(['odds', 'state'])

/** The refusal of a change that affects more bets than its author confirmed. */
export function unconfirmedBy(confirmed: Confirmation | null) {
  return (kind: Unconfirmed['kind'], effect: ResultEffect, risk: RiskyBaseOdds | null = null): Unconfirmed | null => {
    const isTyped = risk?.approval !== 'alone' || confirmed?.typed === risk.typed
    const isCovered = confirmed !== null && (STAYS_OPEN.has(kind) || exposureOf(effect) <= confirmed.amountUgx)
    if ((isCovered && isTyped) || (effect.tickets + effect.openTickets === 0 && risk === null)) return null
    return { error: 'CHANGE_MOVES_BETS', kind, effect, risk }
  }
}

export type EditRefusal =
  | 'GAME_CHANGED'
  | Unconfirmed
  | 'GAME_NOT_FOUND'
  | 'GAME_OF_FEED'
  | 'GAME_DECIDED'
  | 'GAME_HAS_BETS'
  | 'GAME_EDIT_SETTLES'
  | 'START_WAITS'
  | 'STEP_IMPOSSIBLE'
  | 'NOT_ALLOWED'
  | 'ODDS_WAIT'
  | Faults

type EditFailure = Exclude<EditRefusal, Unconfirmed | 'GAME_EDIT_SETTLES' | 'START_WAITS' | 'ODDS_WAIT'>

const STATUS_STEPS = { live: 'start', upcoming: 'reopen' } as const

/** Changes a manual game from its form (ADMG-05, ADMG-13). A game with bets cannot become another match. */
export function editGame(deps: EditDeps, edit: GameEdit): Promise<Result<ChangedGame, EditRefusal>> {
  const { confirmed, madeBy, note, propose } = edit
  const change: GameChange<EditFailure, 'GAME_CHANGED' | 'ODDS_WAIT' | 'START_WAITS' | Unconfirmed> = {
    make: (tx) => applyEdit(tx, deps, edit),
    madeBy,
    note,
    unconfirmed: unconfirmedBy(confirmed),
    propose: edit.game.startTime === undefined ? null : propose,
    odds: edit.oddsRule,
  }
  return changeEvaluated(deps, change)
}

type AppliedEdit = Omit<GameEdit, 'confirmed' | 'madeBy' | 'note' | 'propose' | 'oddsRule'>

/** Applies the edit in the caller's transaction, at a time read after locking the game. */
export async function applyEdit(
  tx: Tx,
  { catalogue, clock, exposure }: Pick<EditDeps, 'catalogue' | 'clock' | 'exposure'>,
  { id, game, odds, goals, status, faultsOf, isAsSeen, mayEditOdds }: AppliedEdit,
): Promise<Result<ChangedGame, EditFailure>> {
  const before = await catalogue.games.lock(tx, id)
  if (before === null) return err('GAME_NOT_FOUND')
  if (before.source === 'feed') return err('GAME_OF_FEED')
  if (before.resultVersion > 0) return err('GAME_DECIDED')
  if (!isAsSeen(before)) return err('GAME_CHANGED')
  if (!mayEditOdds && !haveSameOdds(before, { ...before, ...odds })) return err('NOT_ALLOWED')
  const sides = { ...before, ...game }
  const isOther = isOtherMatch(before, sides)
  if (isOther) await catalogue.games.lockOffers(tx, [id], 'exclusive')
  const now = clock.now()
  const faults = faultsOf(before, now)
  if (faults.length > 0) return err(faults)
  const { startTime = before.startTime, homeTeam, awayTeam } = game
  const isStartEarlier = startTime < before.startTime
  // Moving a match in play by a day would refund all stakes. Staff cancel the match for that. An earlier start is
  // allowed.
  const isStartFixed = before.status === 'finished' || (before.status === 'live' && !isStartEarlier)
  if (isStartFixed && startTime.getTime() !== before.startTime.getTime()) return err('STEP_IMPOSSIBLE')
  if (isOther && (await exposure.gamesWithBets(tx, [id])).has(id)) return err('GAME_HAS_BETS')
  const isNamed = homeTeam !== undefined || awayTeam !== undefined
  const form = {
    ...game,
    ...(isNamed ? { name: `${sides.homeTeam} vs ${sides.awayTeam}` } : {}),
    ...odds,
    ...(goals === null ? {} : { goalEvents: goals }),
    ...(isStartEarlier && before.firstLiveAt !== null && startTime < before.firstLiveAt
      ? withFirstLiveAt(before, startTime, now)
      : {}),
    ...(game.startTime === undefined ? {} : { startApprovalPending: false }),
  }
  const edited = await catalogue.manualGames.change(tx, id, form, now)
  if (edited === null) return err('GAME_NOT_FOUND')
  // With a new start, the clock is read again after the offer lock.
  const at = edited.updatedAt > now ? edited.updatedAt : now
  if (status === null || status === before.status) return ok({ before, after: edited, at })
  const moved = await catalogue.manualGames.step(tx, id, { kind: STATUS_STEPS[status] }, at)
  return moved.ok ? ok({ before, after: moved.value.after, at: moved.value.at }) : err('STEP_IMPOSSIBLE')
}

type Sides = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'sport'>

/**
 * Whether the edit does more than correct a name. Such an edit would settle bets on one team by another team, or by the
 * rules of another sport. Two such edits could also exchange the teams.
 */
const isOtherMatch = (before: Sides, after: Sides): boolean =>
  before.sport !== after.sport ||
  !isSameTeam(before.homeTeam, after.homeTeam) ||
  !isSameTeam(before.awayTeam, after.awayTeam)

/** The same name in another spelling, or with more or fewer words. */
function isSameTeam(before: string, after: string): boolean {
  const [one, other] = [normalisedTeam(before), normalisedTeam(after)]
  return before === after || (one !== '' && other !== '' && (one.includes(other) || other.includes(one)))
}

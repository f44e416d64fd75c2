import { type Static, Type } from 'typebox'
import { Money, Reason, strict } from './schemas.ts'

/** The effect of a result or another change on bets, computed by the settlement rules. */
export const ResultPreview = Type.Object({
  /** False if the preview does not include all tickets. */
  isWhole: Type.Boolean(),
  tickets: Type.Integer(),
  players: Type.Integer(),
  paid: Money,
  /** Earlier payouts that are reversed. */
  takenBack: Money,
  /** Tickets with a leg of this game that stay open, and their maximum payout. */
  openTickets: Type.Integer(),
  openUpTo: Money,
  /** The number of players whose balance would become negative. */
  belowZero: Type.Integer(),
})
export type ResultPreview = Static<typeof ResultPreview>

/**
 * A preview that its author confirms. `seen` is a digest of the state of the game and its bets, so that a change by
 * someone else asks for a new confirmation.
 */
export const ConfirmablePreview = Type.Object({
  ...ResultPreview.properties,
  amount: Money,
  seen: Type.String(),
})
export type ConfirmablePreview = Static<typeof ConfirmablePreview>

/** Confirms a `ConfirmablePreview`: its amount and state, and the reason. */
export const ConfirmedPreview = Type.Object(
  { amount: Money, seen: Type.String({ maxLength: 64 }), reason: Reason },
  strict,
)
export type ConfirmedPreview = Static<typeof ConfirmedPreview>

/**
 * The `details` of `CHANGE_MOVES_BETS`. `result`: the change settles bets. `start`: it voids bets or makes void bets
 * valid again, which the open tickets list. `odds`: bets on the previous odds are open, and stay as they are. `state`:
 * the bets stay open, but the step decides how they end.
 */
export type UnconfirmedChange = ResultPreview & {
  readonly kind: 'result' | 'start' | 'odds' | 'state'
  readonly amount: number
  /** Base odds that give away money; null if one member of staff may set them. */
  readonly risk: OddsRisk | null
}

/**
 * `text`: what the odds give away. `wait`: a second member of staff must approve them. `alone`: there is none, so the
 * author confirms them by sending `typed`.
 */
export type OddsRisk = { readonly approval: 'alone' | 'wait'; readonly text: string; readonly typed: string }

/**
 * Confirms a change that affects bets (`CHANGE_MOVES_BETS`): the displayed amount and the reason. `typed`: base odds with
 * a risk, typed again by staff without a second approver.
 */
export const ConfirmedChange = Type.Object(
  { amount: Money, reason: Reason, typed: Type.Optional(Type.String({ maxLength: 80 })) },
  strict,
)

export type ConfirmedChange = Static<typeof ConfirmedChange>

import type { AviatorBet, AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import { LOWEST_CASH_OUT, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { plainText } from '../../shared/format/amounts.ts'
import type { Slot } from './bets.ts'

/** The state of a slot's button (AVI-08, AVI-11, AVI-16). */
export type SlotView =
  | { readonly kind: 'bet' }
  | { readonly kind: 'bet-next' }
  | { readonly kind: 'play-again' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'placing' }
  /** The bet was sent, but its outcome is unknown. */
  | { readonly kind: 'check-again'; readonly stake: number }
  | { readonly kind: 'waiting'; readonly bet: AviatorBet; readonly isNext: boolean }
  | { readonly kind: 'cancelling'; readonly bet: AviatorBet }
  | { readonly kind: 'too-early'; readonly bet: AviatorBet }
  | { readonly kind: 'cash-out'; readonly bet: AviatorBet }
  | { readonly kind: 'cashing-out'; readonly bet: AviatorBet }
  /** The round is over, but the outcome of the bet has not arrived. */
  | { readonly kind: 'over'; readonly bet: AviatorBet }
  | { readonly kind: 'won'; readonly bet: AviatorBet }

const CANCELLABLE: ReadonlySet<AviatorRound['state']> = new Set(['scheduled', 'betting'])

/** `isTooEarly`: the round has not reached the lowest cash-out multiplier (AVI-28). */
export function slotView(
  slot: Slot,
  bet: AviatorBet | null,
  state: AviatorState | null,
  isTooEarly: boolean,
): SlotView {
  if (slot.working === 'placing') return { kind: 'placing' }
  if (slot.open !== null) return { kind: 'check-again', stake: slot.open.body.stake }
  if (bet !== null && slot.working === 'cashing-out') return { kind: 'cashing-out', bet }
  if (bet !== null && slot.working === 'cancelling') return { kind: 'cancelling', bet }
  const round = state?.round ?? null
  if (bet?.state === 'placed') {
    const isOfRound = bet.roundId === round?.id
    if (isOfRound && round?.state === 'flying') return { kind: isTooEarly ? 'too-early' : 'cash-out', bet }
    if (isOfRound && !CANCELLABLE.has(round.state)) return { kind: 'over', bet }
    return { kind: 'waiting', bet, isNext: !isOfRound }
  }
  if (bet?.state === 'cashed-out' && bet.roundId === round?.id && round.state === 'flying') return { kind: 'won', bet }
  if (state === null || !state.open || round === null) return { kind: 'closed' }
  if (bet?.state === 'lost' && bet.roundId === round.id) return { kind: 'play-again' }
  return { kind: round.state === 'betting' ? 'bet' : 'bet-next' }
}

/** Milliseconds until the drawing reaches the lowest cash-out (AVI-28); 0 afterwards and while no round is running. */
export const cashOutOpensInMs = (drawnMs: number | null): number =>
  drawnMs === null ? 0 : Math.max(0, reachedAfterMs(LOWEST_CASH_OUT) - drawnMs)

/** The error of a bet below the minimum (AVI-13). */
export const minimumText = (minimum: number): string => `Minimum bet is ${plainText(minimum)} UGX`

/** The error below the amount before it is sent (AVI-06, AVI-13, AVI-15). */
export function amountFault(
  stake: number | null,
  balance: number | null,
  minimum: number,
  maximum: number,
): string | null {
  if (stake === null) return 'Please enter an amount'
  if (stake < minimum) return minimumText(minimum)
  if (balance !== null && stake > balance) return 'Insufficient balance. Please deposit funds or reduce your bet.'
  return stake > maximum ? `Maximum stake amount is UGX ${plainText(maximum)}` : null
}

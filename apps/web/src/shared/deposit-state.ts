import { useHistoryState } from 'wouter/use-browser-location'
import { typedAmount } from './format/typed-amount.ts'

/** The history state of a link to the deposit screen. It survives a reload, and addresses contain no amounts. */
export type DepositState = {
  /** What the player needs, for example for a bet, in whole shillings. */
  readonly amount?: number | undefined
}

/** The amount with which the link opened the deposit screen, as text of the field; empty without one. */
export function useRequestedAmount(): string {
  const { amount } = useHistoryState<DepositState | null>() ?? {}
  return amount === undefined ? '' : typedAmount(amount)
}

import { useHistoryState } from 'wouter/use-browser-location'
import { typedAmount } from './format/typed-amount.ts'

/** The history state of a link to the deposit screen. It survives a reload, and the amount is not in the URL. */
export type DepositState = {
  /** The suggested amount, for example the missing part of a stake, in whole shillings. */
  readonly amount?: number | undefined
}

/** The amount with which the link opened the deposit screen, as text of the field; empty without one. */
export function useRequestedAmount(): string {
  const { amount } = useHistoryState<DepositState | null>() ?? {}
  return amount === undefined ? '' : typedAmount(amount)
}

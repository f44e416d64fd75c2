import { readAmount } from '../../shared/format/typed-amount.ts'

/** Reads a typed stake limit, which has whole shillings. */
export function readStakeLimit(typed: string): { readonly ugx: number } | { readonly error: string } {
  const amount = readAmount(typed)
  if (amount === null) return { error: 'Please enter an amount, such as 5,000.' }
  if (amount % 100n !== 0n) return { error: 'Please enter whole shillings, without cents.' }
  return { ugx: Number(amount / 100n) }
}

import { readAmount } from '../../shared/format/typed-amount.ts'
import { centsProblem } from '../kit/whole-shillings.ts'

/** Reads a typed stake limit, which has whole shillings. */
export function readStakeLimit(typed: string): { readonly ugx: number } | { readonly error: string } {
  const amount = readAmount(typed)
  if (amount === null) return { error: 'Please enter an amount, such as 5,000.' }
  const error = centsProblem(typed)
  return error === null ? { ugx: Number(amount / 100n) } : { error }
}

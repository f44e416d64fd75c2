import { readAmount } from '../../shared/format/typed-amount.ts'

/** The error of a typed amount with cents, where only whole shillings are possible; null for any other text. */
export function centsProblem(typed: string): string | null {
  const amount = readAmount(typed)
  return amount !== null && amount % 100n !== 0n ? 'Please enter whole shillings, without cents.' : null
}

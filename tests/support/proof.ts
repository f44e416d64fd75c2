/**
 * Size of a long proof: `small` in `npm test`, `full` with `npm run prove -- NAME`, or a number with `npm run prove --
 * NAME 5000`. `npm run prove -- pure` sets the full size for all tests beside the sources.
 */
export function proofSize(sizes: { readonly small: number; readonly full: number }): number {
  const wanted = process.env['PROOF_SIZE']
  if (wanted === undefined) return sizes.small
  if (wanted === 'full') return sizes.full
  const size = Number(wanted)
  if (!Number.isSafeInteger(size) || size < 1)
    throw new Error(`PROOF_SIZE must be "full" or a whole number, not ${wanted}.`)
  return size
}

/** The seed of `npm test`, which fails only because of a change. */
const DEFAULT_SEED = 20_261_121
const isDefaultSize = process.env['PROOF_SIZE'] === undefined

/** The seed of random tests and proofs. Each run that sets the size has a new seed. `FC_SEED` repeats a failed run. */
export const proofSeed = Number(
  process.env['FC_SEED'] ?? (isDefaultSize ? DEFAULT_SEED : Math.floor(Math.random() * 2 ** 31)),
)

import type { Product } from './product.ts'

/**
 * Runs `npm run ledger:check` and returns its output. Exit code 2 does not report a difference: no block is published
 * yet, because the server has run for less than a minute, or without jobs.
 */
export async function expectValidLedger(product: Pick<Product, 'runEntry'>): Promise<string> {
  const { code, output } = await product.runEntry('apps/server/src/ledger-check.ts')
  if ((code !== 0 && code !== 2) || !output.includes('the ledger is valid')) throw new Error(output)
  return output
}

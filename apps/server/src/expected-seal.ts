import { parseArgs } from 'node:util'
import { type ExpectedSeal, readExpectedSeal } from './kernel/db/verify-seals.ts'

/** The block of `--expect 12:9f86d0…` as printed in the server's log; undefined without the option. */
export function expectedSeal(): ExpectedSeal | undefined {
  const { expect } = parseArgs({ options: { expect: { type: 'string' } } }).values
  if (expect === undefined) return undefined
  const expected = readExpectedSeal(expect)
  if (expected !== null) return expected
  process.stderr.write('NOT CHECKED: --expect needs a block and its hash, such as 12:9f86d0…\n')
  process.exit(2)
}

/** The line that the operator stores outside the database for the next check. */
export const newestLine = (newest: ExpectedSeal | null): string =>
  newest === null ? '  no sealed block' : `  newest block ${newest.block}:${newest.hash}`

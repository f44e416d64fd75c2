import { parseArgs } from 'node:util'
import { type ExpectedSeal, NO_SEAL, readExpectedSeal } from './kernel/seals/verify-seals.ts'

/** The block of `--expect 12:9f86d0…` as printed in the server's log; undefined without the option. */
export function expectedSeal(): ExpectedSeal | undefined {
  const { expect } = parseArgs({ options: { expect: { type: 'string' } } }).values
  if (expect === undefined) return undefined
  const expected = readExpectedSeal(expect)
  if (expected !== null) return expected
  process.stderr.write('NOT CHECKED: --expect needs a block and its hash, such as 12:9f86d0…\n')
  process.exit(2)
}

const textOf = ({ block, hash }: ExpectedSeal): string =>
  block === NO_SEAL.block ? 'no sealed block' : `block ${block}:${hash}`

/** The newest seal in the database, and the published one that it was compared with. */
export const sealLines = (newest: ExpectedSeal | null, expected: ExpectedSeal | null): readonly string[] => [
  `  newest: ${textOf(newest ?? NO_SEAL)}`,
  expected === null
    ? '  NOT CHECKED whether blocks are missing: SEALS_DIR contains no published block. Pass one from the log: --expect BLOCK:HASH'
    : `  compared with the published state: ${textOf(expected)}`,
]

/**
 * 1 for a difference; 2 if there is no published block to compare with, because rows and seals may have been removed
 * together; otherwise 0.
 */
export const exitCode = (isCorrect: boolean, expected: ExpectedSeal | null): number =>
  isCorrect ? (expected === null ? 2 : 0) : 1

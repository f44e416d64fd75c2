import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files. If started last, each would run alone after the others. */
const LONGEST = [
  'aviator.journey.test.ts',
  'prove/aviator-killed.test.ts',
  'screens.browser.test.ts',
  'aviator.browser.test.ts',
  // Mostly waits, while other files can run.
  'bad-day.browser.test.ts',
] as const

/** Runs the slowest files of each size first; the others follow in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

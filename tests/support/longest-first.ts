import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest: begun last, each would run on alone when the others are through. */
const LONGEST = [
  'aviator.journey.test.ts',
  'prove/aviator-killed.test.ts',
  'screens.browser.test.ts',
  'aviator.browser.test.ts',
] as const

/** Begins with the longest files of each size; the others come in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

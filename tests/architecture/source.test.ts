import { describe, expect, it } from 'vitest'
import { dataTables } from '../../architecture.mjs'
import { caseViolations, sourceViolations } from './source-rules.ts'
import { repositorySources } from './sources.ts'

const sources = repositorySources()

describe('the source', () => {
  it('has short files, telling names and nothing unfinished', () => {
    expect(sourceViolations(sources)).toEqual([])
  })

  it('[DATA-33] has no text that names the hosted backend of the product before', () => {
    const hosted = new RegExp(['supa', 'base'].join(''), 'i')
    const scanned = [...sources].filter(([path]) => /^(apps|packages|simulators)\//.test(path))
    expect(scanned.length).toBeGreaterThan(300)
    expect(scanned.filter(([, text]) => hosted.test(text)).map(([path]) => path)).toEqual([])
  })

  it('writes the names of files in kebab-case', () => {
    expect(caseViolations(sources.keys())).toEqual([])
  })

  it('exempts no file from the limit on size that is gone', () => {
    expect(dataTables.filter((path) => !sources.has(path))).toEqual([])
  })
})

describe('a canary', () => {
  const canaries: readonly [what: string, path: string, text: string, report: RegExp][] = [
    ['a long file', 'packages/domain/src/long.ts', 'export {}\n'.repeat(401), /401 lines/],
    ['a long test', 'packages/domain/src/long.test.ts', '\n'.repeat(601), /601 lines/],
    ['an empty name', 'packages/domain/src/odds-utils.ts', '', /says nothing: odds-utils/],
    ['a folder with an empty name', 'packages/domain/src/helpers/odds.ts', '', /says nothing: helpers/],
    ['a default export', 'packages/domain/src/odds.ts', 'export default 1', /default export/],
    [
      'a default export by name',
      'packages/domain/src/odds.ts',
      'const a = 1\nexport { a as default }',
      /default export/,
    ],
    ['unfinished work', 'packages/domain/src/odds.ts', `// ${'TO'}DO later`, /:1 has unfinished work/],
    ['a skipped test', 'packages/domain/src/odds.test.ts', `\nit.${'sk'}ip('x')`, /:2 has a test that does not run/],
    ['a silenced check', 'packages/domain/src/odds.ts', `// @ts-${'ignore'}`, /silenced check/],
    ['a path of a machine', 'docs/a.md', `see /${'home'}/someone`, /path of one machine/],
  ]

  it.each(canaries)('with %s is reported', (_what, path, text, report) => {
    const violations = sourceViolations(new Map([[path, text]]))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(report)
  })

  it('with a name in another case is reported', () => {
    const paths = [
      'docs/aB.md',
      'src/Button.tsx',
      'src/a_b.ts',
      'README.md',
      '.ci/run',
      'src/place-bets.db.test.ts',
      '0001-roles.sql',
    ]
    expect(caseViolations(paths)).toEqual(['docs/aB.md', 'src/Button.tsx', 'src/a_b.ts'])
  })
})

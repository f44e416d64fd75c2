import { describe, expect, it } from 'vitest'
import { dataTables } from '../../architecture.mjs'
import { caseViolations, sourceViolations } from './source-rules.ts'
import { repositorySources } from './sources.ts'

const sources = repositorySources()

describe('the source', () => {
  it('source files respect the size limit, use descriptive names and contain no unfinished code', () => {
    expect(sourceViolations(sources)).toEqual([])
  })

  it('[DATA-33] source files do not mention the hosted backend of the previous product', () => {
    const hosted = new RegExp(['supa', 'base'].join(''), 'i')
    const scanned = [...sources].filter(([path]) => /^(apps|packages|simulators)\//.test(path))
    expect(scanned.length).toBeGreaterThan(300)
    expect(scanned.filter(([, text]) => hosted.test(text)).map(([path]) => path)).toEqual([])
  })

  it('source file names are in kebab-case', () => {
    expect(caseViolations(sources.keys())).toEqual([])
  })

  it('every file listed as an exception to the size limit exists', () => {
    expect(dataTables.filter((path) => !sources.has(path))).toEqual([])
  })
})

describe('a deliberate violation', () => {
  const samples: readonly [what: string, path: string, text: string, report: RegExp][] = [
    ['a long file', 'packages/domain/src/long.ts', 'export {}\n'.repeat(401), /401 lines/],
    ['a long test', 'packages/domain/src/long.test.ts', '\n'.repeat(601), /601 lines/],
    ['an empty name', 'packages/domain/src/odds-utils.ts', '', /without meaning: odds-utils/],
    ['a folder with an empty name', 'packages/domain/src/helpers/odds.ts', '', /without meaning: helpers/],
    ['a default export', 'packages/domain/src/odds.ts', 'export default 1', /default export/],
    [
      'a default export by name',
      'packages/domain/src/odds.ts',
      'const a = 1\nexport { a as default }',
      /default export/,
    ],
    ['unfinished work', 'packages/domain/src/odds.ts', `// ${'TO'}DO later`, /:1 has unfinished work/],
    ['a skipped test', 'packages/domain/src/odds.test.ts', `\nit.${'sk'}ip('x')`, /:2 has a test that does not run/],
    ['a wait for a duration', 'tests/a.ts', `await page.waitFor${'Timeout'}(300)`, /:1 has a wait for a duration/],
    ['a silenced check', 'packages/domain/src/odds.ts', `// @ts-${'ignore'}`, /silenced check/],
    [
      'a comparison of a role',
      'apps/web/src/a.ts',
      `if (user?.role !== 'admin') end()`,
      /:1 has a comparison with a role/,
    ],
    ['a comparison of an actor', 'apps/server/src/a.ts', `const a = 'user' === actor.kind`, /comparison with a role/],
    ['a role in SQL', 'apps/server/src/a.ts', "sql`p.role = 'admin'`", /comparison with a role/],
    ['roles in SQL', 'scripts/a.ts', "sql`where role in ('user', 'admin')`", /comparison with a role/],
    ['a role in a query', 'apps/server/src/a.ts', `q.where('role', '=', 'admin')`, /comparison with a role/],
    ['packed fields', 'packages/domain/src/odds.ts', `const a = { ..${'.'}{ b, c }, d }`, /:1 has packed fields/],
    ['an unresolved conflict', 'docs/a.md', `${'<'.repeat(7)} HEAD`, /unresolved conflict/],
    ['a path on a developer’s machine', 'docs/a.md', `see /${'home'}/someone`, /path of one machine/],
  ]

  it.each(samples)('a deliberately added file with %s is reported', (_what, path, text, report) => {
    const violations = sourceViolations(new Map([[path, text]]))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(report)
  })

  it('a deliberately added file with a name in the wrong case is reported', () => {
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

import { describe, expect, it } from 'vitest'
import { entries, zones } from '../../architecture.mjs'
import { cyclesOf, importGraph, reachedFrom } from './import-graph.ts'
import { folderViolations, importViolations } from './import-rules.ts'
import { isCode, isTest, matchesAny, repositorySources, type Sources } from './sources.ts'

const sources = repositorySources()
const graph = importGraph(sources)

describe('the repository', () => {
  it('every import is allowed by architecture.mjs', () => {
    expect(importViolations(graph, sources)).toEqual([])
  })

  it('the repository has no import cycle', () => {
    expect(cyclesOf(graph)).toEqual([])
  })

  it('architecture.mjs lists every folder of the repository', () => {
    expect(folderViolations(sources)).toEqual([])
  })

  it('every source file is reachable by imports', () => {
    const paths = [...sources.keys()]
    const product = reachedFrom(
      paths.filter((path) => matchesAny(path, entries.product)),
      graph,
      sources,
    )
    const all = reachedFrom(
      paths.filter((path) => matchesAny(path, [...entries.product, ...entries.tests])),
      graph,
      sources,
    )
    const isForTests = (path: string): boolean => path.startsWith('tests/') || isTest(path)
    const dead = paths.filter((path) => isCode(path) && !(isForTests(path) ? all : product).has(path))
    expect(dead).toEqual([])
  })

  it('every zone (group of folders) in architecture.mjs contains files', () => {
    expect(graph.files.size).toBeGreaterThan(100)
    expect(graph.edges.filter((edge) => edge.target.type === 'file').length).toBeGreaterThan(graph.files.size / 2)
    expect(zones.length).toBeGreaterThan(15)
  })
})

/** Each line is a violation that the checker must find. A checker that reads nothing would always pass. */
describe('a deliberate violation', () => {
  const samples: readonly [what: string, path: string, text: string, report: RegExp][] = [
    [
      'a higher module',
      'apps/server/src/modules/wallet/canary.ts',
      `import '../betting/index.ts'`,
      /may not import module/,
    ],
    [
      'a module without its index.ts',
      'apps/server/src/modules/betting/canary.ts',
      `import '../wallet/queries.ts'`,
      /may not import module/,
    ],
    [
      'a module in the kernel',
      'apps/server/src/kernel/canary.ts',
      `export * from '../modules/wallet/index.ts'`,
      /kernel may not/,
    ],
    [
      'a module’s type',
      'apps/server/src/modules/wallet/canary.ts',
      `export type B = import('../betting/index.ts').B`,
      /may not import module/,
    ],
    [
      'admin code in the player app',
      'apps/web/src/player/home/canary.ts',
      `export const load = () => import('../../admin/canary.ts')`,
      /web-player may not/,
    ],
    ['a sibling feature', 'apps/web/src/player/home/canary.ts', `import '../slip/canary.ts'`, /web-player may not/],
    [
      'admin code without a dynamic import',
      'apps/web/src/app/canary.ts',
      `import '../admin/canary.ts'`,
      /web-app may not/,
    ],
    [
      'the schemas in the browser',
      'apps/web/src/shared/canary.ts',
      `import { x } from '@mupiira/contract/canary.ts'`,
      /web-shared may not/,
    ],
    ['Node in the domain', 'packages/domain/src/canary.ts', `import 'node:fs'`, /may not use Node/],
    ['a package in the domain', 'packages/domain/src/canary.ts', `import 'lodash'`, /does not list that package/],
    [
      'the server in a simulator',
      'simulators/shared/canary.ts',
      `import '@mupiira/server/kernel/canary.ts'`,
      /simulators may not/,
    ],
    [
      'HTTP in a command',
      'apps/server/src/modules/wallet/canary.ts',
      `import type { Refusal } from '../../kernel/http/route.ts'`,
      /only routes and presenters/,
    ],
    [
      'HTTP in a repository',
      'apps/server/src/modules/wallet/canary.repository.ts',
      `import type { CookieChange } from '../../kernel/http/route.ts'`,
      /only routes and presenters/,
    ],
    [
      'a route in the API of a module',
      'apps/server/src/modules/wallet/index.ts',
      `import { route } from '../../kernel/http/route.ts'`,
      /only routes and presenters/,
    ],
    ['a missing file', 'packages/domain/src/canary.ts', `import './nowhere.ts'`, /there is no such file/],
    [
      'a computed name',
      'packages/domain/src/canary.ts',
      `export const load = (name: string) => import(name)`,
      /is computed/,
    ],
  ]
  const targets: Sources = new Map(
    [
      'apps/server/src/modules/betting/index.ts',
      'apps/server/src/modules/wallet/index.ts',
      'apps/server/src/modules/wallet/queries.ts',
      'apps/server/src/kernel/canary.ts',
      'apps/server/src/kernel/http/route.ts',
      'apps/web/src/admin/canary.ts',
      'apps/web/src/player/slip/canary.ts',
      'packages/contract/src/canary.ts',
    ].map((path) => [path, 'export {}']),
  )
  const manifests: Sources = new Map([...sources].filter(([path]) => path.endsWith('package.json')))

  it.each(samples)('a deliberately added file that imports %s is reported', (_what, path, text, report) => {
    const small = new Map([...manifests, ...targets, [path, text]])
    const violations = importViolations(importGraph(small), small)
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(report)
  })

  it('a deliberately added file with an allowed import is not reported', () => {
    const small = new Map([
      ...manifests,
      ...targets,
      ['apps/server/src/modules/betting/canary.ts', `import '../wallet/index.ts'`],
      ['apps/server/src/modules/betting/index.ts', `import type { Route } from '../../kernel/http/route.ts'`],
      ['apps/server/src/modules/betting/canary-routes.ts', `import { route } from '../../kernel/http/route.ts'`],
    ])
    expect(importViolations(importGraph(small), small)).toEqual([])
  })

  it('a deliberately added import cycle is reported', () => {
    const circle = new Map([
      ['packages/domain/src/a.ts', `import type { B } from './b.ts'`],
      ['packages/domain/src/b.ts', `export const load = () => import('./c.ts')`],
      ['packages/domain/src/c.ts', `export * from './a.ts'`],
      ['packages/domain/src/d.ts', `import './a.ts'`],
    ])
    expect(cyclesOf(importGraph(circle)).map((group) => group.sort())).toEqual([
      ['packages/domain/src/a.ts', 'packages/domain/src/b.ts', 'packages/domain/src/c.ts'],
    ])
  })

  it('a deliberately added file in an unlisted folder is reported', () => {
    const paths = [
      'apps/server/src/modules/canary/index.ts',
      'apps/server/src/canary.ts',
      'canary/a.ts',
      'packages/domain/src/canary/a.ts',
    ]
    expect(folderViolations(new Map(paths.map((path) => [path, ''])))).toHaveLength(paths.length)
  })

  it('a deliberately added file without importers is reported as unused', () => {
    const small = new Map([
      ['packages/domain/src/a.ts', `import './b.ts'; const worker = new URL('./c.ts', import.meta.url)`],
      ['packages/domain/src/b.ts', ''],
      ['packages/domain/src/c.ts', ''],
      ['packages/domain/src/dead.ts', ''],
    ])
    const reached = reachedFrom(['packages/domain/src/a.ts'], importGraph(small), small)
    expect([...small.keys()].filter((path) => !reached.has(path))).toEqual(['packages/domain/src/dead.ts'])
  })
})

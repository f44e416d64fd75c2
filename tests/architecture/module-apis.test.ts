import { describe, expect, it } from 'vitest'
import { moduleApiViolations } from './module-apis.ts'
import { repositorySources } from './sources.ts'

it('the API of each module has few members and is composed in a short index.ts', () => {
  expect(moduleApiViolations(repositorySources())).toEqual([])
})

describe('a deliberate violation', () => {
  const create = (body: string): string => `export function createCanary() {\n${body}\n}\n`
  const members = Array.from({ length: 11 }, (_, at) => `m${at}: 1`).join(', ')

  it.each([
    ['a long index.ts', create('  return {}') + '// more\n'.repeat(150), /153 lines/],
    ['a flat API', create(`  return { ${members} }`), /returns 11 members/],
    ['an API that is not written out', create('  const api = {}\n  return api'), /no create function/],
    ['an API with spread members', create('  return { ...{} }'), /no create function/],
  ])('%s is reported', (_what, text, report) => {
    const violations = moduleApiViolations(new Map([['apps/server/src/modules/canary/index.ts', text]]))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(report)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkAdvisories } from './check-advisories.ts'

const LOCK = JSON.stringify({
  packages: {
    'node_modules/shipped': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  },
})
const NOW = new Date('2026-11-29T00:00:00Z')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'advisories-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function store(name: string, modified = '2026-11-20T00:00:00Z'): void {
  const affected = [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }]
  mkdirSync(join(folder, 'npm'), { recursive: true })
  writeFileSync(join(folder, 'npm', `GHSA-${name}.json`), JSON.stringify({ id: `GHSA-${name}`, modified, affected }))
}

it.each([
  ['of another package', () => store('other'), 0, 'No advisory affects a shipped package.'],
  ['of a development tool', () => store('tool'), 0, 'development tool: tool 1.0.0, GHSA-tool'],
  ['of a shipped package', () => store('shipped'), 1, 'SHIPPED: shipped 1.0.0, GHSA-shipped'],
  ['from a database that is too old', () => store('other', '2026-10-29T00:00:00Z'), 2, 'up to 2026-10-29'],
  ['from an empty folder', () => undefined, 2, 'contains no advisories'],
  ['from a broken file', () => writeFileSync(join(folder, 'a.json'), '{'), 2, 'could not be read'],
  ['from a missing folder', () => void (folder = join(folder, '..', 'none')), 2, 'could not be read'],
])('the check of advisories reports advisories %s by its exit code', (_, prepare, code, text) => {
  const created = folder
  prepare()
  const outcome = checkAdvisories(folder, LOCK, NOW)
  folder = created
  expect(outcome.code).toBe(code)
  expect(outcome.lines.join('\n')).toContain(text)
})

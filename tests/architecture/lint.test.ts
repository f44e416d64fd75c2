import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './sources.ts'

/** A type-aware linter that finds no types finds nothing, and says so to nobody. */
describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-lint-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const canaries: readonly [rule: string, text: string][] = [
    ['no-floating-promises', `export async function pay() {}\npay()\n`],
    ['no-misused-promises', `export async function pay() {}\n;[1].forEach(pay)\nif (pay()) throw new Error('never')\n`],
    [
      'switch-exhaustiveness-check',
      `export function f(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 0\n}\n`,
    ],
    ['no-explicit-any', `export function f(x: any) {\n  return String(x)\n}\n`],
    ['no-default-export', `export default 1\n`],
    ['await-thenable', `export async function f() {\n  await 1\n}\n`],
  ]

  it.each(canaries)('reports %s', (rule, text) => {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, target: 'es2024' } }),
    )
    writeFileSync(join(folder, 'canary.ts'), text)
    const config = join(root, '.oxlintrc.json')
    const run = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', config, '--type-aware', '--format=unix', 'canary.ts'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect(run.stdout).toContain(rule)
    expect(run.status).not.toBe(0)
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRun } from '../../tests/support/run-reporter.ts'
import { onStop } from '../running/signals.ts'
import { root } from '../running/folders.ts'

export type Counts = { readonly passed: number; readonly failed: number }

/** Browser tests whose title contains `[full]` run in the full size only. */
export const WITHOUT_FULL_SIZE = ['--testNamePattern', '^(?!.*\\[full\\])']

const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Runs Vitest with these arguments and returns its exit code. It is stopped together with this process. */
export function runVitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    onStop(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Like `runVitest`, and counts passed tests. Every title and its state are in `.cache/<name>` afterwards. */
export async function runCountedTests(args: readonly string[], name: string): Promise<Counts> {
  const file = join(root, '.cache', name)
  rmSync(file, { force: true })
  const code = await runVitest(args, { TEST_RUN_FILE: file })
  const run = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestRun) : { tests: [] }
  const count = (state: string): number => run.tests.filter((test) => test.state === state).length
  // An error outside every test fails the run too.
  return { passed: count('passed'), failed: Math.max(count('failed'), code === 0 ? 0 : 1) }
}

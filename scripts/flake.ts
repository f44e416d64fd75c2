import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { TestRun } from '../tests/support/run-reporter.ts'
import { root } from './running/folders.ts'
import { onStop } from './running/signals.ts'

/**
 * `npm run flake -- PROJECT TIMES [FILE …] [--load] [--twice]`: repeats a project's tests without retries and counts
 * the failures of each test. `--load` runs two busy loops at the same time. `--twice` runs each test again immediately,
 * in the state that the first run left. The output of each failed run is in `.cache/flake`.
 */
const { values, positionals } = parseArgs({
  options: { load: { type: 'boolean' }, twice: { type: 'boolean' } },
  allowPositionals: true,
})
const [project, times = '', ...files] = positionals
const runs = Number(times)
if (project === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run flake -- PROJECT TIMES [FILE …] [--load] [--twice]')
  process.exit(1)
}

const folder = join(root, '.cache/flake')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const children = new Set<ChildProcess>()
let isStopped = false
onStop(() => {
  isStopped = true
  for (const child of children) child.kill('SIGTERM')
})
const start = (args: readonly string[], log: number | 'ignore', env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}
const loops = values.load === true ? [1, 2].map(() => start(['--eval', 'for (;;);'], 'ignore')) : []

/** The runs in which each test failed. */
const failures = new Map<string, number[]>()
const startedAt = performance.now()
let failedRuns = 0
for (let run = 1; run <= runs && !isStopped; run += 1) {
  const { passed, failed } = await runOnce(run)
  if (isStopped) break
  if (failed.length > 0) failedRuns += 1
  for (const title of failed) failures.set(title, [...(failures.get(title) ?? []), run])
  const seconds = (performance.now() - startedAt) / 1_000
  const left = Math.ceil(((seconds / run) * (runs - run)) / 60)
  console.log(`${run}/${runs} ${passed} passed, ${failed.length} failed (${Math.round(seconds)} s, ${left} min left)`)
}
for (const loop of loops) loop.kill()

for (const [title, failedIn] of [...failures].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${failedIn.length} of ${runs}: ${title} (runs ${failedIn.join(', ')})`)
console.log(failures.size === 0 ? 'no failure' : `${failedRuns} runs failed: see .cache/flake`)
process.exit(failures.size === 0 && !isStopped ? 0 : 1)

async function runOnce(run: number): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
  const results = join(folder, `${run}.json`)
  const logFile = join(folder, `${run}.log`)
  const log = openSync(logFile, 'w')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--retry=0', '--project', project ?? '']
  if (values.twice === true) vitest.push('--repeats=1')
  const child = start([...vitest, ...files], log, { TEST_RUN_FILE: results })
  closeSync(log)
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  const { tests } = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as TestRun) : { tests: [] }
  const failed = tests.filter(({ state }) => state === 'failed').map(({ file, title }) => `${file} ${title}`)
  if (code === 0) rmSync(logFile)
  else if (failed.length === 0) failed.push('(an error outside of every test)')
  return { passed: tests.filter(({ state }) => state === 'passed').length, failed }
}

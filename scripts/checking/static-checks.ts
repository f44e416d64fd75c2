import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../running/folders.ts'

/** Texts and comments are checked for words that plain English does not need (.textlintrc.json). */
const PROSE_FILES = ['*.md', '{.github,apps,docs,packages,scripts,simulators,tests}/**/*.{md,ts,tsx,mts,mjs,sql,css}']

type Check = { readonly name: string; readonly command: readonly string[] }

/** The slowest checks come first. */
const checks: readonly Check[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: typeCheck('.') },
  { name: 'web types', command: typeCheck('apps/web') },
  { name: 'prose', command: ['textlint', '--format', 'unix', ...PROSE_FILES] },
  {
    name: 'exports',
    command: ['knip', '--no-progress', '--no-config-hints', '--include', 'exports,unlisted,unresolved'],
  },
  { name: 'browser types', command: typeCheck('tests/browser') },
  { name: 'format', command: ['oxfmt', '--check'] },
]
/** The number of processors of the smallest common machine. */
const AT_ONCE = 2

/**
 * Runs lint, types, prose, unused exports and format, two checks at a time. Prints one line per check, and the output
 * of failed checks.
 */
export async function runStaticChecks(): Promise<{ readonly failed: number }> {
  const startedAt = performance.now()
  const waiting = [...checks]
  let failed = 0
  async function runNext(): Promise<void> {
    const check = waiting.shift()
    if (check === undefined) return
    const { code, output } = await run(check.command)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${check.name.padEnd(13)} ${code === 0 ? 'passed' : 'FAILED'} (after ${seconds} s)`)
    if (code !== 0) {
      failed += 1
      console.log(output)
    }
    await runNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return { failed }
}

function run([program = '', ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Settings for the compiler and the linter, which are written in Go. With several threads they repeat a part of
      // the type checking. With the usual heap they spend much of their time on garbage collection.
      env: { ...process.env, GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '2GiB' },
    })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Uses one checker per project, because four checkers repeat half of the work. Incremental results are in `.cache`. */
function typeCheck(project: string): string[] {
  const buildInfo = `.cache/types/${project.replace(/\W+/g, '-')}.tsbuildinfo`
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo]
  return ['tsc', '-p', `${project}/tsconfig.json`, '--noEmit', '--singleThreaded', ...incremental]
}

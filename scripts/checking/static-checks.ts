import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../running/folders.ts'

/** Texts and comments are checked for words that plain English does not need (.textlintrc.json). */
const PROSE_FILES = ['*.md', '{.github,apps,docs,packages,scripts,simulators,tests}/**/*.{md,ts,tsx,mts,mjs,sql,css}']

type Check = { readonly name: string; readonly commands: readonly (readonly string[])[] }

const checks: readonly Check[] = [
  { name: 'types', commands: ['.', 'apps/web', 'tests/browser'].map(typeCheck) },
  { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  {
    name: 'exports',
    commands: [['knip', '--no-progress', '--no-config-hints', '--include', 'exports,unlisted,unresolved']],
  },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'prose', commands: [['textlint', '--format', 'unix', ...PROSE_FILES]] },
]

/**
 * Runs types, lint, unused exports, format and prose in parallel, because the type check of the largest project
 * alone occupies one processor. Prints one line per check, and the output of failed ones.
 */
export async function runStaticChecks(): Promise<{ readonly failed: number }> {
  const startedAt = performance.now()
  const passed = await Promise.all(
    checks.map(async ({ name, commands }) => {
      const failed = (await Promise.all(commands.map(run))).filter(({ code }) => code !== 0)
      const isPassed = failed.length === 0
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${name.padEnd(13)} ${isPassed ? 'passed' : 'FAILED'} (after ${seconds} s)`)
      for (const { output } of failed) console.log(output)
      return isPassed
    }),
  )
  return { failed: passed.filter((isPassed) => !isPassed).length }
}

function run([program = '', ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // For the compiler and the linter, which are written in Go: with several threads they repeat a third of the type
      // checking, and with the usual heap a quarter of their time is garbage collection.
      env: { ...process.env, GOMAXPROCS: '1', GOGC: '400' },
    })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** One checker per project, because four repeat half of the work. Incremental results are in `.cache`. */
function typeCheck(project: string): string[] {
  const buildInfo = `.cache/types/${project.replace(/\W+/g, '-')}.tsbuildinfo`
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo]
  return ['tsc', '-p', `${project}/tsconfig.json`, '--noEmit', '--singleThreaded', ...incremental]
}

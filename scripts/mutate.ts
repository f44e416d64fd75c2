import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { moneyFilesOf } from './checking/money-files.ts'
import { root } from './running/folders.ts'

/**
 * `npm run mutate [-- PATH …]`: changes the code of `packages/domain` one place at a time and runs its tests
 * (Stryker). A change that no test notices is listed. A PATH such as `packages/domain/src/money/**` limits the run.
 * `npm run mutate -- wallet`, `payments`, `settlement`, `betting` or `cashout` does the same with the files of that
 * module that decide amounts, and with its database tests. Results are kept in `.cache/mutation`, so that a later run
 * tests only what has changed. Options of Stryker can be added, for example `--concurrency=1`.
 */
const isOption = (argument: string) => argument.startsWith('--')
const options = process.argv.slice(2).filter(isOption)
const [first = '', ...others] = process.argv.slice(2).filter((argument) => !isOption(argument))

const moneyFiles = moneyFilesOf(first)

/** The database tests need the server, the simulators and the scripts that start PostgreSQL. */
const moduleOptions = [
  ['--ignorePatterns', ['/.*', '/apps/web', '/docs', '/tests/*', '!/tests/support'].join(',')],
  ['--incrementalFile', `.cache/mutation/${first}.json`],
  ['--dryRunTimeoutMinutes', '20'],
].flat()

function run(more: readonly string[], paths: readonly string[], env: Readonly<Record<string, string>>): void {
  const only = paths.length === 0 ? [] : ['--mutate', [...paths, '!**/*.test.ts', '!**/test-*.ts'].join(',')]
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const child = spawn(process.execPath, [stryker, 'run', ...more, ...options, ...only], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

if (moneyFiles === undefined) run([], first === '' ? [] : [first, ...others], {})
else run(moduleOptions, others.length > 0 ? others : moneyFiles, { MUTATED_MODULE: first })

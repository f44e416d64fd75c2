import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './running/folders.ts'

/**
 * `npm run mutate [-- PATH …]`: changes the code of `packages/domain` one place at a time and runs its tests
 * (Stryker). A change that no test notices is listed. A PATH such as `packages/domain/src/money/**` limits the run.
 * Results are kept in `.cache/mutation`, so that a later run tests only what has changed.
 */
const paths = process.argv.slice(2)
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const only = paths.length === 0 ? [] : ['--mutate', [...paths, '!**/*.test.ts', '!**/test-*.ts'].join(',')]
const child = spawn(process.execPath, [stryker, 'run', ...only], {
  cwd: root,
  stdio: 'inherit',
})
child.on('exit', (code) => process.exit(code ?? 1))

import { runStaticChecks } from './checking/static-checks.ts'
import { runCountedTests, runVitest, WITHOUT_FULL_SIZE } from './checking/tests.ts'
import { buildWebIfStale } from './running/web-build.ts'

/**
 * `npm test`: runs all tests, with proofs and browser tests in their small size (decision 0004); with
 * `BROWSER_SIZE=full` all browser tests. `npm test -- apps/server/src/kernel` runs the tests of that folder only, in
 * full.
 */
const filters = process.argv.slice(2)
if (filters.length > 0) process.exit(await runVitest(filters))

const startedAt = performance.now()
const { failed: failedChecks } = await runStaticChecks()
const failedBuilds = buildWeb()
const tests = await runCountedTests(process.env['BROWSER_SIZE'] === 'full' ? [] : WITHOUT_FULL_SIZE, 'test-run.json')
const failed = failedChecks + failedBuilds + tests.failed
console.log(`total         ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
console.log(`${tests.passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function buildWeb(): number {
  try {
    const { isBuilt } = buildWebIfStale()
    console.log(`web build     ${isBuilt ? 'passed' : 'up to date'}`)
    return 0
  } catch (error) {
    console.log(`web build     FAILED: ${String(error)}`)
    return 1
  }
}

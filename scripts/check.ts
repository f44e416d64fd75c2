import { runStaticChecks } from './checking/static-checks.ts'
import { runCountedTests } from './checking/tests.ts'

/**
 * `npm run check`: runs the part of `npm test` that needs neither database nor browser.
 * `npm run check -- apps/server/src/modules/wallet` runs the database tests of that folder too.
 */
const folders = process.argv.slice(2)
const [{ failed: failedChecks }, tests] = await Promise.all([
  runStaticChecks(),
  runCountedTests(['--project', 'architecture', '--project', 'pure'], 'check-run.json'),
])
const dbTests =
  folders.length === 0
    ? { passed: 0, failed: 0 }
    : await runCountedTests(['--project', 'db', '--passWithNoTests', ...folders], 'check-db-run.json')
const failed = failedChecks + tests.failed + dbTests.failed
console.log(`${tests.passed + dbTests.passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

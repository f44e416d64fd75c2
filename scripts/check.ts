import { runStaticChecks } from './checking/static-checks.ts'
import { runCountedTests } from './checking/tests.ts'

/** `npm run check`: the part of `npm test` that needs neither database nor browser. */
const { failed: failedChecks } = await runStaticChecks()
const tests = await runCountedTests(['--project', 'architecture', '--project', 'pure'], 'check-run.json')
const failed = failedChecks + tests.failed
console.log(`${tests.passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

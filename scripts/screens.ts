import { runVitest } from './checking/tests.ts'

/** `npm run screens`: checks every screen like the tests, and writes the pictures to .cache/screens. */
process.exit(await runVitest(['--project', 'browser', 'tests/browser/screens.browser.test.ts'], { SCREENSHOTS: '1' }))

import { runVitest } from './checking/tests.ts'

/** `npm run screens`: looks at every screen as the tests do, and draws docs/screens anew. */
process.exit(await runVitest(['--project', 'browser', 'tests/browser/screens.browser.test.ts'], { SCREENSHOTS: '1' }))

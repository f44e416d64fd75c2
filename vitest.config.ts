import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { runReporter } from './tests/support/run-reporter.ts'

const minuteMs = 60_000
const outside = ['**/node_modules/**', '**/dist/**']
const beside = ['packages/*/src', 'apps/*/src', 'simulators', 'scripts', 'tests/support']
const database = './tests/support/database-setup.ts'
const server = './tests/support/server-setup.ts'
// Polls wait longer than by default, because a machine that runs all tests is busy.
const patience = { poll: { timeout: minuteMs / 2 } }
const longPatience = { poll: { timeout: minuteMs } }
// Table tests show their values in the title. The default cuts them after 40 characters.
const titles = { taskTitleValueFormatTruncate: 160 }
const runFile = process.env['TEST_RUN_FILE']

/**
 * The test projects. Groups run in order, because each is slower than the previous one; architecture and pure run
 * together.
 */
export default defineConfig({
  test: {
    reporters: runFile ? ['minimal', runReporter(runFile, import.meta.dirname)] : ['default'],
    setupFiles: [],
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'architecture',
          // All files share the parsed texts of the repository.
          isolate: false,
          include: ['tests/architecture/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: minuteMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'pure',
          ...titles,
          expect: patience,
          // Files share no state, and half of their time was loading the same modules again.
          isolate: false,
          // Two workers, for two processors: each further worker would import all modules once more.
          maxWorkers: 2,
          include: beside.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...outside, '**/*.db.test.ts'],
          setupFiles: ['./tests/support/property-seed.ts'],
          testTimeout: minuteMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'db',
          ...titles,
          expect: patience,
          // Files share module instances, and each file has its own database.
          isolate: false,
          include: beside.map((folder) => `${folder}/**/*.db.test.ts`),
          exclude: outside,
          setupFiles: ['./tests/support/property-seed.ts'],
          globalSetup: [database],
          // These tests mostly wait for the database.
          maxWorkers: 4,
          testTimeout: minuteMs,
          hookTimeout: minuteMs,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          ...titles,
          expect: longPatience,
          // Files share module instances, and each file has its own product.
          isolate: false,
          include: ['tests/journeys/**/*.test.ts', 'tests/prove/**/*.test.ts', 'tests/chaos/**/*.test.ts'],
          globalSetup: [database, server],
          // These tests mostly wait for rounds, processes and retries.
          maxWorkers: 4,
          testTimeout: 5 * minuteMs,
          hookTimeout: 2 * minuteMs,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          ...titles,
          // Files of a worker share its browser (tests/browser/browser-fixture.ts) and load Playwright once.
          isolate: false,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: [database, server, './tests/support/browser-setup.ts'],
          // While one file waits for its browser, its server or a round, other files can run.
          maxWorkers: 3,
          expect: longPatience,
          testTimeout: 4 * minuteMs,
          hookTimeout: 2 * minuteMs,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})

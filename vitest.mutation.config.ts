import { defineConfig } from 'vitest/config'

const module = process.env['MUTATED_MODULE']
const database = { globalSetup: ['tests/support/database-setup.ts'], hookTimeout: 60_000 }

/** The tests of `packages/domain`, or of one module of the server, as mutation testing runs them. */
export default defineConfig({
  test: {
    include: [
      module === undefined ? 'packages/domain/src/**/*.test.ts' : `apps/server/src/modules/${module}/**/*.test.ts`,
    ],
    // Importing the same modules for each file again would take half of the time.
    isolate: false,
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: module === undefined ? 60_000 : 300_000,
    ...(module === undefined ? {} : database),
  },
})

import { defineConfig } from 'vitest/config'

/** The tests of `packages/domain`, as mutation testing runs them. */
export default defineConfig({
  test: {
    include: ['packages/domain/src/**/*.test.ts'],
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: 60_000,
  },
})

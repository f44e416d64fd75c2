import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { typesFile } from './database-types.ts'
import { migrationDigest } from './migration-digest.ts'

it('the digest in the generated types matches the current migrations (`npm run db:types` writes them)', () => {
  expect(readFileSync(typesFile, 'utf8').split('\n')).toContain(migrationDigest())
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { databaseTypes, typesFile } from './database-types.ts'

it('the generated types match the migrated schema (`npm run db:types` writes them)', async () => {
  const database = await testDatabase()
  try {
    expect(await databaseTypes(database.adminUrl)).toBe(readFileSync(typesFile, 'utf8'))
  } finally {
    await database.drop()
  }
})

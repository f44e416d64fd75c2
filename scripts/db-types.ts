import { writeFileSync } from 'node:fs'
import { databaseTypes, typesFile } from './postgres/database-types.ts'

/** `npm run db:types`: writes the TypeScript types of all tables after a change of the schema. */
const { testDatabase } = await import('../tests/support/database.ts')
const database = await testDatabase()
try {
  writeFileSync(typesFile, await databaseTypes(database.adminUrl))
  console.log(`Wrote ${typesFile}.`)
} finally {
  await database.drop()
}

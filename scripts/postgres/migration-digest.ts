import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../apps/server/src/migrations')

/** A line of the generated types that identifies the statements of all migrations. Comments do not count. */
export function migrationDigest(): string {
  const statements = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/--.*/g, '').replace(/\s+/g, ' ').trim())
  return `// Migrations: ${createHash('sha256').update(statements.join(' ')).digest('hex').slice(0, 16)}`
}

import { matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFile } from './parsed-file.ts'
import { isCode, isTest, repositorySources, type Sources } from './sources.ts'

/** The mechanisms of the kernel that contain SQL outside repositories, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'kernel/db/*': 'the database layer builds and sends all statements, and takes named locks',
  'kernel/outbox/*': 'cursors, positions and notifications: the statements are the protocol',
  'kernel/jobs/*': 'leases of due rows, and the schema and locks of the job library',
  'kernel/leadership.ts': 'locks held by a separate database session elect the leader',
  'kernel/idempotency/idempotency.ts': 'reads and stores the answers of a batch, one table',
  'kernel/rollups.ts': 'composes the queries of the modules into rollups',
  'kernel/clock-offset.ts': 'reads the clock of the database between two readings of the process clock',
  'kernel/http/health.ts': 'readiness: `select 1`',
  'kernel/config/superuser.ts': 'checks the role of a connection before the pool exists',
}

const server = 'apps/server/src/'
const isRepository = (path: string): boolean => path.endsWith('.repository.ts')
const isException = (path: string): boolean =>
  Object.keys(exceptions).some((pattern) => matchesGlob(path, server + pattern))

/** Imports that build statements. Their types are allowed everywhere. */
const builders = /(^kysely$|\/db\/query\.ts$|\/db\/insert-rows\.ts$)/
const mayImportBuilders = /'kysely'|\/db\/(query|insert-rows)\.ts'/
/** Methods that build a query or extend one, and SQL as text. */
const statements = [
  /\.(selectFrom|insertInto|updateTable|deleteFrom|forUpdate|forNoKeyUpdate|forShare)\(/,
  /['"`]\s*(select\s|insert into\s|update\s+\S+\s+set\s|delete from\s|with\s+\w+\s+as\s|call\s+\w+\s*\(|lock table\s)/,
  /['"`][^'"`\n]*\b(for (no key )?(update|share)\b|pg_(try_)?advisory)/,
]

/** Files of the server that build SQL, or take row or advisory locks, outside a repository. */
function sqlOutsideRepositories(sources: Sources, isExempt = isException): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith(server) || !isCode(path) || isTest(path) || isRepository(path) || isExempt(path)) return []
    // Only a file with such an import is parsed.
    const imports = mayImportBuilders.test(text) ? parseFile(path, text).imports : []
    const imported = imports.find(({ kind, specifier = '' }) => kind === 'value' && builders.test(specifier))
    if (imported !== undefined) return [`${path}:${imported.line} imports ${imported.specifier}`]
    const at = statements.map((pattern) => text.search(pattern)).find((offset) => offset >= 0)
    return at === undefined ? [] : [`${path}:${text.slice(0, at).split('\n').length} has SQL`]
  })
}

const sources = repositorySources()

it('only repositories build SQL, besides the named mechanisms of the kernel', () => {
  expect(sqlOutsideRepositories(sources)).toEqual([])
})

it('each listed exception still matches a file with SQL', () => {
  const found = sqlOutsideRepositories(sources, () => false)
  const needed = (pattern: string) => found.some((each) => matchesGlob(each.split(':')[0] ?? '', server + pattern))
  expect(Object.keys(exceptions).filter((pattern) => !needed(pattern))).toEqual([])
})

describe('a deliberate violation', () => {
  const file = `${server}modules/betting/canary.ts`
  it.each([
    ['the query builder', `import { type Params, q } from '../../kernel/db/query.ts'`],
    ['inserts', `import { insertRows } from '../../kernel/db/insert-rows.ts'`],
    ['SQL templates', `import { type RawBuilder, sql } from 'kysely'`],
    ['a lock on a query of a repository', 'const rows = await tx.run(selectTickets().forUpdate())'],
    ['a further table', `const query = begun.with('gone', (db) => db.deleteFrom('games'))`],
    ['SQL as text', `await tx.query('select 1')`],
    ['SQL in a template', 'await tx.change(`\n  update tickets set status = $1`)'],
    ['a procedure', `await tx.change('call erase_identity($1)', [id])`],
    ['an advisory lock', 'const text = `select pg_advisory_xact_lock(1)`'],
  ])('a file with %s is reported', (_what, text) => {
    expect(sqlOutsideRepositories(new Map([[file, text]]))).toHaveLength(1)
  })

  it.each([
    ['a repository', file.replace('.ts', '.repository.ts'), `import { q } from '../../kernel/db/query.ts'`],
    ['types', file, `import type { RawBuilder } from 'kysely'`],
    ['plain words', file, `const text = 'Select a game, then wait for updates'`],
    ['a test', file.replace('.ts', '.db.test.ts'), `await app.asOwner('select 1')`],
  ])('a file with %s is allowed', (_what, path, text) => {
    expect(sqlOutsideRepositories(new Map([[path, text]]))).toEqual([])
  })
})

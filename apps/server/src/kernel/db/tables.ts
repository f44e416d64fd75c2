import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * A typed query builder over a module's own tables. It only builds: `sql.run(builder.selectFrom(…))` runs the
 * query on the pool or in a transaction, so that there is one path to the database (decision 0020).
 *
 * @example const t = tables<{ session: SessionTable }>(); await tx.run(t.selectFrom('session').selectAll())
 */
export function tables<Schema>(): Kysely<Schema> {
  return new Kysely<Schema>({ dialect })
}

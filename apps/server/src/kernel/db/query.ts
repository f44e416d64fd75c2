import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'
import type { DB } from './database-types.ts'

/** Builds typed queries; it has no connection. `db.run(query)` and `tx.run(query)` send them. */
export const q = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement that is ready to be sent; its rows have the type `Row`. */
export type Bound<Row> = {
  readonly text: string
  readonly values: readonly unknown[]
  /** The server keeps the statement prepared under this name. */
  readonly name: string | undefined
  /** Never set. It only gives the statement its row type. */
  readonly row?: Row
}

/** A Kysely query, a `sql` template or a statement with its values. */
export type Query<Row> = Bound<Row> | { compile(provider: QueryExecutorProvider): CompiledQuery<Row> }

export function bind<Row>(query: Query<Row>): Bound<Row> {
  if (!('compile' in query)) return query
  const { sql: text, parameters } = query.compile(q)
  return { text, values: parameters, name: nameOf(text) }
}

/** A placeholder for a value that is passed at each execution. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Params<Values> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> }

/**
 * Compiles a query once. Use it for every query whose text never changes:
 *
 *     const gameById = statement((p: Params<{ id: string }>) =>
 *       q.selectFrom('games').selectAll().where('id', '=', p.id))
 *     const game = await tx.first(gameById({ id }))
 */
export function statement<Values extends object, Row>(
  build: (params: Params<Values>) => Query<Row>,
): (values: Values) => Bound<Row> {
  let compiled:
    | { readonly text: string; readonly name: string | undefined; readonly slots: readonly unknown[] }
    | undefined
  const compile = () => {
    const params = new Proxy({}, { get: (_, name) => sql.val(new Parameter(String(name))) }) as Params<Values>
    const { text, values, name } = bind(build(params))
    return (compiled = { text, name, slots: values })
  }
  return (values) => {
    const { text, name, slots } = compiled ?? compile()
    return {
      text,
      name,
      values: slots.map((slot) => (slot instanceof Parameter ? values[slot.name as keyof Values] : slot)),
    }
  }
}

/** `where('id', '=', anyOf(ids))` has the same SQL text for any number of values, unlike `in (…)`. */
export const anyOf = <Value>(values: RawBuilder<readonly Value[]> | readonly Value[]): RawBuilder<Value> =>
  sql<Value>`any(${values})`

/**
 * Maximum number of prepared statements per connection, because queries built from filters have many different texts.
 */
const MAX_NAMES = 2_000
const names = new Map<string, string>()

/** A hash of the text, so that one name never has two texts. Undefined for a new text once the limit is reached. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

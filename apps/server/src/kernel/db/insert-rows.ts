import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import { COLUMN_TYPES, type DB } from './database-types.ts'
import { type Bound, nameOf, q } from './query.ts'

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name
/** A row to insert, with its columns named in camel case. */
type Fields<Row> = { [Name in keyof Row as Name extends string ? Camel<Name> : never]: Row[Name] }

type Complete<Table extends keyof DB, Out> = (
  insert: InsertQueryBuilder<DB, Table, InsertResult>,
) => InsertQueryBuilder<DB, Table, Out>

/** A statement that inserts no rows. */
const NOTHING = { text: 'select where false', name: undefined, values: [] }

/**
 * A statement that inserts any number of rows with one SQL text: `insert into … select * from unnest($1::uuid[],
 * $2::int8[])`. Each column is sent as one array literal. It is built here because the driver checks and quotes every
 * element separately, which is slow.
 *
 *     const insertPostings = insertRows('postings')
 *     await tx.change(insertPostings([{ id, amount, createdAt: now }]))
 *
 * A field that is not a column throws; a row without a field gets null. `complete` adds `on conflict` or `returning`.
 */
export const insertRows = <Table extends keyof typeof COLUMN_TYPES, Out = InsertResult>(
  table: Table,
  complete?: Complete<Table, Out>,
): ((rows: readonly Fields<Insertable<DB[Table]>>[]) => Bound<Out>) => rowInserter(table, COLUMN_TYPES[table], complete)

/** `columns` lists names and types: `'id uuid, created_at timestamptz'`. */
export function rowInserter<Table extends keyof DB, Out>(
  table: Table,
  columns: string,
  complete?: Complete<Table, Out>,
): (rows: readonly object[]) => Bound<Out> {
  const types = new Map(columns.split(', ').map((each) => each.split(' ') as [string, string]))
  const statements = new Map<string, (rows: readonly object[]) => Bound<Out>>()

  function prepare(fields: readonly string[]): (rows: readonly object[]) => Bound<Out> {
    const written = fields.map((field) => {
      const column = columnOf(field)
      const type = types.get(column)
      if (type === undefined) throw new Error(`${table} has no column ${column}`)
      return { field, column, type, write: writerOf(type) }
    })
    const arrays = written.map(({ type }) => sql`${null}::${sql.raw(type)}[]`)
    const insert = q
      .insertInto(table)
      .columns(written.map(({ column }) => column) as never)
      .expression(sql`select * from unnest(${sql.join(arrays)})` as never)
    const { sql: text } = (complete === undefined ? insert : complete(insert)).compile()
    const name = nameOf(text)
    return (rows) => ({ text, name, values: written.map(({ field, write }) => arrayText(rows, field, write)) })
  }

  return (rows) => {
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    if (fields.length === 0) return NOTHING
    const key = fields.join()
    const statement = statements.get(key) ?? prepare(fields)
    statements.set(key, statement)
    return statement(rows)
  }
}

/** `columnOf('createdAt')` → 'created_at' */
export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const SPECIAL = /["\\]/
const quoted = (text: string): string =>
  SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`

type Writer = (value: unknown) => string
const plain: Writer = (value) => String(value)
const text: Writer = (value) => quoted(value as string)
/** How a column's values are written inside a PostgreSQL array literal. */
const WRITERS: Readonly<Record<string, Writer>> = {
  // An id may come from outside: without quotes it could add elements to the array.
  uuid: text,
  text,
  jsonb: text,
  date: text,
  numeric: (value) => quoted(String(value)),
  int2: plain,
  int4: plain,
  int8: plain,
  float8: plain,
  bool: plain,
  timestamptz: (value) => quoted(value instanceof Date ? value.toISOString() : (value as string)),
  bytea: (value) => quoted(String.raw`\x${(value as Buffer).toString('hex')}`),
}

function writerOf(type: string): Writer {
  const writer = WRITERS[type]
  if (writer === undefined) throw new Error(`rows with a column of type ${type} cannot be inserted`)
  return writer
}

function arrayText(rows: readonly object[], column: string, write: Writer): string {
  let texts = ''
  for (const row of rows) {
    const value = (row as Record<string, unknown>)[column]
    const element = value === null || value === undefined ? 'NULL' : write(value)
    texts += texts === '' ? element : `,${element}`
  }
  return `{${texts}}`
}

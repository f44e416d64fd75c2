import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { DB } from './database-types.ts'
import { type Bound, nameOf, q } from './query.ts'

/** How a column's values are written inside PostgreSQL's text of an array. */
type Type =
  | 'uuid'
  | 'text'
  | 'jsonb'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'numeric'
  | 'float8'
  | 'bool'
  | 'timestamptz'
  | 'date'
  | 'bytea'
type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name
/** The columns of a table under their own names and in camel case. */
type Fields<Row> = { [Name in keyof Row as Name extends string ? Name | Camel<Name> : never]: Row[Name] }
type FieldsOf<Table extends keyof DB> = Fields<Insertable<DB[Table]>>
type Columns<Table extends keyof DB> = Partial<Record<keyof FieldsOf<Table> & string, Type>>
type Row<Table extends keyof DB, Given> = Pick<FieldsOf<Table>, keyof Given & keyof FieldsOf<Table>>

/**
 * A statement that inserts any number of rows with one text: `insert into … select * from unnest($1::uuid[], $2::int8[])`.
 * Each column travels as the text of one array, built here because the driver tests and quotes element by element.
 *
 *     const insertPostings = insertRows('postings', { id: 'uuid', amount: 'int8', note: 'text' })
 *     await tx.change(insertPostings(rows))
 *
 * Columns named in camel case take rows of that form. `complete` adds `on conflict` or `returning`.
 */
export function insertRows<Table extends keyof DB, const Given extends Columns<Table>, Out = InsertResult>(
  table: Table,
  columns: Given,
  complete?: (insert: InsertQueryBuilder<DB, Table, InsertResult>) => InsertQueryBuilder<DB, Table, Out>,
): (rows: readonly Row<Table, Given>[]) => Bound<Out> {
  const entries = Object.entries(columns) as [string, Type][]
  const arrays = entries.map(([, type]) => sql`${null}::${sql.raw(type)}[]`)
  const insert = q
    .insertInto(table)
    .columns(entries.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as never)
    .expression(sql`select * from unnest(${sql.join(arrays)})` as never)
  const { sql: text } = (complete === undefined ? insert : complete(insert)).compile()
  const name = nameOf(text)
  return (rows) => ({ text, name, values: entries.map(([column, type]) => arrayText(rows, column, WRITERS[type])) })
}

const SPECIAL = /["\\]/
const quoted = (text: string): string =>
  SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`

type Writer = (value: unknown) => string
const plain: Writer = (value) => String(value)
const text: Writer = (value) => quoted(value as string)
const WRITERS: Readonly<Record<Type, Writer>> = {
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

function arrayText(rows: readonly object[], column: string, write: Writer): string {
  let texts = ''
  for (const row of rows) {
    const value = (row as Record<string, unknown>)[column]
    const element = value === null || value === undefined ? 'NULL' : write(value)
    texts += texts === '' ? element : `,${element}`
  }
  return `{${texts}}`
}

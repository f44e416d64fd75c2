import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import type pg from 'pg'

export type Answer = { readonly rows: Record<string, unknown>[]; readonly count: number; readonly command: string }

export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  /** Prepared once per connection under it. */
  readonly name: string | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

type Field = { readonly name: string; readonly dataTypeID: number }
type Columns = { readonly names: readonly string[]; readonly parsers: readonly ((text: string) => unknown)[] }
type GetTypeParser = (oid: number) => (text: string) => unknown

/** What the driver's connection offers to a query of one's own. */
type Connection = {
  readonly stream: Writable
  readonly parsedStatements: Record<string, string>
  parse(message: { readonly text: string; readonly name: string }): void
  bind(message: { readonly statement: string; readonly values: readonly (string | Buffer | null)[] }): void
  describe(message: { readonly type: 'P'; readonly name: '' }): void
  execute(message: object): void
  close(message: { readonly type: 'S'; readonly name: string }): void
  sync(): void
}

/** What was told once about the statements that a connection keeps prepared. */
type Known = {
  readonly columns: Map<string, Columns>
  /** Whether the server has them nobody knows: their first use failed. */
  readonly doubtful: Set<string>
}

/** A value as the driver binds it; it has no types for it. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(this: void, value: unknown): string | Buffer | null
}

const NO_COLUMNS: Columns = { names: [], parsers: [] }
const known = new WeakMap<object, Known>()

/**
 * Statements that leave together and are answered together: one packet there, one back, and PostgreSQL stops at the
 * first that fails, so that none of those behind it runs. The driver sends each by itself, asks each time what columns
 * it has, and lets the others run on.
 */
export class StatementBatch implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #parserOf: GetTypeParser
  #known: Known = { columns: new Map(), doubtful: new Set() }
  #at = 0
  #columns: Columns = NO_COLUMNS
  #rows: Record<string, unknown>[] = []
  #fault: unknown
  /** The driver puts its own before it, which stops its clock. */
  callback: (error: unknown) => void = () => {}

  constructor(statements: readonly Statement[], parserOf: GetTypeParser) {
    this.#statements = statements
    this.#parserOf = parserOf
  }

  /** Nothing is sent where one of the statements cannot be. */
  submit(given: pg.Connection): Error | undefined {
    const connection = given as unknown as Connection
    this.#known = known.get(connection) ?? this.#known
    known.set(connection, this.#known)
    let bound: (string | Buffer | null)[][]
    try {
      bound = this.#statements.map(({ values }) => values.map(prepareValue))
      for (const { name, text } of this.#statements) requireOneText(connection, name, text)
    } catch (error) {
      return error instanceof Error ? error : new Error('a value cannot be bound')
    }
    this.#columns = this.#columnsOf(0)
    connection.stream.cork()
    const parsed = new Set<string>()
    for (const [at, statement] of this.#statements.entries()) this.#send(connection, statement, bound[at] ?? [], parsed)
    connection.sync()
    connection.stream.uncork()
    return undefined
  }

  #send(
    connection: Connection,
    { text, name = '' }: Statement,
    values: readonly (string | Buffer | null)[],
    parsed: Set<string>,
  ): void {
    if (name === '' || (connection.parsedStatements[name] === undefined && !parsed.has(name))) {
      if (this.#known.doubtful.delete(name)) connection.close({ type: 'S', name })
      connection.parse({ text, name })
      parsed.add(name)
    }
    connection.bind({ statement: name, values })
    if (name === '' || !this.#known.columns.has(name)) connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  #columnsOf(at: number): Columns {
    return this.#known.columns.get(this.#statements[at]?.name ?? '') ?? NO_COLUMNS
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => this.#parserOf(field.dataTypeID)),
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#columns
    const row: Record<string, unknown> = {}
    try {
      for (const [at, name] of names.entries()) {
        const text = fields[at] ?? null
        row[name] = text === null ? null : parsers[at]?.(text)
      }
    } catch (error) {
      this.#fault ??= error
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text: tag }: { readonly text: string }, given: pg.Connection): void {
    const statement = this.#statements[this.#at]
    // Given up by the driver's clock: nobody waits any more.
    if (statement === undefined) return
    const { name, text } = statement
    if (name !== undefined) {
      ;(given as unknown as Connection).parsedStatements[name] = text
      this.#known.columns.set(name, this.#columns)
    }
    const [command = '', ...figures] = tag.split(' ')
    if (this.#fault === undefined) statement.resolve({ rows: this.#rows, count: Number(figures.at(-1) ?? 0), command })
    else statement.reject(this.#fault)
    this.#fault = undefined
    this.#rows = []
    this.#at++
    this.#columns = this.#columnsOf(this.#at)
  }

  handleEmptyQuery(given: pg.Connection): void {
    this.handleCommandComplete({ text: '' }, given)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  /** The first that failed and those behind it: of these none has run. */
  handleError(error: Error, given: pg.Connection): void {
    const failed = this.#statements[this.#at]?.name
    const { parsedStatements } = given as unknown as Connection
    if (failed !== undefined && parsedStatements[failed] === undefined) this.#known.doubtful.add(failed)
    for (const { reject } of this.#statements.slice(this.#at)) reject(error)
    this.#at = this.#statements.length
    this.callback(error)
  }
}

function requireOneText({ parsedStatements }: Connection, name: string | undefined, text: string): void {
  const before = name === undefined ? undefined : parsedStatements[name]
  if (before !== undefined && before !== text) throw new Error(`two statements have the name ${name}`)
}

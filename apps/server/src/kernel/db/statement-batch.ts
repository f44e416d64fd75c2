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
  sync(): void
}

/** What was told once about the statements that a connection keeps prepared, by their names. */
type Known = Map<string, Columns>

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
 *
 * A packet that is open has no end mark yet: PostgreSQL works on what has come while `close` has the rest follow.
 */
export class StatementBatch implements pg.Submittable {
  readonly #statements: Statement[]
  readonly #parserOf: GetTypeParser
  #isOpen: boolean
  #connection: Connection | null = null
  #failure: Error | null = null
  /** Names that this packet has prepared. */
  readonly #parsed = new Set<string>()
  #known: Known = new Map()
  #at = 0
  #columns: Columns = NO_COLUMNS
  #rows: Record<string, unknown>[] = []
  #fault: unknown
  /** The driver puts its own before it, which stops its clock. */
  callback: (error: unknown) => void = () => {}

  constructor(statements: readonly Statement[], parserOf: GetTypeParser, { isOpen = false } = {}) {
    this.#statements = [...statements]
    this.#parserOf = parserOf
    this.#isOpen = isOpen
  }

  /**
   * Asked by the driver when the server has parsed a statement: of this batch that of the next answer. It notes what is
   * prepared, whoever has asked for it.
   */
  get name(): string | undefined {
    return this.#statements[this.#at]?.name
  }

  get text(): string | undefined {
    return this.#statements[this.#at]?.text
  }

  /** Nothing is sent where one of the statements cannot be. */
  submit(given: pg.Connection): Error | undefined {
    const connection = given as unknown as Connection
    this.#known = known.get(connection) ?? this.#known
    known.set(connection, this.#known)
    const fault = this.#write(connection, this.#statements)
    if (fault !== undefined) return fault
    this.#connection = connection
    this.#columns = this.#columnsOf(0)
    return undefined
  }

  /** Ends an open packet with what follows, or with nothing. Where something in it has failed already nothing else runs. */
  close(rest: readonly Statement[] = []): void {
    if (!this.#isOpen) throw new Error('the packet is closed')
    this.#isOpen = false
    const connection = this.#connection
    if (this.#failure !== null) return reject(rest, this.#failure)
    // Where it is not on its way yet it leaves whole.
    const fault = connection === null ? undefined : this.#write(connection, rest)
    if (fault !== undefined) {
      reject(rest, fault)
      return connection?.sync()
    }
    const isNext = this.#at === this.#statements.length
    this.#statements.push(...rest)
    if (isNext) this.#columns = this.#columnsOf(this.#at)
  }

  #write(connection: Connection, statements: readonly Statement[]): Error | undefined {
    let bound: (string | Buffer | null)[][]
    try {
      bound = statements.map(({ values }) => values.map(prepareValue))
      requireOneTexts(connection, [...this.#statements, ...statements])
    } catch (error) {
      return asError(error)
    }
    connection.stream.cork()
    try {
      for (const [at, each] of statements.entries()) this.#send(connection, each, bound[at] ?? [])
      if (!this.#isOpen) connection.sync()
    } catch (error) {
      // Half a packet may have left: whatever follows it would be taken for its rest.
      connection.stream.destroy()
      return asError(error)
    } finally {
      connection.stream.uncork()
    }
    return undefined
  }

  #send(connection: Connection, { text, name = '' }: Statement, values: readonly (string | Buffer | null)[]): void {
    if (name === '' || (connection.parsedStatements[name] === undefined && !this.#parsed.has(name))) {
      connection.parse({ text, name })
      this.#parsed.add(name)
    }
    connection.bind({ statement: name, values })
    if (name === '' || !this.#known.has(name)) connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  #columnsOf(at: number): Columns {
    return this.#known.get(this.#statements[at]?.name ?? '') ?? NO_COLUMNS
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

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const statement = this.#statements[this.#at]
    if (statement === undefined) return
    if (statement.name !== undefined) this.#known.set(statement.name, this.#columns)
    const [command = '', ...figures] = tag.split(' ')
    if (this.#fault === undefined) statement.resolve({ rows: this.#rows, count: Number(figures.at(-1) ?? 0), command })
    else statement.reject(this.#fault)
    this.#fault = undefined
    this.#rows = []
    this.#at++
    this.#columns = this.#columnsOf(this.#at)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  /** The first that failed and those behind it: of these none has run, unless the driver's clock gave them up. */
  handleError(error: Error): void {
    this.#failure = error
    // Until its end mark PostgreSQL says nothing more.
    if (this.#isOpen) this.#connection?.sync()
    reject(this.#statements.slice(this.#at), error)
    this.callback(error)
  }
}

function reject(statements: readonly Statement[], error: Error): void {
  for (const statement of statements) statement.reject(error)
}

/** Each name has one text on a connection, and within the batch. */
function requireOneTexts({ parsedStatements }: Connection, statements: readonly Statement[]): void {
  const fresh = new Map<string, string>()
  for (const { name, text } of statements) {
    if (name === undefined) continue
    const before = parsedStatements[name] ?? fresh.get(name)
    if (before === undefined) fresh.set(name, text)
    else if (before !== text) throw new Error(`two statements have the name ${name}`)
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error('a packet cannot be written'))

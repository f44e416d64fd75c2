/**
 * What runs SQL: the pool, or one transaction. Hot statements are plain text; a name makes them prepared.
 * `int8` arrives as bigint, `numeric` as text, `timestamptz` as Date.
 */
export type Sql = {
  /** Rows of a statement. `name` prepares it once per connection: give one to hot statements, unique per text. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /** How many rows a statement changed. */
  change(text: string, values?: readonly unknown[], name?: string): Promise<number>
}

/** What becomes of one statement. */
export type Sent = { readonly rows: readonly object[]; readonly count: number }

export function sqlBy(send: (text: string, values: readonly unknown[], name?: string) => Promise<Sent>): Sql {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
      (await send(text, values, name)).rows as Row[],
    change: async (text, values = [], name) => (await send(text, values, name)).count,
  }
}

/** One open transaction. */
export type Tx = Sql & {
  /** Rows (`copyRows`) by a statement `copy … from stdin (format binary)`; how many. */
  copy(text: string, rows: Buffer, name: string): Promise<number>
  /** Runs after a successful commit, in order; not at all after a rollback. Must not throw. */
  afterCommit(effect: () => void): void
  /**
   * The last statements, sent in this turn: the commit leaves with them, and is not sent where one of them fails.
   * Whatever is sent after it is refused, so that only what has no doubts left may end in this way. What `behind` asks,
   * in the same turn, goes with them too: PostgreSQL works on the others while it is put together.
   */
  commitWith<T>(last: Promise<T>, behind?: () => Promise<unknown>): Promise<T>
}

export type TransactionOptions = {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: true
}

export type Db = Sql & {
  /** The one way to open a transaction: commits when `work` resolves, else rolls back. Deadlocks and serialization failures run `work` anew, a few times. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Open, idle and waiting connections, for metrics. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

import { bind, type Query } from './query.ts'

/**
 * Sends statements through the pool or within one transaction. Write queries with `q` and `statement` (query.ts).
 * `int8` arrives as bigint, `numeric` as text, `timestamptz` as Date.
 */
export type Sql = {
  /** The rows of a query. */
  run<Row>(query: Query<Row>): Promise<Row[]>
  /** The first row of a query. */
  first<Row>(query: Query<Row>): Promise<Row | undefined>
  /** Runs a statement and returns how many rows it changed. */
  change(query: Query<unknown> | string, values?: readonly unknown[], name?: string): Promise<number>
  /**
   * The rows of a statement given as text. `name` prepares it once per connection. Name frequent statements uniquely.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

/** The result of one statement. */
export type StatementResult = { readonly rows: readonly object[]; readonly count: number }

export function createSql(
  send: (text: string, values: readonly unknown[], name?: string) => Promise<StatementResult>,
): Sql {
  const run = async <Row>(query: Query<Row>): Promise<Row[]> => {
    const { text, values, name } = bind(query)
    return (await send(text, values, name)).rows as Row[]
  }
  return {
    run,
    first: async (query) => (await run(query))[0],
    async change(query, values = [], name) {
      if (typeof query === 'string') return (await send(query, values, name)).count
      const bound = bind(query)
      return (await send(bound.text, bound.values, bound.name)).count
    },
    query: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
      (await send(text, values, name)).rows as Row[],
  }
}

/** An open transaction. */
export type Tx = Sql & {
  /** Runs after a successful commit, in order; not at all after a rollback. Must not throw. */
  afterCommit(effect: () => void): void
  /**
   * Sends the commit directly after these last statements, without waiting for their results. This saves a round trip.
   * If one of them fails, nothing is committed. Use it only if no decision depends on the results: later statements
   * are refused.
   */
  commitWith<T>(last: Promise<T>): Promise<T>
}

export type TransactionOptions = {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: true
  /** Works as `mupiira_player`, which sees only the rows of this player (0018-player-role.sql). */
  readonly player?: string
  /**
   * Plans each prepared statement once per connection and finds rows by index. Without it, PostgreSQL plans a statement
   * with an array of few elements again for each execution. Only for statements that find a few rows by their keys.
   */
  readonly genericPlans?: true
}

export type Db = Sql & {
  /**
   * The only way to open a transaction. Commits when `work` resolves, otherwise rolls back. Repeats `work` after
   * deadlocks and serialization failures. Statements that do not wait for each other (`Promise.all`) are sent
   * together. After a failed statement the transaction refuses further statements.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Reads of a player's own rows, sent with `begin` in one packet. The database returns only rows of this player, even
   * if a condition is forgotten, and refuses writes. Do not wait for other connections inside.
   */
  asPlayer<T>(playerId: string, read: (sql: Sql) => Promise<T>): Promise<T>
  /** Open, idle and waiting connections, for metrics. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

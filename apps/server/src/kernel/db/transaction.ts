import type pg from 'pg'
import { codeOf, isServerRefusal } from './failures.ts'
import { sqlBy, type TransactionOptions, type Tx } from './sql.ts'
import { type Answer, type Statement, StatementBatch } from './statement-batch.ts'

/** Runs `work` once in a transaction of its own; its effects follow the commit. */
export async function runOnce<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  const statements = gather(client, beginText(options))
  let broken: Error | undefined
  try {
    const value = await work({
      ...sqlBy(statements.send),
      afterCommit: (effect) => void effects.push(effect),
      async commitWith(last, behind) {
        // One that fails before it is sent would else be missing from what is committed.
        last.catch(() => void statements.end())
        if (behind === undefined) return (await Promise.all([last, statements.commit()]))[0]
        statements.leaveAhead()
        const rest = behind()
        rest.catch(() => void statements.end())
        return (await Promise.all([last, rest, statements.commit()]))[0]
      },
    })
    await statements.commit()
    return value
  } catch (error) {
    if (!statements.isCommitted()) broken = await rollBack(client, statements, error)
    throw error
  } finally {
    client.release(broken)
    if (statements.isCommitted()) for (const effect of effects) effect()
  }
}

type Gathered = {
  readonly send: (text: string, values: readonly unknown[], name?: string) => Promise<Answer>
  /** What was asked leaves at once; what follows in this turn goes into the same packet. */
  readonly leaveAhead: () => void
  /** Sends the commit behind everything of this turn; nothing may follow it. */
  readonly commit: () => Promise<void>
  readonly isCommitted: () => boolean
  /** Takes nothing more; what is not sent yet never will be. Whether there is something to roll back. */
  readonly end: () => boolean
}

type ParserOf = (oid: number) => (text: string) => unknown

/** The statements of one turn of the event loop leave together; the first of all takes the transaction's beginning along. */
function gather(client: pg.PoolClient, begin: string): Gathered {
  const { getTypeParser } = client as unknown as { readonly getTypeParser: ParserOf }
  const parserOf: ParserOf = (oid) => getTypeParser.call(client, oid)
  let waiting: Statement[] = []
  let last: Statement[] = []
  let ahead: StatementBatch | null = null
  let ending: Promise<void> | null = null
  let state: 'unopened' | 'open' | 'over' = 'unopened'
  let committed = false

  function add(to: Statement[], asked: Pick<Statement, 'text' | 'values' | 'name'>): Promise<Answer> {
    if (waiting.length + last.length === 0) queueMicrotask(leave)
    return new Promise((resolve, reject) => void to.push({ ...asked, resolve, reject }))
  }

  /** With a commit it waits until the turn is over: whatever failed before it was sent has stopped it by then. */
  function leave(): void {
    if (last.length > 0) process.nextTick(depart)
    else depart()
  }

  /** The commit goes behind everything else of its turn, whichever was asked for first. */
  function depart(): void {
    const leaving = [...waiting, ...last]
    if (leaving.length === 0 && ahead === null) return
    if (last.length > 0) state = 'over'
    waiting = []
    last = []
    if (ahead === null) client.query(new StatementBatch(leaving, parserOf))
    else ahead.close(leaving)
    ahead = null
  }

  function leaveAhead(): void {
    if (waiting.length === 0 || ahead !== null) return
    const leaving = waiting
    waiting = []
    ahead = new StatementBatch(leaving, parserOf, { isOpen: true })
    client.query(ahead)
    // Whether or not the rest of the turn asks for anything.
    process.nextTick(depart)
  }

  async function commit(): Promise<void> {
    if (state === 'over') throw new Error('the transaction is over')
    if (state === 'open') {
      const { command } = await add(last, { text: 'commit', values: [], name: 'commit' })
      // A transaction that failed inside answers COMMIT with a rollback and no error.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its commit')
    }
    state = 'over'
    committed = true
  }

  return {
    async send(text, values, name) {
      if (state === 'over') throw new Error('the transaction is over')
      if (state === 'unopened') {
        state = 'open'
        // Were it refused, nothing behind it would run: each would tell. What came later would run on its own.
        add(waiting, { text: begin, values: [], name: begin }).catch(() => (state = 'over'))
      }
      try {
        return await add(waiting, { text, values, name })
      } catch (error) {
        // Born where the socket is read; whoever asked is what one wants to know.
        if (error instanceof Error) Error.captureStackTrace(error)
        throw error
      }
    },
    leaveAhead,
    commit: () => (ending ??= commit()),
    isCommitted: () => committed,
    end() {
      const wasOpen = state !== 'unopened'
      state = 'over'
      const left = [...waiting, ...last]
      waiting = []
      last = []
      for (const { reject } of left) reject(new Error('the transaction is over'))
      return wasOpen
    },
  }
}

function beginText({ isolation, readOnly }: TransactionOptions): string {
  return `begin${isolation === undefined ? '' : ` isolation level ${isolation}`}${readOnly ? ' read only' : ''}`
}

/** The reason to throw the connection away, or undefined while it is sound. */
async function rollBack(client: pg.PoolClient, statements: Gathered, cause: unknown): Promise<Error | undefined> {
  if (!statements.end()) return undefined
  // Whoever waited in vain would wait for the rollback as long again; closing the connection is one.
  if (isOfConnection(cause)) return cause
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed')
  }
}

/** What a session is told that was opened on a standby, or while nothing could be written: it stays so. */
const READ_ONLY = '25006'

/** Also where whoever worked has put an error of his own around it. */
function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const isLost = !isServerRefusal(error) && /timeout|terminated|connection/i.test(error.message)
  return isLost || codeOf(error) === READ_ONLY || isOfConnection(error.cause)
}

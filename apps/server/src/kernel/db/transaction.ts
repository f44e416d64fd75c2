import type pg from 'pg'
import { codeOf, isServerRefusal } from './failures.ts'
import { PLAYER_ROLE } from './session.ts'
import { type StatementResult, createSql, type TransactionOptions, type Tx } from './sql.ts'

/** Runs `work` once in its own transaction. `afterCommit` effects run after the commit. */
export async function runOnce<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect()
  const transaction = new Transaction(client, options)
  const effects: (() => void)[] = []
  let broken: Error | undefined
  try {
    const value = await work({
      ...createSql((text, values, name) => transaction.send(text, values, name)),
      afterCommit: (effect) => void effects.push(effect),
      async commitWith(last) {
        last.catch((error: unknown) => transaction.refuseCommit(error))
        const committed = transaction.commit()
        // If one of the last statements failed, its error is more specific than the error of the commit.
        committed.catch(() => {})
        const value = await last
        await committed
        return value
      },
    })
    await transaction.commit()
    return value
  } catch (error) {
    if (!transaction.isCommitted) broken = await transaction.rollBack()
    throw error
  } finally {
    client.release(broken)
    if (transaction.isCommitted) for (const effect of effects) effect()
  }
}

type Waiting = { readonly send: () => void; readonly refuse: (error: Error) => void }

/**
 * One transaction on a pipelining client: statements are sent without waiting for earlier results, and the server
 * runs them in order. After a failed statement, the server refuses the later ones, because the transaction is
 * aborted. This is safe on two conditions: `begin` has succeeded before a statement with effects is sent, and no
 * commit follows a value that the driver could not send.
 */
class Transaction {
  readonly #client: pg.PoolClient
  readonly #begin: string
  readonly #player: string | undefined
  readonly #genericPlans: boolean
  #state: 'unopened' | 'opening' | 'open' | 'over' = 'unopened'
  /** Statements issued before `begin` was acknowledged. */
  #waiting: Waiting[] = []
  #sent = 0
  /** The failed statement that was sent first, and its error. */
  #failure: { readonly no: number; readonly error: unknown } | undefined
  /** The connection is lost, or driver and server may disagree about its state. */
  #mustDiscard = false
  #commit: Promise<void> | undefined
  isCommitted = false

  constructor(client: pg.PoolClient, options: TransactionOptions) {
    this.#client = client
    this.#begin = beginText(options)
    this.#player = options.player
    this.#genericPlans = options.genericPlans === true
  }

  send(text: string, values: readonly unknown[], name?: string): Promise<StatementResult> {
    if (this.#state === 'over') return Promise.reject(new Error('the transaction is over'))
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error as Error)
    if (this.#state === 'unopened') void this.#open()
    if (this.#state === 'open' || (this.#waiting.length === 0 && mayRunBeforeBegin(text)))
      return this.#execute(text, values, name)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send: () => void this.#execute(text, values, name).then(resolve, reject), refuse: reject })
    })
  }

  /**
   * If `begin` fails, the server would commit each statement sent with it separately. Therefore only statements without
   * a lasting effect are sent together with `begin`, which saves most transactions a round trip. If `begin` fails,
   * their results are rejected here.
   */
  async #open(): Promise<void> {
    this.#state = 'opening'
    try {
      const beginReply = this.#client.query({ text: this.#begin, name: this.#begin, values: [] })
      // These settings are local to the transaction: if `begin` fails, they change nothing.
      if (this.#genericPlans) void this.#execute(WITH_GENERIC_PLANS, [], 'generic-plans').catch(() => {})
      if (this.#player !== undefined) void this.#execute(AS_PLAYER, [this.#player], 'as-player').catch(() => {})
      await beginReply
      if (this.#state === 'opening') this.#state = 'open'
      for (const { send } of this.#waiting.splice(0)) send()
    } catch (error) {
      this.#fail(0, error)
      this.#mustDiscard = true
      for (const { refuse } of this.#waiting.splice(0)) refuse(error as Error)
    }
  }

  async #execute(text: string, values: readonly unknown[], name: string | undefined): Promise<StatementResult> {
    const no = ++this.#sent
    try {
      const { rows, rowCount } = await this.#client.query({
        text,
        values: values as unknown[],
        ...(name === undefined ? {} : { name: this.#player === undefined ? name : `own ${name}` }),
      })
      this.#throwEarlierFailure(no)
      return { rows: rows as object[], count: rowCount ?? 0 }
    } catch (error) {
      // After a failure the server answers "transaction is aborted". The first error is the cause and decides
      // whether to retry.
      this.#throwEarlierFailure(no)
      this.#fail(no, error)
      // After a value that cannot be bound, the driver wrongly considers a closed statement prepared.
      if (!isServerRefusal(error) || codeOf(error) === READ_ONLY) this.#mustDiscard = true
      throw error
    }
  }

  #throwEarlierFailure(no: number): void {
    if (this.#failure !== undefined && this.#failure.no < no) throw this.#failure.error
  }

  #fail(no: number, error: unknown): void {
    if (this.#failure === undefined || no < this.#failure.no) this.#failure = { no, error }
  }

  commit(): Promise<void> {
    return (this.#commit ??= this.#sendCommit())
  }

  async #sendCommit(): Promise<void> {
    // Statements that are issued later in this turn of the event loop still belong to the transaction.
    await nextTick()
    if (this.#state === 'opening' && this.#failure === undefined)
      await new Promise<void>((send) => this.#waiting.push({ send, refuse: () => send() }))
    // The driver reports a statement that it cannot send in the next tick. Wait one more tick until promises settle.
    await nextTick()
    await nextTick()
    if (this.#failure !== undefined) throw rolledBack(this.#failure.error)
    const wasOpen = this.#state === 'open'
    this.#state = 'over'
    if (wasOpen) {
      const { command } = await this.#client.query({ text: 'commit', name: 'commit', values: [] })
      // A failed transaction answers COMMIT with a rollback and no error.
      if (command !== 'COMMIT') throw rolledBack()
    }
    this.isCommitted = true
  }

  /** Work outside the database failed, so the transaction must not commit. */
  refuseCommit(error: unknown): void {
    this.#fail(Number.POSITIVE_INFINITY, error)
  }

  /** Returns the reason to discard the connection; undefined if it is usable. */
  async rollBack(): Promise<Error | undefined> {
    const state = this.#state
    this.#state = 'over'
    for (const { refuse } of this.#waiting.splice(0)) refuse(new Error('the transaction is over'))
    if (state === 'unopened') return undefined
    // Closing the connection also rolls back, while a rollback on a lost connection would time out again.
    if (this.#mustDiscard) return new Error('the connection is discarded')
    try {
      await this.#client.query({ text: 'rollback', name: 'rollback', values: [] })
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error('rollback failed')
    }
  }
}

const AS_PLAYER = `select set_config('role', '${PLAYER_ROLE}', true), set_config('mupiira.player', $1, true)`

/** Without sequential scans, because a plan that is made for an empty table is still used when the table has grown. */
const WITH_GENERIC_PLANS = `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`

/** Words in a `select` that have an effect beyond the statement. */
const LASTING = /\b(into|set_config|setval|pg_notify|make_staff_account|pg_(try_)?advisory_(un)?lock(_shared|_all)?)\b/

/** A call of another schema's function, which may write: `graphile_worker.add_job(…)`. */
const OTHER_SCHEMA = /\w"?\s*\.\s*"?\w+"?\s*\(/

/**
 * Whether a statement may run outside its transaction. `select … for update` and `pg_advisory_xact_lock` then release
 * their locks at once. A test verifies that `LASTING` names every function of our schema that writes.
 */
export const mayRunBeforeBegin = (text: string): boolean =>
  text.startsWith('select') && !LASTING.test(text) && !OTHER_SCHEMA.test(text)

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

const rolledBack = (cause?: unknown): Error => new Error('the transaction was rolled back at its commit', { cause })

function beginText({ isolation, readOnly }: TransactionOptions): string {
  return `begin${isolation === undefined ? '' : ` isolation level ${isolation}`}${readOnly ? ' read only' : ''}`
}

/** SQLSTATE in a session opened on a standby or while the database was read-only. The session stays read-only. */
const READ_ONLY = '25006'

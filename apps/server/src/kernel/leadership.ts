import pg from 'pg'
import { advisoryKey } from './db/locks.ts'
import { APP_ROLE, connectionSettings } from './db/session.ts'
import type { Log } from './telemetry/log.ts'
import { pause } from './pause.ts'

/** The leader of a name is the node that holds its advisory lock. PostgreSQL frees the lock when the node dies. */
export type Leadership = {
  /** Tries to become and stay the leader of a name. */
  contend(name: string): void
  leads(name: string): boolean
  /** Gives up a name and its lock. */
  resign(name: string): Promise<void>
  /** Runs `work` after each election; `lost` aborts when the lead is lost. */
  whileLeader(name: string, work: (lost: AbortSignal) => Promise<void>): void
  start(): void
  stop(): Promise<void>
}

const CONTEST_EVERY_MS = 500

export function createLeadership(url: string, log: Log): Leadership {
  const names = new Set<string>()
  const held = new Map<string, AbortController>()
  const works: { readonly name: string; readonly work: (lost: AbortSignal) => Promise<void> }[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let client: pg.Client | null = null
  let loop: Promise<void> = Promise.resolve()

  function loseAll(): void {
    for (const lost of held.values()) lost.abort()
    held.clear()
    client = null
  }

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client
    const fresh = new pg.Client({ ...connectionSettings({ url, role: APP_ROLE }), connectionTimeoutMillis: 3000 })
    fresh.on('error', () => {})
    fresh.on('end', () => {
      if (client === fresh) loseAll()
    })
    await fresh.connect()
    return (client = fresh)
  }

  function startWork(name: string): void {
    const lost = new AbortController()
    held.set(name, lost)
    log.info({ lead: name }, 'this node is the leader')
    for (const { work } of works.filter((each) => each.name === name)) {
      const run = work(lost.signal)
        .catch((error: unknown) => log.error({ err: error, lead: name }, "the leader's work failed"))
        .finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function contest(): Promise<void> {
    const session = await connected()
    // This query also verifies that the connection, and with it every lock, still exists. A standby grants separate
    // locks, which would allow two leaders.
    const { rows } = await session.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) throw new Error('this is a standby')
    for (const name of names) {
      if (held.has(name)) continue
      const lock = await session.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [advisoryKey(name)])
      if (lock.rows[0]?.won) startWork(name)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await contest()
      } catch (error) {
        log.debug({ err: error }, 'could not contend for leadership')
        const dead = client
        loseAll()
        dead?.end().catch(() => {})
      }
      await pause(CONTEST_EVERY_MS, stopping.signal)
    }
  }

  return {
    contend: (name) => void names.add(name),
    leads: (name) => held.has(name),
    async resign(name) {
      names.delete(name)
      held.get(name)?.abort()
      if (held.delete(name)) await client?.query('select pg_advisory_unlock($1)', [advisoryKey(name)]).catch(() => {})
    },
    whileLeader(name, work) {
      names.add(name)
      works.push({ name, work })
    },
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
      for (const lost of held.values()) lost.abort()
      await Promise.all(running)
      const last = client
      loseAll()
      await last?.end().catch(() => {})
    },
  }
}

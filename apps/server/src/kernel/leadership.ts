import pg from 'pg'
import { advisoryKey } from './db/locks.ts'
import { APP_ROLE, connectionSettings } from './db/session.ts'
import type { Log } from './log.ts'
import { pause } from './pause.ts'

/** Who leads is who holds the advisory lock; when its node dies PostgreSQL frees the lock and another takes over. */
export type Leadership = {
  /** Takes part in the contest for a name. */
  contend(name: string): void
  leads(name: string): boolean
  /** Runs `work` while this node leads; `lost` aborts when it does no more. Started anew at each election. */
  whileLeader(name: string, work: (lost: AbortSignal) => Promise<void>): void
  start(): void
  stop(): Promise<void>
}

const TRY_EVERY_MS = 500

export function createLeadership(url: string, log: Log): Leadership {
  const names = new Set<string>()
  const held = new Map<string, AbortController>()
  const works: { name: string; work: (lost: AbortSignal) => Promise<void> }[] = []
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

  function elected(name: string): void {
    const lost = new AbortController()
    held.set(name, lost)
    log.info({ lead: name }, 'this node leads')
    for (const { work } of works.filter((each) => each.name === name)) {
      const run = work(lost.signal)
        .catch((error: unknown) => log.error({ err: error, lead: name }, "the leader's work failed"))
        .finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function turn(): Promise<void> {
    const session = await connected()
    // Also proves that the connection, and with it every lock, is still there.
    const {
      rows: [server],
    } = await session.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    // A standby gives locks too, of its own: two nodes would lead.
    if (server?.standby) throw new Error('this is a standby')
    for (const name of names) {
      if (held.has(name)) continue
      const { rows } = await session.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [
        advisoryKey(name),
      ])
      if (rows[0]?.won) elected(name)
    }
  }

  async function contest(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await turn()
      } catch (error) {
        log.debug({ err: error }, 'no contest for leadership')
        const dead = client
        loseAll()
        dead?.end().catch(() => {})
      }
      await pause(TRY_EVERY_MS, stopping.signal)
    }
  }

  return {
    contend: (name) => void names.add(name),
    leads: (name) => held.has(name),
    whileLeader(name, work) {
      names.add(name)
      works.push({ name, work })
    },
    start() {
      loop = contest()
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

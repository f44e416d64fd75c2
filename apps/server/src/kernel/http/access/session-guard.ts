import { hash } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Outbox, OutboxEvent } from '../../outbox/event.ts'
import type { Actor, Visitor } from './actor.ts'
import { SESSION_EVENTS, type SessionRow, type SessionStore } from '../../access/sessions.ts'

export type IdentifiedActor = { readonly actor: Actor } | { readonly refused: NonNullable<Visitor['refused']> }

export type LookupMode = 'fresh' | 'watch' | 'unattended'

export type SessionGuard = {
  /**
   * The holder of a session token. Unknown, ended and expired tokens belong to visitors. `fresh` bypasses the cache.
   * `watch` bypasses it too and does not count as use. `unattended` uses the cache and does not count as use.
   */
  identify(token: string | undefined, mode?: LookupMode): Promise<IdentifiedActor>
  demandsSecondFactor(): boolean
}

type CachedSession = {
  readonly row: SessionRow
  readonly readAtMs: number
  /** The row was read for a request that counts as use and renews the session. */
  readonly isUsed: boolean
}

const VISITOR: IdentifiedActor = { actor: { kind: 'visitor' } }
const MAX_CACHED = 50_000
const MAX_TOKEN_LENGTH = 200
/**
 * Maximum reads for one lookup. A session end during a read repeats the read, so frequent ends could repeat it forever.
 */
const MAX_READS = 3

export function createSessionGuard(
  store: SessionStore,
  outbox: Pick<Outbox, 'onCommit' | 'subscribe' | 'currentSince'>,
  clock: Clock,
): SessionGuard {
  const cached = new Map<string, CachedSession>()
  const keysOfUser = new Map<string, Set<string>>()
  let drops = 0

  function dropChanged(events: readonly OutboxEvent[]): void {
    for (const event of events) if (SESSION_EVENTS.has(event.type)) dropUser(event.userId)
  }
  // Changes made on this node apply before their request is answered. Changes of other nodes arrive with the relay.
  outbox.onCommit(dropChanged)
  outbox.subscribe(({ events }) => dropChanged(events))

  function dropUser(userId: string | undefined): void {
    drops++
    if (userId === undefined) {
      cached.clear()
      keysOfUser.clear()
      return
    }
    for (const key of keysOfUser.get(userId) ?? []) cached.delete(key)
    keysOfUser.delete(userId)
  }

  function cache(key: string, session: CachedSession): void {
    const { row } = session
    if (cached.size >= MAX_CACHED) evictOldest()
    cached.set(key, session)
    const keys = keysOfUser.get(row.userId)
    if (keys === undefined) keysOfUser.set(row.userId, new Set([key]))
    else keys.add(key)
  }

  function evictOldest(): void {
    const oldest = cached.entries().next().value
    if (oldest === undefined) return
    const [key, { row }] = oldest
    cached.delete(key)
    const keys = keysOfUser.get(row.userId)
    keys?.delete(key)
    if (keys?.size === 0) keysOfUser.delete(row.userId)
  }

  function findCached(key: string, mode: LookupMode | undefined): SessionRow | null {
    if (mode === 'watch' || mode === 'fresh') return null
    const session = cached.get(key)
    // The row was read before or while the relay was late, so the event that ended the session may be missing.
    if (session === undefined || session.readAtMs < outbox.currentSince()) return null
    // Read the session again if it has expired or was cached by a background request, because use renews a session.
    const isValid = session.row.expiresAt > clock.now() && (session.isUsed || mode === 'unattended')
    return isValid ? session.row : null
  }

  async function find(key: string, mode: LookupMode | undefined): Promise<SessionRow | null> {
    if (mode === 'watch') return store.find(Buffer.from(key, 'base64'), mode)
    const countsAsUse = mode !== 'unattended'
    for (let read = 1; ; read++) {
      const dropsBefore = drops
      const readAtMs = performance.now()
      const row = await store.find(Buffer.from(key, 'base64'), countsAsUse ? undefined : 'watch')
      if (row === null) return null
      // A session that ended during the read must be neither cached nor accepted, because its end is reported
      // only once.
      if (drops === dropsBefore) cache(key, { row, readAtMs, isUsed: countsAsUse })
      if (drops === dropsBefore || read === MAX_READS) return row
    }
  }

  return {
    demandsSecondFactor: () => store.demandsSecondFactor?.() ?? false,

    async identify(token, mode) {
      if (token === undefined || token === '' || token.length > MAX_TOKEN_LENGTH) return VISITOR
      const key = hash('sha256', token, 'base64')
      const row = findCached(key, mode) ?? (await find(key, mode))
      if (row === null || row.expiresAt <= clock.now()) return VISITOR
      switch (row.accountStatus) {
        case 'active':
          return { actor: actorOf(row) }
        case 'suspended':
          return { refused: 'ACCOUNT_SUSPENDED' }
        case 'banned':
          return { refused: 'ACCOUNT_BANNED' }
      }
    },
  }
}

const actorOf = ({ role, userId, sessionId, staff }: SessionRow): Actor => ({
  kind: role,
  userId,
  sessionId,
  ...(staff === undefined ? {} : { staff }),
})

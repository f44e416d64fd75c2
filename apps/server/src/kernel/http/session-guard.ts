import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/event.ts'
import { SESSION_EVENTS, type Actor, type SessionRow, type SessionStore, type Visitor } from './actor.ts'

export type Entry = { readonly actor: Actor } | { readonly refused: NonNullable<Visitor['refused']> }

export type Entering = 'anew' | 'watch' | 'unattended'

export type SessionGuard = {
  /** Who holds a session token. Unknown, ended and expired ones are visitors. `anew`: whatever is cached; `watch`: so too, and not as its use; `unattended`: as ever, and not as its use. */
  enter(token: string | undefined, how?: Entering): Promise<Entry>
  demandsSecondFactor(): boolean
}

const VISITOR: Entry = { actor: { kind: 'visitor' } }
/** Rule 12: what is cached counts only while the relay would have told us of its end. */
const RECEIVED_WITHIN_MS = 500
const MOST_CACHED = 50_000
const LONGEST_TOKEN = 200
/** While sessions end all the time one cannot wait for a moment in which none does. */
const MOST_LOOKS = 3

export function createSessionGuard(
  store: SessionStore,
  outbox: Pick<Outbox, 'subscribe' | 'receivedWithin'>,
  clock: Clock,
): SessionGuard {
  /** `isUsed`: the row was read for a use of its session, which renews it. */
  const cached = new Map<string, { readonly row: SessionRow; readonly isUsed: boolean }>()
  const keysOfUser = new Map<string, Set<string>>()
  let drops = 0

  outbox.subscribe(({ events }) => {
    for (const event of events) if (SESSION_EVENTS.has(event.type)) dropUser(event.userId)
  })

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

  function keep(key: string, row: SessionRow, isUsed: boolean): void {
    if (cached.size >= MOST_CACHED) forgetOldest()
    cached.set(key, { row, isUsed })
    const keys = keysOfUser.get(row.userId)
    if (keys === undefined) keysOfUser.set(row.userId, new Set([key]))
    else keys.add(key)
  }

  function forgetOldest(): void {
    const oldest = cached.entries().next().value
    if (oldest === undefined) return
    const [key, { row }] = oldest
    cached.delete(key)
    const keys = keysOfUser.get(row.userId)
    keys?.delete(key)
    if (keys?.size === 0) keysOfUser.delete(row.userId)
  }

  function recall(key: string, how: Entering | undefined): SessionRow | null {
    if (how === 'watch' || how === 'anew' || !outbox.receivedWithin(RECEIVED_WITHIN_MS)) return null
    const known = cached.get(key)
    // Past its time, or where nobody has used it yet, it is asked for again: sessions are renewed while in use (AUTH-76).
    const counts = known !== undefined && known.row.expiresAt > clock.now() && (known.isUsed || how === 'unattended')
    return counts ? known.row : null
  }

  async function find(key: string, how: Entering | undefined): Promise<SessionRow | null> {
    if (how === 'watch') return store.find(Buffer.from(key, 'base64'), how)
    const isUse = how !== 'unattended'
    for (let look = 1; ; look++) {
      const dropsBefore = drops
      const row = await store.find(Buffer.from(key, 'base64'), isUse ? undefined : 'watch')
      if (row === null) return null
      // One that ended while we read it must not be kept, nor let in: the end is told once.
      if (drops === dropsBefore) keep(key, row, isUse)
      if (drops === dropsBefore || look === MOST_LOOKS) return row
    }
  }

  return {
    demandsSecondFactor: () => store.demandsSecondFactor?.() ?? false,

    async enter(token, how) {
      if (token === undefined || token === '' || token.length > LONGEST_TOKEN) return VISITOR
      const key = hash('sha256', token, 'base64')
      const row = recall(key, how) ?? (await find(key, how))
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

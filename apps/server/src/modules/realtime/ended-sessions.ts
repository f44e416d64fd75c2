/**
 * Sessions that ended on this node a short time ago. A request may be authorised before its session ends and open its
 * stream afterwards, when the end has already been published.
 */
export type EndedSessions = {
  /** `sessionId` is undefined if all sessions of the player ended. */
  note(userId: string, sessionId: string | undefined, reason: string, now: Date): void
  /** Why a session ended since a request was received; null if it did not. */
  reasonSince(userId: string, sessionId: string | null, receivedAt: Date): string | null
}

/** How long an ended session is stored: longer than any request takes from its receipt to its stream. */
const STORED_MS = 60_000
const MAX_ENTRIES = 10_000

type Entry = { readonly sessionId: string | undefined; readonly reason: string; readonly at: Date }

export function createEndedSessions(): EndedSessions {
  const byUser = new Map<string, Entry[]>()

  function forget(now: Date): void {
    for (const [userId, entries] of byUser) {
      const last = entries.at(-1)
      if (byUser.size <= MAX_ENTRIES && last !== undefined && now.getTime() - last.at.getTime() < STORED_MS) return
      byUser.delete(userId)
    }
  }

  return {
    note(userId, sessionId, reason, now) {
      const entries = byUser.get(userId) ?? []
      // Entries are in the order of their last end, so that the oldest are first.
      byUser.delete(userId)
      byUser.set(userId, [...entries.slice(-9), { sessionId, reason, at: now }])
      forget(now)
    },
    reasonSince(userId, sessionId, receivedAt) {
      const ended = byUser
        .get(userId)
        ?.find((entry) => entry.at >= receivedAt && (entry.sessionId === undefined || entry.sessionId === sessionId))
      return ended?.reason ?? null
    },
  }
}

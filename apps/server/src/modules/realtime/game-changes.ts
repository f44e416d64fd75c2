import type { StreamCursor } from './cursor.ts'

/**
 * The games that changed recently, by cursor. Prices change without outbox events, so a cursor has a time as well as a
 * position. A resuming client gets the current state of each game changed since its cursor, or a reset if the cursor is
 * older than the oldest entry.
 */
export type GameChanges = {
  /** Changes from this position on are recorded. Only the first call counts. */
  beginAt(position: number): void
  note(cursor: StreamCursor, changed: ChangedGames): void
  /** Null if the cursor is too old. */
  since(cursor: StreamCursor): ChangedGames | null
}

/** `full`: any change. `prices`: only the prices changed. */
export type ChangedGames = { readonly full: readonly string[]; readonly prices: readonly string[] }

const MAX_ENTRIES = 2_000
/** Clocks of nodes may differ by this much; a client that switches nodes may receive a change twice. */
const DISAGREEMENT_MS = 2_000

export function createGameChanges(): GameChanges {
  const notes: { readonly cursor: StreamCursor; readonly changed: ChangedGames }[] = []
  let knownFrom: number | null = null
  /** Other entries with the same position may remain, so only later positions are complete. */
  function forgetOldest(): void {
    const forgotten = notes.shift()
    if (forgotten !== undefined) knownFrom = forgotten.cursor.position + 1
  }

  return {
    beginAt: (position) => void (knownFrom ??= position),
    note(cursor, changed) {
      notes.push({ cursor, changed })
      if (notes.length > MAX_ENTRIES) forgetOldest()
    },
    since({ position, atMs }) {
      if (knownFrom === null || position < knownFrom) return null
      const from = atMs === null ? Number.NEGATIVE_INFINITY : atMs - DISAGREEMENT_MS
      const missed = notes.filter(
        ({ cursor }) => cursor.position > position || (cursor.position === position && (cursor.atMs ?? from) >= from),
      )
      const full = new Set(missed.flatMap(({ changed }) => changed.full))
      const prices = new Set(missed.flatMap(({ changed }) => changed.prices))
      return { full: [...full], prices: [...prices].filter((id) => !full.has(id)) }
    },
  }
}

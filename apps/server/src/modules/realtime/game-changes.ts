/**
 * Which games changed lately, by the position of the outbox at that time: a client that resumes gets the games that
 * changed since, each once, as they are now. Bounded; what it has forgotten is answered with a reset.
 */
export type GameChanges = {
  /** Every change from this position on will be noted; the first word counts. */
  beginAt(position: number): void
  note(position: number, gameIds: readonly string[]): void
  /** null: too long ago to know. */
  since(position: number): readonly string[] | null
}

const MOST_NOTES = 2_000

export function createGameChanges(): GameChanges {
  const notes: { readonly position: number; readonly gameIds: readonly string[] }[] = []
  let knownFrom: number | null = null
  /** Others of the same place may be known still: who resumes from there has missed the forgotten one. */
  function forgetOldest(): void {
    const forgotten = notes.shift()
    if (forgotten !== undefined) knownFrom = forgotten.position + 1
  }

  return {
    beginAt: (position) => void (knownFrom ??= position),
    note(position, gameIds) {
      notes.push({ position, gameIds })
      if (notes.length > MOST_NOTES) forgetOldest()
    },
    since(position) {
      if (knownFrom === null || position < knownFrom) return null
      return [...new Set(notes.filter((note) => note.position >= position).flatMap((note) => note.gameIds))]
    },
  }
}

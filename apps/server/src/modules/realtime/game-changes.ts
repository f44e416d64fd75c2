import type { Place } from './place.ts'

/**
 * Which games changed lately, by the position of the outbox at that time and the time itself, for prices move while
 * nothing happens: a client that resumes gets the games that changed since, each once, as they are now. Bounded; what it
 * has forgotten is answered with a reset.
 */
export type GameChanges = {
  /** Every change from this position on will be noted; the first word counts. */
  beginAt(position: number): void
  note(place: Place, changed: ChangedGames): void
  /** null: too long ago to know. */
  since(place: Place): ChangedGames | null
}

/** Ids of games of which anything moved, and of those of which the prices did and nothing else. */
export type ChangedGames = { readonly full: readonly string[]; readonly prices: readonly string[] }

const MOST_NOTES = 2_000
/** Of one position: nodes do not agree on the time to the millisecond, and who comes from another one is told a little again. */
const DISAGREEMENT_MS = 2_000

export function createGameChanges(): GameChanges {
  const notes: { readonly place: Place; readonly changed: ChangedGames }[] = []
  let knownFrom: number | null = null
  /** Others of the same place may be known still: who resumes from there has missed the forgotten one. */
  function forgetOldest(): void {
    const forgotten = notes.shift()
    if (forgotten !== undefined) knownFrom = forgotten.place.position + 1
  }

  return {
    beginAt: (position) => void (knownFrom ??= position),
    note(place, changed) {
      notes.push({ place, changed })
      if (notes.length > MOST_NOTES) forgetOldest()
    },
    since({ position, atMs }) {
      if (knownFrom === null || position < knownFrom) return null
      const from = atMs === null ? Number.NEGATIVE_INFINITY : atMs - DISAGREEMENT_MS
      const missed = notes.filter(
        ({ place }) => place.position > position || (place.position === position && (place.atMs ?? from) >= from),
      )
      const full = new Set(missed.flatMap(({ changed }) => changed.full))
      const prices = new Set(missed.flatMap(({ changed }) => changed.prices))
      return { full: [...full], prices: [...prices].filter((id) => !full.has(id)) }
    },
  }
}

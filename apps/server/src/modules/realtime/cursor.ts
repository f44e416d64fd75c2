import type { Kernel } from '../../kernel/kernel.ts'

/**
 * A point in the event stream: an outbox position, and when a frame was sent there; null if only the position is known.
 */
export type StreamCursor = { readonly position: number; readonly atMs: number | null }

const FORM = /^(\d{1,15})(?:\.([0-9a-z]{1,10}))?$/

/** Real time: tests and demos may move the business clock. */
const nowMs = (): number => Math.floor(performance.timeOrigin + performance.now())

export const cursorAt = (position: number): StreamCursor => ({ position, atMs: nowMs() })

/** Whether a stream at `from` missed an event published at `published`. */
export const isBefore = (from: StreamCursor, published: StreamCursor | null): boolean =>
  published !== null &&
  (from.position < published.position || (from.atMs !== null && published.atMs !== null && from.atMs < published.atMs))

/** Formats a cursor as an event id: `writeCursor({position: 7, atMs: 36})` → "7.10" */
export const writeCursor = ({ position, atMs }: StreamCursor): string =>
  atMs === null ? String(position) : `${position}.${atMs.toString(36)}`

/** Parses an event id; null if the text is not an id that we issued. */
export function readCursor(text: unknown): StreamCursor | null {
  const [, position, atMs] = (typeof text === 'string' ? FORM.exec(text) : null) ?? []
  if (position === undefined) return null
  return { position: Number(position), atMs: atMs === undefined ? null : parseInt(atMs, 36) }
}

export type SendQueue = ReturnType<typeof createSendQueue>

/** The version of a frame that is sent now. Clients resume from the version that they received last. */
export const versionAt = (position: number): string => writeCursor(cursorAt(position))

/** Sends frames in the order of the events that cause them, and tracks the position of the last sent event. */
export function createSendQueue({ outbox, log }: Pick<Kernel, 'log' | 'outbox'>) {
  /** Every event up to this position was sent; no frame has a later id. Null before the first event. */
  let sentUpTo: number | null = null
  let last: Promise<void> = Promise.resolve()
  const warn = (error: unknown): void => log.warn({ err: error }, 'live updates were not sent')

  return {
    warn,
    currentPosition: (): number => sentUpTo ?? outbox.position(),
    beginAt: (position: number): void => void (sentUpTo ??= position),
    reached: (position: number): void => void (sentUpTo = position),
    inOrder(work: () => Promise<void>): Promise<void> {
      last = last.then(work).catch(warn)
      return last
    },
  }
}

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

import type { Sql } from './db/sql.ts'

/**
 * How far the database's clock is ahead of this machine's. Nodes that judge moments against each other stamp them by
 * their own clock and correct by this; one that does not know it well enough must not judge.
 */
export type ClockOffset = {
  measure(): Promise<void>
  /** Milliseconds; null while it is not known to `withinMs`. */
  offsetMs(): number | null
}

const TRIES = 5
/** Two clocks that nothing holds together drift apart by less than this. */
const DRIFT = 0.0001
const FORGOTTEN_AFTER_MS = 60_000

type Measure = {
  readonly offsetMs: number
  readonly errorMs: number
  readonly atMs: number
  /** Of the wall clock before the one that nobody sets. */
  readonly wallAheadMs: number
}

export function createClockOffset(
  sql: Sql,
  withinMs: number,
  times = { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
): ClockOffset {
  let known: Measure | null = null

  const wallAheadMs = (): number => times.wallMs() - times.monotonicMs()

  async function ask(): Promise<Measure> {
    const before = times.monotonicMs()
    const wallBefore = times.wallMs()
    const [row] = await sql.query<{ ms: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::text as ms`,
      [],
      'clock-offset',
    )
    const atMs = times.monotonicMs()
    const half = (atMs - before) / 2
    // The answer was made somewhere between: the middle is wrong by half of the way at most, and by our clock's last digit.
    const offsetMs = Number(row?.ms) - (wallBefore + half)
    return { offsetMs, errorMs: half + 1, atMs, wallAheadMs: wallBefore - before }
  }

  return {
    async measure() {
      const tries = []
      for (let at = 0; at < TRIES; at++) tries.push(await ask())
      const best = tries.reduce((a, b) => (b.errorMs < a.errorMs ? b : a))
      if (best.errorMs <= withinMs || known === null) known = best
    },
    offsetMs() {
      if (known === null) return null
      const ageMs = times.monotonicMs() - known.atMs
      // Somebody has set this machine's clock since, or the machine has slept: what was measured holds no more.
      const setByMs = Math.abs(wallAheadMs() - known.wallAheadMs)
      const errorMs = known.errorMs + ageMs * DRIFT + setByMs
      return ageMs <= FORGOTTEN_AFTER_MS && errorMs <= withinMs ? known.offsetMs : null
    },
  }
}

import { sql } from 'kysely'
import { statement } from './db/query.ts'
import type { Sql } from './db/sql.ts'

/**
 * The difference between the database's clock and this machine's clock. Nodes that compare timestamps correct them by
 * this offset. A node with an unknown or imprecise offset must not compare timestamps.
 */
export type ClockOffset = {
  measure(): Promise<void>
  /** Milliseconds to add to this machine's time; null unless the error is at most `withinMs`. */
  offsetMs(): number | null
}

const SAMPLES = 5
/** Upper bound of the drift between two unsynchronised clocks. */
const DRIFT = 0.0001
const MAX_AGE_MS = 60_000

type Sample = {
  readonly offsetMs: number
  readonly errorMs: number
  readonly atMs: number
  /** Wall clock minus monotonic clock. A change means that someone set the wall clock. */
  readonly wallAheadMs: number
}

export function createClockOffset(
  db: Sql,
  withinMs: number,
  times = { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
): ClockOffset {
  let best: Sample | null = null

  async function sample(): Promise<Sample> {
    const before = times.monotonicMs()
    const wallBefore = times.wallMs()
    const databaseAtMs = await databaseMs(db)
    const atMs = times.monotonicMs()
    const halfMs = (atMs - before) / 2
    // The database read its clock during the round trip. Assuming the middle is wrong by at most half of the round
    // trip, plus one millisecond for the precision of our clock.
    const offsetMs = databaseAtMs - (wallBefore + halfMs)
    return { offsetMs, errorMs: halfMs + 1, atMs, wallAheadMs: wallBefore - before }
  }

  return {
    async measure() {
      const samples = []
      for (let at = 0; at < SAMPLES; at++) samples.push(await sample())
      const quickest = samples.reduce((a, b) => (b.errorMs < a.errorMs ? b : a))
      if (quickest.errorMs <= withinMs || best === null) best = quickest
    },
    offsetMs() {
      if (best === null) return null
      const ageMs = times.monotonicMs() - best.atMs
      // The wall clock was set after the sample, or the machine slept.
      const setByMs = Math.abs(times.wallMs() - times.monotonicMs() - best.wallAheadMs)
      const errorMs = best.errorMs + ageMs * DRIFT + setByMs
      return ageMs <= MAX_AGE_MS && errorMs <= withinMs ? best.offsetMs : null
    },
  }
}

const clockReading = statement(
  () => sql<{ ms: string }>`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`,
)

const databaseMs = async (db: Sql): Promise<number> => Number((await db.first(clockReading({})))?.ms)

/** If a round trip is at most this long and shows no difference, the clocks count as equal. */
const QUICK_MS = 200

/**
 * The minimum and maximum lead of the database's clock over this machine's clock, measured in one round trip. The
 * caller uses the bound that is safe for its comparison.
 */
export async function databaseAhead(db: Sql): Promise<{ readonly leastMs: number; readonly mostMs: number }> {
  const before = Date.now()
  const at = await databaseMs(db)
  // `Date.now()` is truncated to milliseconds, so add one.
  const after = Date.now() + 1
  if (before <= at && at <= after && after - before <= QUICK_MS) return { leastMs: 0, mostMs: 0 }
  return { leastMs: Math.floor(at - after), mostMs: Math.ceil(at - before) }
}

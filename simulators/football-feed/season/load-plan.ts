import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { CsvRow } from './csv.ts'
import type { Match } from './match.ts'
import { hashOf } from './random.ts'
import { readRecordedRow } from './recorded-row.ts'

/** Loaded matches without an id get ids above the ids of scheduled matches. */
const FIRST_LOADED_ID = 2_000_000_000
const LOADED_IDS = 147_000_000

/** Matches to play, with their times. */
export interface LoadPlan {
  /** Lines of a recorded season, with optional `match_id` and `kickoff`. */
  readonly rows: readonly CsvRow[]
  /** Seconds from now to the first kick-off. If undefined, each row's own `kickoff` applies. */
  readonly kickoffInSeconds: number | undefined
  /** Seconds from the first kick-off to the last. */
  readonly spreadSeconds: number
  readonly speed: number
  readonly hasAlerts: boolean
}

/** Rounds up to a whole minute: the wire format has no seconds, and a kick-off must not be published too early. */
export const ceilToMinute = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS

/** The matches of a plan, or the error of its first invalid row. */
export const planMatches = (
  plan: LoadPlan,
  nowMs: number,
): { readonly matches: Match[] } | { readonly invalidRow: string } => {
  const matches: Match[] = []
  const usedIds = new Set<string>()
  for (const [at, row] of plan.rows.entries()) {
    const read = readRecordedRow(row)
    if ('invalidRow' in read) return { invalidRow: `row ${at + 1}: ${read.invalidRow}` }
    const kickoffMs = kickoffOf(plan, row, at, nowMs)
    if (kickoffMs === undefined) return { invalidRow: `row ${at + 1}: neither kickoffInSeconds nor a kickoff` }
    const id =
      row['match_id'] === undefined || row['match_id'] === ''
        ? freeId(`${read.seed}/${kickoffMs}`, usedIds)
        : row['match_id']
    if (usedIds.has(id)) return { invalidRow: `row ${at + 1}: match_id ${id} is used twice` }
    usedIds.add(id)
    matches.push({ ...read, id, kickoffMs, speed: plan.speed, hasAlerts: plan.hasAlerts })
  }
  return { matches }
}

const kickoffOf = (plan: LoadPlan, row: CsvRow, at: number, nowMs: number): number | undefined => {
  if (plan.kickoffInSeconds !== undefined) {
    const share = plan.rows.length < 2 ? 0 : at / (plan.rows.length - 1)
    return ceilToMinute(nowMs + (plan.kickoffInSeconds + plan.spreadSeconds * share) * 1000)
  }
  const stated = Date.parse(row['kickoff'] ?? '')
  return Number.isNaN(stated) ? undefined : ceilToMinute(stated)
}

const freeId = (text: string, usedIds: ReadonlySet<string>): string => {
  let offset = hashOf(text) % LOADED_IDS
  while (usedIds.has(String(FIRST_LOADED_ID + offset))) offset = (offset + 1) % LOADED_IDS
  return String(FIRST_LOADED_ID + offset)
}

import { err, ok, type Result } from '../result.ts'
import { addMonths } from '../time/kampala.ts'
import { HOUR_MS } from '../time/durations.ts'

/** The possible lengths (PLAY-03). Hours are exact. Months end at the same time of day. */
export const EXCLUSION_LENGTHS = {
  '24h': { kind: 'time-out', name: '24 hours', hours: 24 },
  '7d': { kind: 'time-out', name: '7 days', hours: 7 * 24 },
  '30d': { kind: 'time-out', name: '30 days', hours: 30 * 24 },
  '6m': { kind: 'exclusion', name: '6 months', months: 6 },
  '1y': { kind: 'exclusion', name: '1 year', months: 12 },
  '2y': { kind: 'exclusion', name: '2 years', months: 24 },
  '5y': { kind: 'exclusion', name: '5 years', months: 60 },
} as const satisfies Record<string, { kind: ExclusionKind; name: string } & ({ hours: number } | { months: number })>

export type ExclusionKind = 'time-out' | 'exclusion'
export type ExclusionLength = keyof typeof EXCLUSION_LENGTHS
export const EXCLUSION_LENGTH_IDS = ['24h', '7d', '30d', '6m', '1y', '2y', '5y'] as const satisfies ExclusionLength[]

export type Exclusion = { readonly kind: ExclusionKind; readonly from: Date; readonly until: Date }

/** The end of a period that starts now. `endOf('24h', now)` → the same time tomorrow */
export function endOf(length: ExclusionLength, now: Date): Date {
  const chosen = EXCLUSION_LENGTHS[length]
  return 'hours' in chosen ? new Date(now.getTime() + chosen.hours * HOUR_MS) : addMonths(now, chosen.months)
}

/** Returns whether betting and deposits are blocked. */
export const isExcluded = <E extends Pick<Exclusion, 'until'>>(exclusion: E | null, now: Date): exclusion is E =>
  exclusion !== null && now < exclusion.until

/**
 * Starts a time-out or self-exclusion, or extends a running one. Returns ENDS_EARLIER unless the new end is after that
 * of the running one. An extended self-exclusion stays a self-exclusion.
 */
export function exclude(
  running: Exclusion | null,
  length: ExclusionLength,
  now: Date,
): Result<Exclusion, 'ENDS_EARLIER'> {
  const until = endOf(length, now)
  if (!isExcluded(running, now)) return ok({ kind: EXCLUSION_LENGTHS[length].kind, from: now, until })
  if (until <= running.until) return err('ENDS_EARLIER')
  const kind = running.kind === 'exclusion' ? 'exclusion' : EXCLUSION_LENGTHS[length].kind
  return ok({ kind, from: running.from, until })
}

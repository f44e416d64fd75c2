import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { floorMod } from './random.ts'

const DAY_MINUTES = 24 * 60
/** Match numbers count from this slot, so that they stay small. */
const EPOCH_MINUTE = Date.UTC(2026, 0, 1) / MINUTE_MS
/** The schedule has no matches before this time. */
const FIRST_MINUTE = Date.UTC(2020, 0, 1) / MINUTE_MS
const LAST_MINUTE = Date.UTC(2150, 0, 1) / MINUTE_MS
/** The shortest match: two halves, the break, and minimum stoppage. */
const MIN_MATCH_MINUTES = 103
const SHOWN_AHEAD = 72
const SHOWN_BEHIND = 2_000
/** At most this many matches of a slot are announced a week ahead. */
const ANNOUNCED_PER_SLOT = 3

/**
 * The rate of kick-offs: `perSlot` matches every `slotMinutes` minutes, on whole minutes, because the wire format
 * has no seconds.
 */
export interface Pace {
  readonly slotMinutes: number
  readonly perSlot: number
  readonly aheadMinutes: number
  readonly behindMinutes: number
}

/** A position in the schedule. */
export interface Place {
  readonly ordinal: number
  readonly number: number
  readonly kickoffMs: number
}

/**
 * The pace at which at least six matches are live and six start within fifteen minutes at any moment (D58). Above a
 * speed of 100 a match takes less than a minute, so there may be moments without a live match.
 */
export const paceFor = (speed: number): Pace => {
  const matchMinutes = MIN_MATCH_MINUTES / speed
  const slotMinutes = matchMinutes >= 10 ? 5 : 1
  const slotsLive = Math.max(1, Math.floor(matchMinutes / slotMinutes))
  const perSlot = Math.max(2, Math.ceil(6 / slotsLive), Math.ceil(6 / Math.floor(15 / slotMinutes)))
  const perMinute = perSlot / slotMinutes
  return {
    slotMinutes,
    perSlot,
    aheadMinutes: Math.max(20, Math.min(120, Math.floor(SHOWN_AHEAD / perMinute))),
    behindMinutes: Math.min(2 * DAY_MINUTES, Math.floor(SHOWN_BEHIND / perMinute)),
  }
}

const placesOfSlot = (pace: Pace, minute: number): Place[] =>
  Array.from({ length: pace.perSlot }, (_, at) => ({
    ordinal: ((minute - EPOCH_MINUTE) / pace.slotMinutes) * pace.perSlot + at,
    number: minute * 10 + at,
    kickoffMs: minute * MINUTE_MS,
  }))

const slotAtOrBefore = (pace: Pace, ms: number): number => {
  const minute = Math.floor(ms / MINUTE_MS)
  return minute - floorMod(minute, pace.slotMinutes)
}

/**
 * All matches listed at a moment: of the last two days and the next hours, and announced matches of the coming week.
 */
export const placesListed = (
  pace: Pace,
  nowMs: number,
  windowMs: { readonly fromMs: number; readonly toMs: number },
): Place[] => {
  const nowMinute = nowMs / MINUTE_MS
  const first = Math.max(windowMs.fromMs / MINUTE_MS, nowMinute - pace.behindMinutes)
  const last = Math.min(windowMs.toMs / MINUTE_MS, nowMinute + 7 * DAY_MINUTES)
  const places: Place[] = []
  for (let minute = slotAtOrBefore(pace, first * MINUTE_MS); minute <= last; minute += pace.slotMinutes) {
    if (minute < first) continue
    const slot = placesOfSlot(pace, minute)
    if (minute <= nowMinute + pace.aheadMinutes) places.push(...slot)
    else if (isAnnounced(minute)) places.push(...slot.slice(0, ANNOUNCED_PER_SLOT))
  }
  return places
}

/** Usual kick-off hours (UTC): afternoons and evenings, longer at the weekend. */
const isAnnounced = (minute: number): boolean => {
  if (floorMod(minute, 60) !== 0) return false
  const at = new Date(minute * MINUTE_MS)
  const weekend = at.getUTCDay() === 0 || at.getUTCDay() === 6
  return weekend
    ? at.getUTCHours() >= 11 && at.getUTCHours() <= 19
    : at.getUTCHours() === 13 || (at.getUTCHours() >= 15 && at.getUTCHours() <= 19)
}

/** The schedule position of a match number; undefined if there is no such match. */
export const placeNumbered = (pace: Pace, number: number): Place | undefined => {
  const minute = Math.floor(number / 10)
  if (minute < FIRST_MINUTE || minute > LAST_MINUTE || minute !== slotAtOrBefore(pace, minute * MINUTE_MS))
    return undefined
  return placesOfSlot(pace, minute)[number % 10]
}

/** Matches that have kicked off, latest first, at most `limit`. */
export function* placesBefore(pace: Pace, nowMs: number, limit: number): Generator<Place> {
  let left = limit
  for (let minute = slotAtOrBefore(pace, nowMs); left > 0; minute -= pace.slotMinutes) {
    for (const place of placesOfSlot(pace, minute).reverse()) {
      if (left === 0) return
      left -= 1
      yield place
    }
  }
}

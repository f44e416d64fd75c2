import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Hours } from './match.ts'
import { floorMod } from './random.ts'

const DAY_MINUTES = 24 * 60
/** Positions and days count from this time, so that their numbers stay small. */
const EPOCH_MINUTE = Date.UTC(2026, 0, 1) / MINUTE_MS
/** The schedule has no matches before this time. */
const FIRST_MINUTE = Date.UTC(2020, 0, 1) / MINUTE_MS
const LAST_MINUTE = Date.UTC(2150, 0, 1) / MINUTE_MS
/** The shortest match: two halves, the break, and minimum stoppage. */
const MIN_MATCH_MINUTES = 103
const LISTED_MATCHES_AHEAD = 72
const LISTED_MATCHES_BEHIND = 2_000
/** At most this many matches of a slot are announced days ahead. */
const ANNOUNCED_PER_SLOT = 3
/** Matches at usual hours are announced completely for this time, and beyond it on full hours only. */
const ANNOUNCED_MINUTES = 2 * DAY_MINUTES
/** Days are those of Kampala, so that no club plays twice in a day. */
const KAMPALA_MINUTES = 3 * 60
/** The first and the last kick-off of the leagues with usual hours, in minutes of the day in Kampala. */
const USUAL_HOURS: Readonly<Record<Hours, readonly [number, number]>> = {
  afternoon: [15 * 60, 18 * 60 + 29],
  evening: [18 * 60 + 30, 22 * 60 + 29],
}

/**
 * The rate of kick-offs: `perSlot` matches every `slotMinutes` minutes, on whole minutes, because the wire format
 * has no seconds.
 */
export interface KickoffRate {
  readonly slotMinutes: number
  readonly perSlot: number
  readonly aheadMinutes: number
  readonly behindMinutes: number
}

/** A position in the schedule. */
export interface ScheduleEntry {
  readonly position: number
  readonly indexOfDay: number
  readonly number: number
  readonly kickoffMs: number
}

/**
 * The rate at which at least six matches are live and six start within fifteen minutes at any moment (D58). Above a
 * speed of 100 a match takes less than a minute, so there may be moments without a live match.
 */
export const kickoffRateFor = (speed: number): KickoffRate => {
  const matchMinutes = MIN_MATCH_MINUTES / speed
  const slotMinutes = matchMinutes >= 10 ? 5 : 1
  const slotsLive = Math.max(1, Math.floor(matchMinutes / slotMinutes))
  const perSlot = Math.max(2, Math.ceil(6 / slotsLive), Math.ceil(6 / Math.floor(15 / slotMinutes)))
  const perMinute = perSlot / slotMinutes
  return {
    slotMinutes,
    perSlot,
    aheadMinutes: Math.max(20, Math.min(120, Math.floor(LISTED_MATCHES_AHEAD / perMinute))),
    behindMinutes: Math.min(2 * DAY_MINUTES, Math.floor(LISTED_MATCHES_BEHIND / perMinute)),
  }
}

const entriesOfSlot = (rate: KickoffRate, minute: number): ScheduleEntry[] =>
  Array.from({ length: rate.perSlot }, (_, at) => ({
    position: ((minute - EPOCH_MINUTE) / rate.slotMinutes) * rate.perSlot + at,
    indexOfDay: (minuteOfDay(minute) / rate.slotMinutes) * rate.perSlot + at,
    number: minute * 10 + at,
    kickoffMs: minute * MINUTE_MS,
  }))

const minuteOfDay = (minute: number): number => floorMod(minute + KAMPALA_MINUTES, DAY_MINUTES)

/** The number of a day in Kampala. */
export const dayOf = (ms: number): number => Math.floor((ms / MINUTE_MS + KAMPALA_MINUTES - EPOCH_MINUTE) / DAY_MINUTES)

export const slotsOfDay = ({ slotMinutes }: KickoffRate): number => DAY_MINUTES / slotMinutes

/**
 * Which leagues with usual hours have kick-offs at a minute of the day. They kick off every 15 minutes, or every ten
 * minutes with fewer than three matches per slot, so that all matches of a round fit into the same hours.
 */
export function hoursOf({ perSlot }: KickoffRate, minute: number): Hours | undefined {
  if (minute % (perSlot < 3 ? 10 : 15) !== 0) return undefined
  return (['afternoon', 'evening'] as const).find((hours) => {
    const [first, last] = USUAL_HOURS[hours]
    return minute >= first && minute <= last
  })
}

const slotAtOrBefore = (rate: KickoffRate, ms: number): number => {
  const minute = Math.floor(ms / MINUTE_MS)
  return minute - floorMod(minute, rate.slotMinutes)
}

/**
 * All matches listed at a moment: those of the last two days and the next hours, and for the coming week those of the
 * leagues with usual hours.
 */
export const listedEntries = (
  rate: KickoffRate,
  nowMs: number,
  windowMs: { readonly fromMs: number; readonly toMs: number },
): ScheduleEntry[] => {
  const nowMinute = nowMs / MINUTE_MS
  const first = Math.max(windowMs.fromMs / MINUTE_MS, nowMinute - rate.behindMinutes)
  const last = Math.min(windowMs.toMs / MINUTE_MS, nowMinute + 7 * DAY_MINUTES)
  const places: ScheduleEntry[] = []
  for (let minute = slotAtOrBefore(rate, first * MINUTE_MS); minute <= last; minute += rate.slotMinutes) {
    if (minute < first) continue
    const slot = entriesOfSlot(rate, minute)
    if (minute <= nowMinute + rate.aheadMinutes) places.push(...slot)
    else if (hoursOf(rate, minuteOfDay(minute)) !== undefined && isAnnounced(minute - nowMinute, minute))
      places.push(...slot.slice(0, ANNOUNCED_PER_SLOT))
  }
  return places
}

const isAnnounced = (minutesAhead: number, minute: number): boolean =>
  minutesAhead <= ANNOUNCED_MINUTES || floorMod(minute, 60) === 0

/** The schedule position of a match number; undefined if there is no such match. */
export const entryByNumber = (rate: KickoffRate, number: number): ScheduleEntry | undefined => {
  const minute = Math.floor(number / 10)
  if (minute < FIRST_MINUTE || minute > LAST_MINUTE || minute !== slotAtOrBefore(rate, minute * MINUTE_MS))
    return undefined
  return entriesOfSlot(rate, minute)[number % 10]
}

/** Matches that have kicked off, latest first, at most `limit`. */
export function* entriesBefore(rate: KickoffRate, nowMs: number, limit: number): Generator<ScheduleEntry> {
  let left = limit
  for (let minute = slotAtOrBefore(rate, nowMs); left > 0; minute -= rate.slotMinutes) {
    for (const place of entriesOfSlot(rate, minute).reverse()) {
      if (left === 0) return
      left -= 1
      yield place
    }
  }
}

import type { Draw } from '../season/random.ts'
import { randomBetween } from '../season/random.ts'

/** Stoppage minutes of each half. */
export interface Stoppage {
  readonly first: number
  readonly second: number
}

export type Half = 1 | 2

/** A moment of play, in minutes of the match clock. The second half starts at 45. */
export interface Moment {
  readonly half: Half
  readonly minute: number
}

export type Phase =
  | { readonly name: 'before' }
  | { readonly name: 'play'; readonly moment: Moment }
  | { readonly name: 'half-time' }
  | { readonly name: 'finished' }

const HALF_MINUTES = 45
const BREAK_MINUTES = 10

export const randomStoppage = (draw: Draw): Stoppage => ({
  first: randomBetween(draw, 1, 3),
  second: randomBetween(draw, 2, 6),
})

/** Match minutes from kick-off to full time, break included. */
export const lengthMinutes = (stoppage: Stoppage): number =>
  2 * HALF_MINUTES + BREAK_MINUTES + stoppage.first + stoppage.second

/** The phase of a match this many match minutes after kick-off. */
export const phaseAt = (elapsedMinutes: number, stoppage: Stoppage): Phase => {
  const halfTimeFrom = HALF_MINUTES + stoppage.first
  const secondFrom = halfTimeFrom + BREAK_MINUTES
  if (elapsedMinutes < 0) return { name: 'before' }
  if (elapsedMinutes < halfTimeFrom) return { name: 'play', moment: { half: 1, minute: elapsedMinutes } }
  if (elapsedMinutes < secondFrom) return { name: 'half-time' }
  if (elapsedMinutes < lengthMinutes(stoppage))
    return { name: 'play', moment: { half: 2, minute: HALF_MINUTES + elapsedMinutes - secondFrom } }
  return { name: 'finished' }
}

/** Match minutes from kick-off to a moment: the inverse of `phaseAt`. */
export const elapsedAt = ({ half, minute }: Moment, stoppage: Stoppage): number =>
  half === 1 ? minute : minute + stoppage.first + BREAK_MINUTES

/** A random moment of a half, stoppage time included. */
export const randomMoment = (draw: Draw, half: Half, stoppage: Stoppage): Moment => {
  const length = HALF_MINUTES + (half === 1 ? stoppage.first : stoppage.second)
  return { half, minute: (half === 1 ? 0 : HALF_MINUTES) + 0.5 + draw() * (length - 0.6) }
}

/** The minute as in the feed's status and goal times: "1" … "45", "45+2", "46" … "90", "90+4". */
export const minuteText = ({ half, minute }: Moment): string => {
  const end = HALF_MINUTES * half
  if (minute >= end) return `${end}+${Math.floor(minute - end) + 1}`
  return String(Math.max(end - HALF_MINUTES + 1, Math.floor(minute)))
}

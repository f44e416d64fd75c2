import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { agoLabel, clockTime } from '@mupiira/domain/time/kampala.ts'

/** A time and its age within a sentence: "at 19:02, 5 min ago", "yesterday 18:42". */
export function asOfText(at: Date, now: Date): string {
  const ago = agoLabel(at, now)
  const isToday = now.getTime() - at.getTime() < DAY_MS && !ago.includes(':')
  return isToday ? `at ${clockTime(at)}, ${ago}` : ago.replace(/^Y/, 'y')
}
